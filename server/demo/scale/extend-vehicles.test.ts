import { expect, test } from 'vitest';
import type { VehicleRow } from '../vehicles.js';
import { extendVehicles } from './extend-vehicles.js';

const row = (name: string, change: Partial<VehicleRow> = {}) =>
  ({
    make: { name: 'VW' },
    page: 'Golf',
    series: 'Golf VII',
    name,
    fuel: 'petrol',
    kw: 77,
    weight: 10,
    ...change,
  }) as unknown as VehicleRow;
const names = (rows: readonly VehicleRow[], wanted: number) => extendVehicles(rows, wanted).map(({ name }) => name);

test('the commonest cars get further versions first, electric ones none, and no version comes twice', () => {
  const rows = [row('1.4'), row('e', { fuel: 'electric' }), row('1.6', { weight: 50 }), row('1.6 Automatik')];
  expect(names(rows, 2)).toEqual(['1.4', 'e']);
  expect(names(rows, 7)).toEqual([
    ...['1.4', 'e', '1.6', '1.6 Automatik'],
    ...['1.4 Automatik', '1.6 Automatik Automatik', '1.6 4x4'],
  ]);
  expect(() => extendVehicles(rows, 10)).toThrow(RangeError);
});
