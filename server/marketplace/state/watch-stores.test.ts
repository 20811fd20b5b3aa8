import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { until } from '../../../test/support/until.js';
import { type StoreWatch, watchStores } from './watch-stores.js';

const hour = 3_600_000;
let folder: string;
let clock: ManualClock;
let watch: StoreWatch;
const events: Record<string, unknown>[] = [];
const file = (name: string): string => join(folder, name);
/** Counts the starts of the program. */
const starts = (): number => (existsSync(file('starts')) ? readFileSync(file('starts'), 'utf8').length : 0);
/** Sets what the program finds in a file; nothing at all makes it fail. */
const find = (store: string, damage: string): void => writeFileSync(file(`${store}.db`), damage);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watch-stores-'));
  events.length = 0;
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    events.push(JSON.parse(String(line)));
    return true;
  });
  writeFileSync(
    file('program.mjs'),
    `import { appendFileSync, readFileSync } from 'node:fs';
    const [file] = process.argv.slice(2);
    const found = readFileSync(file, 'utf8');
    if (found === 'hangs') {
      appendFileSync(file.replace(/\\w+\\.db$/, 'starts'), 'x');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    }
    if (found === '') throw new Error('the disk is away');
    console.log(found);
    appendFileSync(file.replace(/\\w+\\.db$/, 'starts'), 'x');`,
  );
  clock = new ManualClock();
  watch = watchStores(pathToFileURL(file('program.mjs')), folder, clock);
});
afterEach(async () => {
  await watch.stop();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

test('files are checked soon after the start and then every hour, and damage is reported until it is repaired', async () => {
  find('state', 'ok');
  find('ids', 'Tree 2 page 5: btreeInitPage() returns error code 11');
  await clock.advance(4999);
  expect([watch.damaged(), starts()]).toEqual([[], 0]);
  await clock.advance(1);
  await until('ids.db is damaged', () => watch.damaged().length > 0);
  expect([watch.damaged(), starts()]).toEqual([['ids'], 2]);
  expect(events).toEqual([
    expect.objectContaining({
      level: 'error',
      event: 'store_damaged',
      file: 'ids.db',
      reason: expect.stringMatching(/^Tree 2 page 5/),
      advice: 'stop the shop and restore a backup: npm run restore -- FILE',
    }),
  ]);
  find('ids', 'ok');
  await clock.untilWaiting(1);
  await clock.advance(hour);
  await until('nothing is damaged any more', () => watch.damaged().length === 0);
  expect(starts()).toBe(4);
});

test('a failed check is logged, changes no result, and is repeated after half a minute, then ever later', async () => {
  find('state', 'it is no SQLite file, or damaged');
  writeFileSync(file('ids.db'), '');
  await clock.advance(5000);
  await until('both were looked at', () => events.length === 2);
  expect(watch.damaged()).toEqual(['state']);
  writeFileSync(file('state.db'), '');
  await clock.untilWaiting(1);
  await clock.advance(30_000);
  await until('both were looked at again', () => events.length === 4);
  expect(events.map(({ event, file: name, reason }) => [event, name, reason])).toEqual([
    ['store_damaged', 'state.db', 'it is no SQLite file, or damaged'],
    ['store_not_checked', 'ids.db', 'Error: the disk is away'],
    ['store_not_checked', 'state.db', 'Error: the disk is away'],
    ['store_not_checked', 'ids.db', 'Error: the disk is away'],
  ]);
  expect(watch.damaged()).toEqual(['state']);
  find('state', 'ok');
  find('ids', 'ok');
  await clock.untilWaiting(1);
  await clock.advance(59_999);
  expect(starts()).toBe(1);
  await clock.advance(1);
  await until('nothing is damaged any more', () => watch.damaged().length === 0);
});

test('a folder without one of the files has only the other one checked', async () => {
  find('state', 'ok');
  await clock.advance(5000);
  await until('it was looked at', () => starts() === 1);
  await clock.untilWaiting(1);
  expect([watch.damaged(), events]).toEqual([[], []]);
});

test('the first failure after a check with a result is repeated after half a minute', async () => {
  for (const store of ['state', 'ids']) find(store, 'ok');
  await clock.advance(5000);
  await until('both were looked at', () => starts() === 2);
  for (const store of ['state', 'ids']) find(store, '');
  await clock.untilWaiting(1);
  await clock.advance(hour);
  await until('both have failed', () => events.length === 2);
  for (const store of ['state', 'ids']) find(store, 'ok');
  await clock.untilWaiting(1);
  await clock.advance(30_000);
  await until('both were looked at again', () => starts() === 4);
});

test('a check that the end of the shop interrupts is no failure', async () => {
  find('state', 'hangs');
  await clock.advance(5000);
  await until('the check has begun', () => starts() === 1);
  await watch.stop();
  expect([events, watch.damaged()]).toEqual([[], []]);
});
