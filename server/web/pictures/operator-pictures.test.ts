import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { operatorPictures } from './operator-pictures.js';

const folder = mkdtempSync(join(tmpdir(), 'operator-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('pictures of the operator are found by name in any case, at an address that changes with the file', () => {
  mkdirSync(join(folder, 'brands'));
  writeFileSync(join(folder, 'makes'), 'no folder');
  for (const name of ['Kelvo Nord.SVG', 'readme.txt', 'Other.html']) writeFileSync(join(folder, 'brands', name), 'abc');
  const find = operatorPictures(folder);
  const address = find('brands', 'unknown', 'kelvo nord');
  expect(address).toMatch(/^\/pictures\/brands\/Kelvo%20Nord\.SVG\?\w+$/);
  expect([find('brands', 'readme'), find('brands', 'other'), find('makes', 'kelvo nord')]).toEqual([null, null, null]);
  utimesSync(join(folder, 'brands', 'Kelvo Nord.SVG'), 1, 1);
  expect(operatorPictures(folder)('brands', 'kelvo nord')).not.toBe(address);
  expect(operatorPictures(undefined)('brands', 'kelvo nord')).toBeNull();
});
