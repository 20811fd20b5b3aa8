import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeOffers, writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { feedOf } from '../../../test/fixtures/marketplace/feeds/feed-state.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import { checkedHandlers } from '../../../test/support/expect-contract.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { until } from '../../../test/support/until.js';
import { dateOf } from '../../clock/clock.js';
import type { Generation } from '../generation/generation.js';
import type { CallContext } from '../http/handler.js';
import { holdFeed } from '../import/held-feeds.js';
import { digestOf, textOverridesOf } from '../offer-store/text-overrides.js';
import type { ShopId } from '../program/shop-choice.js';
import { openStateStore, type StateDb } from '../state/state-store.js';
import { followTextOverrides } from '../text-overrides/follow-text-overrides.js';
import { type ConsoleNeeds, consoleHandlers } from './handlers.js';
import { startHeldFeeds } from './held.js';
import { type ReportProgram, reportProgram } from './report-program.js';
import { lastActs, signIn } from './sessions.js';

const token = 'the-operator-s-word-of-forty-characters-or-so';
const clock = new ManualClock();
const at = dateOf(clock).toISOString();
const edition = { locale: 'de-DE', country: 'DE' } as const;
let dataDir: string;
let db: StateDb;
let generation: Generation;
let reports: ReportProgram;
let credential: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'overview-'));
  const file = writeCatalogue(dataDir, { generation: 'g1' });
  changeOffers(dataDir, file, (writer) =>
    writer.commit(() => {
      const { database } = writer;
      database.exec("update shop set name = 'Beta' where id = 3; create temp table copy as select * from shop limit 1");
      for (let n = 100; n <= 300; n++)
        database.exec(`update copy set id = ${n}, name = 'Copy ${n}', slug = 'copy-${n}';
          insert into shop select * from copy`);
    }),
  );
  generation = await openCatalogue(dataDir, 'g1', file);
  db = await openStateStore(dataDir);
  reports = programOf('program', report);
  credential = (await signIn(db, [token], { credential: token }, { requestId: 'r', clock })).session;
});
afterAll(async () => {
  await reports.stop();
  await generation.close();
  await db.destroy();
  rmSync(dataDir, { recursive: true });
});

/** The report of the program; each figure differs from the others. */
const report = {
  at,
  state: { bytes: 11, freeBytes: 12 },
  catalogue: {
    ...{ generation: 'g1', bytes: 13, activatedAt: at, isDemonstration: false, productsWithoutOffer: 14 },
    counts: { model: 15, product: 16, offer: 17, shop: 18 },
    unsold: [{ reason: 'gone', offers: 19 }],
    withheld: [2, 3].map((offers) => ({ reason: `reason ${offers}`, law: 'a law', offers })),
    withheldOffers: [],
    incompleteShops: [{ id: 1, name: 'Alpha', missing: ['vat_id'], offers: 20 }],
    offers: { bytes: 21 },
  },
  withdrawals: { open: [{}, {}] },
  dataReports: { open: 4 },
  retention: [{ overdue: 1 }, { overdue: 6 }],
  days: [],
};
/** A program that prints the report, and leaves a letter in `starts`. */
function programOf(name: string, printed: object): ReportProgram {
  const program = join(dataDir, `${name}.mjs`);
  writeFileSync(
    program,
    `import { appendFileSync } from 'node:fs';
    appendFileSync(${JSON.stringify(join(dataDir, 'starts'))}, 'x');
    console.log(${JSON.stringify(JSON.stringify(printed))});`,
  );
  return reportProgram(pathToFileURL(program), dataDir, clock);
}
const starts = (): number => readFileSync(join(dataDir, 'starts'), 'utf8').length;
const feeds = ['late', 'failing', 'sound'].map((name) => feedOf(name, 'https://feeds.example/a.csv'));
const context = { clock, requestId: 'r', idempotencyKey: null, generation: () => generation } as unknown as CallContext;
const handlers = (more: Partial<ConsoleNeeds> = {}) => {
  const held = startHeldFeeds({ db, dataDir, clock, importProgram: undefined });
  const needs = { db, dataDir, tokens: [token], held, reports, textOverrides: null, wakeJobs() {}, ...more };
  return checkedHandlers(consoleHandlers({ ...needs, space: { requireSpace() {} }, feeds: () => feeds }));
};

