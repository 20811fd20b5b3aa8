import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { until } from '../../../test/support/until.js';
import { PictureStore } from './picture-store.js';

const clock = new ManualClock();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'store-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes a file so many seconds before now. */
function put(name: string, bytes: number, age: number): void {
  writeFileSync(join(folder, name), 'x'.repeat(bytes));
  const at = clock.now() / 1000 - age;
  utimesSync(join(folder, name), at, at);
}
const goneOf = (...names: string[]) => names.filter((name) => !existsSync(join(folder, name)));

test('after a start, files count with their size, and the oldest makes room first', async () => {
  put('newest', 40, 10);
  put('oldest', 40, 90);
  put('middle', 40, 50);
  const store = new PictureStore(folder, 120, clock);
  expect(store.bytes).toBe(120);
  await store.write('fresh', Buffer.alloc(40));
  await until('one file is deleted', () => readdirSync(folder).length === 3);
  expect([goneOf('newest', 'oldest', 'middle'), store.bytes]).toEqual([['oldest'], 120]);
  expect([await store.read('oldest'), (await store.read('middle'))?.length]).toEqual([null, 40]);
});

test('a file larger than the budget is not kept, and displaces nothing', async () => {
  const store = new PictureStore(folder, 100, clock);
  await store.write('small', Buffer.alloc(60));
  await store.write('huge', Buffer.alloc(101));
  expect([readdirSync(folder), store.bytes]).toEqual([['small'], 60]);
});

test('an unfinished file is deleted once nobody can be writing it', async () => {
  put('new-abandoned', 10, 61);
  put('new-written', 10, 59);
  const store = new PictureStore(folder, 100, clock);
  await until('the abandoned file is deleted', () => goneOf('new-abandoned').length === 1);
  expect([goneOf('new-written'), store.bytes]).toEqual([[], 0]);
});

test('a file that somebody deleted is unknown from then on', async () => {
  const store = new PictureStore(folder, 100, clock);
  await store.write('a', Buffer.alloc(60));
  rmSync(join(folder, 'a'));
  expect([await store.read('a'), store.bytes]).toEqual([null, 0]);
});
