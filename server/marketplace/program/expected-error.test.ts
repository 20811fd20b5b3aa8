import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StateUnavailable } from '../state/postgres-errors.js';
import { ExpectedError, isExpected, isOutage, OutageError, sentenceOf } from './expected-error.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'errors-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function errorOf(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    // An error of this realm, which the program recognises, as it does outside the tests.
    return Object.assign(new Error((error as Error).message), error);
  }
  throw new Error('nothing failed');
}

test('an error of the system names its files, and one of SQLite its file', async () => {
  const missing = join(folder, 'missing');
  const read = await errorOf(() => readFileSync(missing));
  expect(sentenceOf(read)).toBe(`${missing} does not exist (ENOENT).`);
  const moved = await errorOf(() => rename(missing, folder));
  expect(sentenceOf(moved)).toBe(`${missing} or ${folder} does not exist (ENOENT).`);
  const text = join(folder, 'text');
  writeFileSync(text, 'x'.repeat(4096));
  const damaged = await errorOf(() => new DatabaseSync(text).exec('select * from sqlite_master'));
  const sentence = 'is damaged. Restore a backup: npm run restore -- FILE (file is not a database).';
  expect(sentenceOf(damaged)).toBe(`A database of the data folder ${sentence}`);
  expect(sentenceOf(Object.assign(damaged as Error, { path: text }))).toBe(`${text} ${sentence}`);
  expect([read, moved, damaged].map((error) => [isExpected(error), isOutage(error)])).toEqual(
    Array(3).fill([true, true]),
  );
});

test('a fault of the program has its name, one line of its message, and its place in the source', () => {
  const error = new TypeError(`first\n  second ${'x'.repeat(600)}`);
  expect(sentenceOf(error)).toMatch(
    /^This is a fault of the program: TypeError: first second x{487} \(expected-error\.test\.ts:\d+:\d+\)\.$/,
  );
  expect(sentenceOf('a\n b')).toBe('This is a fault of the program: a b.');
  const unknown = Object.assign(new Error('m'), { code: 'EOTHER', syscall: 'open', stack: undefined });
  expect(sentenceOf(unknown)).toBe('This is a fault of the program: Error: m.');
  expect([error, unknown, 'a'].map((each) => [isExpected(each), isOutage(each)])).toEqual(
    Array(3).fill([false, false]),
  );
});

test('an expected error is its own sentence, and only an outage passes by itself', () => {
  const cases = [new ExpectedError('Choose a shop.'), new OutageError('It is out.'), new StateUnavailable(null)];
  expect(cases.map(sentenceOf).slice(0, 2)).toEqual(['Choose a shop.', 'It is out.']);
  expect(cases.map((each) => [isExpected(each), isOutage(each)])).toEqual([
    [true, false],
    [true, true],
    [true, true],
  ]);
});
