import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
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

test('a natural key keeps its id, kinds count for themselves, and an id is never given twice', () => {
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

test('what was not committed never happened', () => {
  registry((ids) => ids.idOf('product', 'X'));
  expect(registry((ids) => ids.idOf('product', 'Y'))).toBe(1);
});

test('a wanted id is given if nobody has it', () => {
  registry((ids) => {
    expect(ids.idOf('manufacturer', 'A', 10)).toBe(10);
    expect(ids.idOf('manufacturer', 'B', 10)).toBe(11);
    expect(ids.idOf('manufacturer', 'C', 5)).toBe(5);
    expect(ids.idOf('manufacturer', 'A', 99)).toBe(10);
    expect(ids.idOf('manufacturer', 'D')).toBe(12);
  });
});
