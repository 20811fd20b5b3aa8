import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { whileNoImportRuns } from './temporary-files.js';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'temporary-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

test('work runs while no import does, and leaves the lock free', () => {
  let runs = 0;
  const work = (): number => ++runs;
  expect(whileNoImportRuns(dataDir, work)).toBeNull();
  using ids = new DatabaseSync(join(dataDir, 'ids.db'));
  ids.exec('create table id (a); begin immediate');
  expect([whileNoImportRuns(dataDir, work), runs]).toEqual([null, 0]);
  ids.exec('rollback');
  expect([whileNoImportRuns(dataDir, work), runs]).toEqual([1, 1]);
  expect(() =>
    whileNoImportRuns(dataDir, () => {
      throw new Error('the work has failed');
    }),
  ).toThrow('the work has failed');
  ids.exec('begin immediate; rollback');
});