test('the overview has the figures of the report, and counts feeds that are late or fail', async () => {
  const hour = 3_600_000;
  const rowOf = (name: string, hours: number, failures: number) => {
    const named_at = new Date(clock.now() - hours * hour).toISOString();
    return { name, settings: 'x', named_at, next_at: at, failures };
  };
  await db
    .insertInto('feed')
    .values([rowOf('late', 9, 0), rowOf('failing', 1, 1), rowOf('sound', 1, 0)])
    .execute();
  const message = { target: 'ops', type: 'x', body: '{}', created_at: at, next_at: at };
  await db
    .insertInto('outbox')
    .values([
      { ...message, id: 'a', state: 'dead' },
      { ...message, id: 'b', state: 'waiting' },
    ])
    .execute();
  const asked = { ...edition, credential };
  const { overview, failure } = await handlers().consoleOverview(asked, context);
  expect(failure).toBeNull();
  expect(overview).toEqual({
    at,
    catalogue: {
      ...{ generation: 'g1', activatedAt: at, isDemonstration: false, productsWithoutOffer: 14 },
      ...{ vehicles: 15, products: 16, offers: 17, shops: 18 },
    },
    trouble: null,
    disk: { free: 12, state: 11, offers: 21, catalogue: 13 },
    open: {
      ...{ held: 0, feeds: 2, messages: 1, withheld: 5, shops: 1 },
      ...{ withdrawals: 2, dataReports: 4, overdueRows: 7 },
    },
    days: [],
  });
  const listed = await handlers().consoleFeeds(asked, context);
  expect([listed.feeds.map(({ name }) => name), listed.outbox]).toEqual([
    ['late', 'failing', 'sound'],
    { waiting: 1, dead: 1 },
  ]);
  const { offers } = await handlers().consoleOffers(asked, context);
  const { withheld, unsold, withheldOffers: first, incompleteShops: shops } = report.catalogue;
  expect(offers).toEqual({ withheld, unsold, first, shops });
  // A closed message is not shown as open by a report from before.
  const case_ = { product_id: 1, article: 'A 1', reason: 'other', text: 'Text', locale: 'de-DE' } as const;
  await db
    .insertInto('data_report')
    .values({ ...case_, id: 'D-1', created_at: at })
    .execute();
  await handlers().consoleCase({ ...asked, kind: 'dataReport', number: 'D-1' }, context);
  await handlers().consoleOverview(asked, context);
  expect(starts()).toBe(2);
});

test('a catalogue that cannot be read is named in place of its figures', async () => {
  const catalogue = 'No catalogue has been imported.';
  const own = handlers({ reports: programOf('without-catalogue', { ...report, catalogue }) });
  const { overview } = await own.consoleOverview({ ...edition, credential }, context);
  expect(overview).toMatchObject({
    catalogue: null,
    trouble: catalogue,
    disk: { free: 12, state: 11, offers: 0, catalogue: 0 },
    open: { withheld: 0, shops: 0, withdrawals: 2 },
  });
  expect(await own.consoleOffers({ ...edition, credential }, context)).toEqual({ offers: null, failure: catalogue });
});

test('a decision about a held feed is counted in the next overview', async () => {
  const mapping = { columns: {}, values: {}, constants: {} };
  const feed = { reason: 'too few rows', mode: 'full', mapping, encoding: null } as const;
  const name = holdFeed(dataDir, { ...feed, files: [], shop: { name: 'Alpha' } }, dateOf(clock));
  const asked = { ...edition, credential };
  const held = async () => (await handlers().consoleOverview(asked, context)).overview?.open.held;
  expect([await held(), (await handlers().consoleFeeds(asked, context)).held]).toMatchObject([1, [{ shop: 'Alpha' }]]);
  const before = starts();
  expect(await handlers().consoleHeld({ ...asked, name, act: 'drop' }, context)).toEqual({ isDone: true });
  expect([await held(), starts()]).toEqual([0, before + 1]);
});

test('an upload is shown with its own shop', async () => {
  const row = { source: 'offer', mode: 'partial', is_dry_run: 0, status: 'completed', created_at: at } as const;
  const shops = [1, 2] as ShopId[];
  await db
    .insertInto('merchant_import')
    .values(shops.map((shop_id) => ({ ...row, id: `of-${shop_id}`, shop_id })))
    .execute();
  const shown = await handlers().consoleUpload({ ...edition, credential, id: 'of-2' }, context);
  expect([shown.id, shown.shop]).toEqual(['of-2', 'Beta']);
});

test('a file is tried for the shop that its name means, and a name of two shops means none', async () => {
  const file = { ...edition, credential, mode: 'full', content: 'YQ==' } as const;
  await expect(handlers().consoleFile({ ...file, shop: 'Beta' }, context)).rejects.toMatchObject({ code: 'not_found' });
  const { id } = await handlers().consoleFile({ ...file, shop: 'Alpha' }, context);
  const sent = db
    .selectFrom('merchant_import')
    .select(['shop_id', 'source', 'is_dry_run', 'mode'])
    .where('id', '=', id);
  expect(await sent.execute()).toEqual([{ shop_id: 1, source: 'file', is_dry_run: 1, mode: 'full' }]);
  await handlers().consoleFile({ ...file, shop: '3' }, context);
  const { acts } = await lastActs(db);
  expect(acts.slice(0, 2).map(({ event, what }) => `${event} ${what}`)).toEqual([
    'file_sent 3 preview',
    'file_sent 1 preview',
  ]);
});

