import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readVehicles } from './vehicles.js';

test('a model without a name gets its engine capacity in litres, and an electric one EV', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vehicles-'));
  const file = join(folder, 'vehicles.csv');
  writeFileSync(file, 'make,series,kw,ccm\nBrand,One,55,1390\nBrand,Two,90,0\n');
  expect(readVehicles([file], new Map(), () => {}).map(({ name, fuel }) => [name, fuel])).toEqual([
    ['1.4', 'petrol'],
    ['EV', 'electric'],
  ]);
  rmSync(folder, { recursive: true });
});
