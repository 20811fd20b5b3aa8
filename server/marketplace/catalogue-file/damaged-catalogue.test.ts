import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activate, writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { until } from '../../../test/support/until.js';
import { dateOf } from '../../clock/clock.js';
import { removeTemporaryFiles } from '../data-folder/temporary-files.js';
import { findDamage, sumsFile, writeSums } from '../files/file-sums.js';
import { CatalogueStore } from '../generation/catalogue-store.js';
import { runImport } from '../import/import.js';
import { startService } from '../workers/catalogue-service.js';
import { activateGeneration, storeSums } from './activate-generation.js';
import { isMarkedDamaged, markFile, markIfDamaged } from './damaged-catalogue.js';
import { IdRegistry } from './ids.js';

let dataDir: string;
let open: CatalogueStore[] = [];
let looks: Promise<void>[] = [];
const events: Record<string, unknown>[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'damaged-'));
  events.length = 0;
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    for (const each of String(line).split('\n')) if (each.startsWith('{')) events.push(JSON.parse(each));
    return true;
  });
  const registry = new IdRegistry(join(dataDir, 'ids.db'));
  registry.commit();
  registry.close();
  for (const generation of ['g1', 'g2']) {
    const file = writeCatalogue(dataDir, { generation });
    writeSums(path(generation), path(generation));
    activate(dataDir, generation, file);
  }
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const store of open) await store.close();
  await Promise.all(looks);
  open = [];
  looks = [];
  rmSync(dataDir, { recursive: true, force: true });
});

const path = (generation: string): string => join(dataDir, `catalogue-${generation}.db`);
const linesOf = (event: string) => events.filter((line) => line.event === event);

/**
 * Flips one bit of each byte of a text in the middle of the file, without changing times or size. SQLite has no
 * checksum of it.
 */
function flip(file: string, word: string): void {
  const bytes = readFileSync(file);
  const about = statSync(file);
  const at = bytes.indexOf(word);
  expect(at).toBeGreaterThan(0);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  expect(statSync(file).size).toBe(about.size);
}

/** Runs the check of the catalogue's thread without its wait. */
async function serve(): Promise<CatalogueStore> {
  const store: CatalogueStore = await CatalogueStore.open(dataDir, {
    clock: testClock,
    times: { pollMs: 10, drainMs: 10 },
    onOpened: (generation) => void looks.push(markIfDamaged(generation.file, () => true, testClock)),
  });
  open.push(store);
  return store;
}

test('damage that SQLite misses is found while the catalogue is served, and the catalogue before replaces it', async () => {
  flip(path('g2'), 'Schnell da.');
  const database = new DatabaseSync(path('g2'), { readOnly: true });
  expect(Object.values(database.prepare('pragma integrity_check').get() ?? {})).toEqual(['ok']);
  database.close();
  const store = await serve();
  // Another thread on the folder, which does not check the file itself.
  const other = await CatalogueStore.open(dataDir, { clock: testClock, times: { pollMs: 10, drainMs: 10 } });
  open.push(other);
  await until('both serve the one before', () => [store, other].every(({ current }) => current?.id === 'g1'));
  expect(linesOf('catalogue_damaged')).toEqual([
    expect.objectContaining({
      level: 'error',
      file: 'catalogue-g2.db',
      reason: expect.stringMatching(/^1 of its pieces/),
    }),
  ]);
  expect(linesOf('catalogue_kept_served')).toContainEqual(expect.objectContaining({ generation: 'g1', refused: 'g2' }));
  // The next start reads the mark and logs it.
  events.length = 0;
  const next = await serve();
  expect(next.current?.id).toBe('g1');
  expect(linesOf('catalogue_refused')).toEqual([
    expect.objectContaining({ generation: 'g2', reason: 'Error: its file is damaged' }),
  ]);
});

