import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { IdRegistry } from './ids.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ids-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function registry<T>(work: (ids: IdRegistry) => T): T {
  const ids = new IdRegistry(join(directory, 'ids.db'));
  try {
    return work(ids);
  } finally {
    ids.close();
  }
}

test('a natural key keeps its id, each kind counts separately, and ids are not reused', () => {
  const first = registry((ids) => {
    const given = [ids.idOf('brand', 'A'), ids.idOf('brand', 'B'), ids.idOf('shop', 'A'), ids.idOf('brand', 'A')];
    ids.commit();
    return given;
  });
  expect(first).toEqual([1, 2, 1, 1]);
  registry((ids) => {
    expect(ids.idOf('brand', 'C')).toBe(3);
    expect(ids.idOf('brand', 'B')).toBe(2);
    ids.commit();
  });
  expect(registry((ids) => ids.idOf('brand', 'D'))).toBe(4);
});

test('uncommitted ids are discarded', () => {
  registry((ids) => ids.idOf('product', 'X'));
  // The file is empty, so it is no registry either.
  expect(statSync(join(directory, 'ids.db')).size).toBe(0);
  expect(registry((ids) => ids.idOf('product', 'Y'))).toBe(1);
});

test('a new key gets the preferred id if it is free', () => {
  registry((ids) => {
    expect(ids.idOf('manufacturer', 'A', 10)).toBe(10);
    expect(ids.idOf('manufacturer', 'B', 10)).toBe(11);
    expect(ids.idOf('manufacturer', 'C', 5)).toBe(5);
    expect(ids.idOf('manufacturer', 'A', 99)).toBe(10);
    expect(ids.idOf('manufacturer', 'D')).toBe(12);
  });
});

test('an id of another registry is adopted, and its owner here gets another one', () => {
  registry((ids) => {
    for (const name of ['A', 'B', 'C']) ids.idOf('shop', name);
    ids.give('shop', 'A', 1);
    ids.give('shop', 'Z', 2);
    ids.give('shop', 'C', 7);
    expect(['A', 'B', 'C', 'Z'].map((name) => ids.knows('shop', name))).toEqual([true, false, true, true]);
    ids.commit();
    // Uncommitted, so it is discarded.
    expect(ids.idOf('shop', 'Later')).toBe(8);
  });
  expect(registry((ids) => ['A', 'B', 'C', 'Z', 'D'].map((name) => ids.idOf('shop', name)))).toEqual([1, 8, 7, 2, 9]);
});

test('a registry that takes over a copy gives the ids of the copy at once, and no id twice', () => {
  registry((ids) => {
    for (const name of ['A', 'B']) ids.idOf('shop', name);
    ids.commit();
  });
  const copied = join(directory, 'copy.db');
  copyFileSync(join(directory, 'ids.db'), copied);
  const copy = new IdRegistry(copied);
  copy.give('shop', 'Z', 2);
  expect(copy.idOf('shop', 'C')).toBe(3);
  copy.commit();
  copy.close();
  registry((ids) => {
    ids.takeOver(copied);
    expect(['A', 'Z', 'C', 'B'].map((name) => [ids.knows('shop', name), ids.idOf('shop', name)])).toEqual([
      [true, 1],
      [true, 2],
      [true, 3],
      [false, 4],
    ]);
    ids.commit();
  });
  expect(registry((ids) => ids.idOf('shop', 'D'))).toBe(5);
});

test('a waiting writer gets the lock at the close, not at a commit', async () => {
  const file = join(directory, 'ids.db');
  const ids = new IdRegistry(file);
  const seen = new Int32Array(new SharedArrayBuffer(8));
  const rival = new Worker(
    `const { DatabaseSync } = require('node:sqlite');
    const { workerData: { file, seen } } = require('node:worker_threads');
    const ids = new DatabaseSync(file);
    for (;;) {
      Atomics.add(seen, 0, 1);
      try { ids.exec('begin immediate'); Atomics.store(seen, 1, 1); break; } catch {}
    }
    ids.exec('rollback');`,
    { eval: true, workerData: { file, seen } },
  );
  const ended = new Promise((resolve) => rival.once('exit', resolve));
  while (Atomics.load(seen, 0) < 10) await new Promise((resolve) => setImmediate(resolve));
  for (let count = 0; count < 20_000; count += 1) ids.commit();
  expect(Atomics.load(seen, 1)).toBe(0);
  ids.close();
  await ended;
  expect(Atomics.load(seen, 1)).toBe(1);
});

test('ids of another registry are given at once, and a key or an id that means another thing is named', () => {
  const printed = (kind: string, id: number, key: string) => `${JSON.stringify([kind, id, key])}\n`;
  registry((ids) => {
    for (const name of ['C', 'B', 'A']) ids.idOf('brand', name);
    expect(ids.importIds(printed('brand', 2, 'B') + printed('brand', 7, 'Z'))).toBeNull();
    expect(['Z', 'New'].map((name) => ids.idOf('brand', name))).toEqual([7, 8]);
    expect(ids.importIds(printed('brand', 9, 'B'))).toBe('brand 9 is not given here and B there');
    expect(ids.importIds(printed('brand', 1, 'B'))).toBe('brand 1 is C here and B there');
    expect(ids.importIds(printed('brand', 3, 'Other'))).toBe('brand 3 is A here and Other there');
    expect(ids.printCatalogueIds().split('\n')[0]).toBe('["brand",1,"C"]');
  });
});
