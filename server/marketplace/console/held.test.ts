import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { until } from '../../../test/support/until.js';
import { dateOf } from '../../clock/clock.js';
import { dropHeldFeed, holdFeed } from '../import/held-feeds.js';
import { noteCommands } from '../merchants/held-uploads.js';
import type { ShopId } from '../program/shop-choice.js';
import { openStateStore, type StateDb } from '../state/state-store.js';
import { type HeldFeeds, startHeldFeeds } from './held.js';

const at = dateOf(new ManualClock()).toISOString();
let clock: ManualClock;
let dataDir: string;
let db: StateDb;
let held: HeldFeeds;
let acts: unknown[];
/** Names of the held feeds of the shops 7 and 8. */
let names: string[];
const operator = { session: 's', note: async (_: unknown, act: unknown) => void acts.push(act) };
const silent = { session: 's', note: () => Promise.reject(new Error('the audit trail is locked')) };

/** Holds a feed of a shop, and stores the import that has brought it. @returns its name */
async function hold(shop: number, now: Date): Promise<string> {
  const shop_id = shop as ShopId;
  const mapping = { columns: {}, values: {}, constants: {} };
  const feed = { reason: 'too few rows', mode: 'full', mapping, encoding: null } as const;
  const name = holdFeed(dataDir, { ...feed, files: [], shop: { id: shop_id } }, now);
  writeFileSync(join(dataDir, 'held', name, 'wish.json'), '{}');
  const report = `${shop}.summary.json`;
  const counts = { seconds: 1, rows: 1, rejected: 0, leftOut: 0, reasons: {} };
  const summary = { kind: 'offers', files: [], outcome: 'held', refusal: null, held: name, generation: null };
  writeFileSync(join(dataDir, 'imports', report), JSON.stringify({ ...summary, ...counts, startedAt: at }));
  const row = { id: `import-${shop}`, shop_id, source: 'file', mode: 'full', is_dry_run: 0, created_at: at } as const;
  await db
    .insertInto('merchant_import')
    .values({ ...row, status: 'held', report, held: 1, reason: feed.reason })
    .execute();
  return name;
}

beforeEach(async () => {
  clock = new ManualClock();
  dataDir = mkdtempSync(join(tmpdir(), 'held-'));
  db = await openStateStore(dataDir);
  acts = [];
  mkdirSync(join(dataDir, 'imports'));
  names = await Promise.all([7, 8].map((shop, second) => hold(shop, new Date(clock.now() + second * 1000))));
  const importProgram = pathToFileURL('test/fixtures/marketplace/feeds/import-double.mjs');
  held = startHeldFeeds({ db, dataDir, clock, importProgram });
});
afterEach(async () => {
  await held.stop();
  await db.destroy();
  rmSync(dataDir, { recursive: true });
});

const imports = () =>
  db.selectFrom('merchant_import').select(['id', 'status', 'ended_at', 'held', 'reason']).orderBy('id').execute();
const untouched = { id: 'import-8', status: 'held', ended_at: null, held: 1, reason: 'too few rows' };

test('a dropped feed cancels the import of its sender, and no other', async () => {
  expect(await held.decide(operator, names[0] ?? '', 'drop')).toBe(true);
  expect(await imports()).toEqual([
    { id: 'import-7', status: 'cancelled', ended_at: at, held: 0, reason: 'too few rows' },
    untouched,
  ]);
  expect([held.list().map(({ name }) => name), acts]).toEqual([
    [names[1]],
    [{ event: 'held_dropped', what: names[0] }],
  ]);
});

test('an approved feed completes the import of its sender, and no other', async () => {
  const { waiting } = clock;
  expect(await held.decide(operator, names[0] ?? '', 'approve')).toBe(true);
  expect(await imports()).toEqual([
    { id: 'import-7', status: 'completed', ended_at: at, held: 0, reason: null },
    untouched,
  ]);
  // The time limit of the import ended with it, and that of the operator's wait soon after.
  await clock.advance(250);
  expect(clock.waiting).toBe(waiting);
  expect(acts).toEqual([{ event: 'held_approved', what: `${names[0]} completed` }]);
});

test('a feed that a command approves or drops ends the import of its sender', async () => {
  const needs = { db, dataDir, clock };
  const [first, second] = [7, 8] as ShopId[] as [ShopId, ShopId];
  for (const shop of [first, second]) await noteCommands(needs, shop);
  expect((await imports()).map(({ status }) => status)).toEqual(['held', 'held']);
  const files = [join(dataDir, 'held', names[0] ?? '', '0-feed.csv')];
  const counts = { seconds: 1, rows: 3, rejected: 1, leftOut: 4, reasons: {}, changes: { changed: 2 } };
  const summary = { kind: 'offers', files, outcome: 'active', refusal: null, generation: null, startedAt: at };
  writeFileSync(join(dataDir, 'imports', '9-offers.summary.json'), JSON.stringify({ ...summary, ...counts }));
  // A refused approval leaves a feed held.
  const refused = { ...summary, ...counts, files: [join(dataDir, 'held', names[1] ?? '', '0-feed.csv')] };
  const reason = { outcome: 'refused', refusal: 'too old' };
  writeFileSync(join(dataDir, 'imports', '9-refused.summary.json'), JSON.stringify({ ...refused, ...reason }));
  for (const name of names) dropHeldFeed(dataDir, name);
  await noteCommands(needs, first);
  expect((await imports())[1]).toEqual(untouched);
  await noteCommands(needs, second);
  expect(await imports()).toEqual([
    { id: 'import-7', status: 'completed_with_errors', ended_at: at, held: 0, reason: null },
    { id: 'import-8', status: 'cancelled', ended_at: at, held: 0, reason: 'too few rows' },
  ]);
  const [approved] = await db.selectFrom('merchant_import').selectAll().where('id', '=', 'import-7').execute();
  expect(approved).toMatchObject({ rows: 3, rejected: 1, left_out: 4, is_unchanged: 0, changes: '{"changed":2}' });
  expect(approved?.report).toBe('9-offers.summary.json');
});