test('a restored file is served again; a truncated one counts as damaged', async () => {
  const good = readFileSync(path('g2'));
  writeFileSync(path('g2'), good.subarray(0, good.length - 100));
  expect(await findDamage(path('g2'), () => true, testClock)).toMatchObject({
    size: good.length,
    found: good.length - 100,
  });
  await markIfDamaged(path('g2'), () => true, testClock);
  expect(isMarkedDamaged(path('g2'))).toBe(true);
  rmSync(path('g2'));
  writeFileSync(path('g2'), good);
  const store = await serve();
  expect(store.current?.id).toBe('g2');
  expect(existsSync(markFile(path('g2')))).toBe(false);
  expect(await findDamage(path('g2'), () => true, testClock)).toBeNull();
});

test('a file of the same size that replaces a damaged one is served again', async () => {
  const good = readFileSync(path('g2'));
  flip(path('g2'), 'Schnell da.');
  await markIfDamaged(path('g2'), () => true, testClock);
  expect(isMarkedDamaged(path('g2'))).toBe(true);
  writeFileSync(`${path('g2')}.restored`, good);
  renameSync(`${path('g2')}.restored`, path('g2'));
  expect([isMarkedDamaged(path('g2')), existsSync(markFile(path('g2')))]).toEqual([false, false]);
});

test('nothing is served if every catalogue is damaged', async () => {
  for (const generation of ['g1', 'g2']) flip(path(generation), 'Schnell da.');
  const store = await serve();
  await until('no file exists', () => store.current === null);
  expect(linesOf('catalogue_damaged').map(({ file }) => file)).toEqual(['catalogue-g2.db', 'catalogue-g1.db']);
  expect(() => store.require()).toThrow('there is no catalogue that can be read');
});

test('damaged or missing checksums do not count against the catalogue', async () => {
  flip(path('g2'), 'Schnell da.');
  flip(sumsFile(path('g2')), '\n');
  expect(await findDamage(path('g2'), () => true, testClock)).toBeNull();
  rmSync(sumsFile(path('g2')));
  expect(await findDamage(path('g2'), () => true, testClock)).toBeNull();
});

test('an import refuses a damaged catalogue, so that damage gets no valid checksums', async () => {
  flip(path('g2'), 'Schnell da.');
  const feed = join(dataDir, 'reviews.csv');
  writeFileSync(feed, 'key;rating;date;language\na;5;2026-10-01;de\n');
  const { summary } = await runImport({ clock: testClock, dataDir, kind: 'reviews', files: [feed] });
  expect([summary.outcome, summary.refusal]).toEqual([
    'refused',
    expect.stringMatching(/catalogue-g2\.db is damaged, and nothing can be made of it\. Put back a copy of the file/),
  ]);
});

test('a generation gets its checksums before its name; the next import deletes those of an unfinished one', async () => {
  const made = join(dataDir, '.catalogue-g3.1.tmp');
  writeFileSync(made, readFileSync(path('g1')));
  storeSums(dataDir, made, 'g3');
  activateGeneration(dataDir, made, 'g3', dateOf(testClock));
  // A name in use keeps its checksums.
  expect(() => storeSums(dataDir, path('g2'), 'g3')).toThrow('exists already');
  expect(await findDamage(path('g3'), () => true, testClock)).toBeNull();
  flip(path('g3'), 'Schnell da.');
  expect(await findDamage(path('g3'), () => true, testClock)).not.toBeNull();
  expect(removeTemporaryFiles(dataDir)).toEqual([]);
  rmSync(path('g3'));
  expect(removeTemporaryFiles(dataDir)).toEqual(['catalogue-g3.db.sums']);
});

test('the service of the catalogue checks the file soon after it opened it', async () => {
  flip(path('g2'), 'Schnell da.');
  const clock = new ManualClock(testClock.now());
  const service = await startService({ dataDir, clock, catalogueTimes: { pollMs: 10, drainMs: 10 } });
  await clock.advance(1500);
  expect(isMarkedDamaged(path('g2'))).toBe(false);
  await until('the check has ended', async () => {
    await clock.advance(500);
    return isMarkedDamaged(path('g2'));
  });
  await service.stop();
});