test('an invitation is valid for seven days', async () => {
  const asked = { ...edition, credential, id: '1' };
  await handlers().consoleInvite({ ...asked, scope: 'offers' }, context);
  // Offers are counted with rests in between.
  const restless = Object.assign(new ManualClock(), { sleep: async () => {} });
  const { tokens } = await handlers().consoleShop(asked, { ...context, clock: restless });
  const expiresAt = new Date(clock.now() + 7 * 86_400_000).toISOString();
  expect(tokens).toMatchObject([{ scope: 'offers', isInvitation: true, isValid: true, expiresAt }]);
  await handlers().consoleInvite({ ...asked, scope: 'offers' }, context);
  const third = handlers().consoleInvite({ ...asked, scope: 'offers' }, context);
  await expect(third).rejects.toMatchObject({ code: 'too_many' });
});

test('the first two hundred merchants of a search are listed', async () => {
  const found = async (query: string) =>
    (await handlers().consoleShops({ ...edition, credential, query }, context)).shops.map(({ name }) => name);
  const copies = Array.from({ length: 201 }, (_, n) => `Copy ${n + 100}`);
  expect(await found('copy')).toEqual(copies.slice(0, 200));
  expect(await found('copy 299')).toEqual(['Copy 299']);
});

test('an import is named after its feed, its shop or its files', async () => {
  mkdirSync(join(dataDir, 'imports'));
  const counts = { seconds: 1, rows: 1, rejected: 0, leftOut: 0, reasons: {} };
  const summary = { kind: 'offers', outcome: 'active', refusal: null, generation: null, startedAt: at, ...counts };
  for (const name of ['a', 'b', 'c', 'd'])
    writeFileSync(
      join(dataDir, 'imports', `${name}.summary.json`),
      JSON.stringify({ ...summary, files: ['/in/one.csv', '/in/two.csv'] }),
    );
  const upload = { source: 'file', mode: 'full', is_dry_run: 0, status: 'completed', created_at: at } as const;
  const ofShop = (shop_id: number, report: string) => ({ ...upload, id: report, shop_id: shop_id as ShopId, report });
  await db
    .insertInto('merchant_import')
    .values([ofShop(2, 'b.summary.json'), ofShop(99, 'c.summary.json')])
    .execute();
  await db.insertInto('feed').values({ name: 'nightly', settings: 'x', named_at: at, next_at: at }).execute();
  const run = { feed: 'nightly', started_at: at, status: 'completed', is_unchanged: 0, rows: 1, rejected: 0 } as const;
  const more = { left_out: 0, held: 0, seconds: 1, reason: null, reasons: '{}', report: 'd.summary.json' };
  await db
    .insertInto('feed_run')
    .values({ ...run, ...more })
    .execute();
  const unread = [{ column: 'Farbe', nearest: null, isNet: false }];
  for (let n = 10; n < 50; n++)
    writeFileSync(
      join(dataDir, 'imports', `0-${n}.summary.json`),
      JSON.stringify({ ...summary, files: [], reasons: { late: n }, notes: ['a note'], unread }),
    );
  const { imports } = await handlers().consoleFeeds({ ...edition, credential }, context);
  expect([imports.length, imports.at(-1)?.name]).toEqual([40, '0-14']);
  expect(imports.slice(0, 4).map(({ name, source }) => `${name} ${source}`)).toEqual([
    'd nightly',
    'c 99',
    'b Beta',
    'a one.csv, two.csv',
  ]);
  const { source } = await handlers().consoleReport({ ...edition, credential, name: 'b' }, context);
  expect(source).toBe('Beta');
  const old = await handlers().consoleReport({ ...edition, credential, name: '0-14' }, context);
  expect(old).toMatchObject({ reasons: { late: 14 }, notes: ['a note'], unread, rejectedRows: [] });
});

test('a corrected text is served at once, and its page says when it is', async () => {
  let served = digestOf([]);
  const textOverrides = followTextOverrides({
    db,
    clock,
    served: () => served,
    async serve() {
      served = digestOf(await textOverridesOf(db));
    },
  });
  await clock.untilWaiting();
  const own = handlers({ textOverrides });
  const wish = { ...edition, credential, kind: 'shop', id: 1 } as const;
  const isServed = async () => (await own.consoleText(wish, context)).isServed;
  expect(await isServed()).toBe(true);
  const texts = [{ field: 'name', language: '' as const, text: 'Neu' }];
  expect(await own.consoleCorrect({ ...wish, texts }, context)).toEqual({ changed: 1 });
  expect(await isServed()).toBe(false);
  await until('it is served', async () => {
    await clock.advance(0);
    return isServed();
  });
  await textOverrides.stop();
});

test('texts are not corrected where they are not served', async () => {
  const wish = { ...edition, credential, kind: 'shop', id: 1, texts: [] } as const;
  expect((await handlers().consoleText(wish, context)).isServed).toBe(false);
  const corrected = handlers().consoleCorrect({ ...wish, texts: [] }, context);
  await expect(corrected).rejects.toMatchObject({ code: 'unavailable' });
});