test('an approval that takes long runs on, and is not begun twice', async () => {
  const name = names[0] ?? '';
  writeFileSync(join(dataDir, 'held', name, 'wish.json'), '{"waitsFor":"go"}');
  const decided = held.decide(operator, name, 'approve');
  expect(await held.decide(operator, name, 'approve')).toBe(false);
  expect(held.list().map(({ isRunning }) => isRunning)).toEqual([true, false]);
  await clock.advance(249);
  expect(await Promise.race([decided, 'it waits'])).toBe('it waits');
  await clock.advance(1);
  expect([await decided, acts]).toEqual([false, []]);
  // An applied feed leaves the folder before the program ends.
  dropHeldFeed(dataDir, name);
  expect(held.list().map((each) => [each.name, each.shop, each.isRunning])).toEqual([
    [name, '7', true],
    [names[1], '8', false],
  ]);
  writeFileSync(join(dataDir, 'imports', 'go'), '');
  await until('it is approved', () => acts.length === 1);
});

test('a refused approval leaves the import held, and its reason is shown', async () => {
  const name = names[0] ?? '';
  const wish = { outcome: 'refused', refusal: 'The catalogue is newer.' };
  writeFileSync(join(dataDir, 'held', name, 'wish.json'), JSON.stringify(wish));
  expect(await held.decide(operator, name, 'approve')).toBe(true);
  expect(held.list().map(({ failure, isRunning }) => [failure, isRunning])).toEqual([
    ['The catalogue is newer.', false],
    [null, false],
  ]);
  expect((await imports()).map(({ status }) => status)).toEqual(['held', 'held']);
  expect(acts).toEqual([{ event: 'held_approved', what: `${name} refused` }]);
  writeFileSync(join(dataDir, 'held', name, 'wish.json'), '{"rejected":1}');
  await held.decide(operator, name, 'approve');
  expect(held.list().map(({ failure }) => failure)).toEqual([null, null]);
  expect((await imports()).map(({ status }) => status)).toEqual(['completed_with_errors', 'held']);
});

test('a feed held in the instant of a dropped one has its name, and no failure yet', async () => {
  const name = names[0] ?? '';
  const wish = { outcome: 'refused', refusal: 'The catalogue is newer.' };
  writeFileSync(join(dataDir, 'held', name, 'wish.json'), JSON.stringify(wish));
  await held.decide(operator, name, 'approve');
  await held.decide(operator, name, 'drop');
  expect(await hold(9, new Date(clock.now()))).toBe(name);
  expect(held.list()[0]).toMatchObject({ name, failure: null });
});

test('an approval that newer offers prevent says how many, until the operator decides about them', async () => {
  const name = names[0] ?? '';
  const wish = { outcome: 'refused', refusal: 'Some are newer.', newer: 2 };
  writeFileSync(join(dataDir, 'held', name, 'wish.json'), JSON.stringify(wish));
  const words: string[][] = [];
  for (const act of ['approve', 'keepNewer', 'overwrite'] as const) {
    expect(await held.decide(operator, name, act)).toBe(true);
    expect(held.list()[0]).toMatchObject({ failure: null, newer: 2 });
    const starts = readFileSync(join(dataDir, 'imports', 'starts'), 'utf8')
      .trimEnd()
      .split('\n');
    const last = starts.map((line) => JSON.parse(line)).findLast(({ event }) => event === 'start');
    words.push(last.words.slice(0, -2));
  }
  expect(words).toEqual([[], ['--keep-newer'], ['--overwrite']]);
});

/** Makes each change of an import fail. */
const lockImports = () =>
  sql`create trigger locked before update on merchant_import begin select raise(abort, 'imports are locked'); end`.execute(
    db,
  );

test('a dropped feed is not reported as done before its sender and the audit trail have it', async () => {
  await expect(held.decide(silent, names[0] ?? '', 'drop')).rejects.toThrow('the audit trail is locked');
  await lockImports();
  await expect(held.decide(operator, names[1] ?? '', 'drop')).rejects.toThrow('imports are locked');
  expect(acts).toEqual([]);
});

test('an approval that its sender or the audit trail does not get has failed', async () => {
  const failureOf = (name: string | undefined) => held.list().find((each) => each.name === name)?.failure;
  await held.decide(silent, names[0] ?? '', 'approve');
  expect(failureOf(names[0])).toContain('the audit trail is locked');
  await lockImports();
  await held.decide(operator, names[1] ?? '', 'approve');
  expect([failureOf(names[1]), acts]).toEqual([expect.stringContaining('imports are locked'), []]);
});

test('an unknown feed is not found, and a process without the import program cannot approve', async () => {
  await expect(held.decide(operator, 'unknown', 'drop')).rejects.toMatchObject({ code: 'not_found' });
  const idle = startHeldFeeds({ db, dataDir, clock, importProgram: undefined });
  await expect(idle.decide(operator, names[0] ?? '', 'approve')).rejects.toMatchObject({ code: 'unavailable' });
  expect(idle.list().map(({ name }) => name)).toEqual(names);
});
