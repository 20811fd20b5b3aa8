import { expect, test } from 'vitest';
import type { ProductTable } from '../catalogue-file/catalogue-tables.js';
import { isEquivalent } from './equivalent-parts.js';

const measures = (...attributes: unknown[][]) => JSON.stringify(attributes);
const part = (values: Partial<ProductTable> = {}): ProductTable =>
  ({
    ...{ id: 1, category_id: 1523, place: 'front', condition: 'new' },
    attributes: measures(['diameter', '288', 'mm'], ['thickness', 25, 'mm']),
    ...values,
  }) as ProductTable;

test.each<[Partial<ProductTable>, boolean]>([
  [{ id: 2 }, true],
  [{ id: 1 }, false],
  [{ id: 2, category_id: 2001 }, false],
  [{ id: 2, place: 'rear' }, false],
  [{ id: 2, place: null }, false],
  [{ id: 2, condition: 'used' }, false],
  // The order of measures and the spelling of numbers do not matter.
  [{ id: 2, attributes: measures(['thickness', '25', 'mm'], ['diameter', 288, 'mm']) }, true],
  [{ id: 2, attributes: measures(['diameter', '288', 'mm'], ['thickness', '25', 'cm']) }, false],
  [{ id: 2, attributes: measures(['diameter', '288', 'mm']) }, false],
  [{ id: 2, attributes: measures(['diameter', '288', 'mm'], ['thickness', 25, 'mm'], ['weight', 9, 'kg']) }, true],
  [{ id: 2, attributes: measures(['diameter', '288', 'mm'], ['thickness', 25, 'mm'], ['packSize', 1, null]) }, true],
  [{ id: 2, attributes: measures(['diameter', '288', 'mm'], ['thickness', 25, 'mm'], ['packSize', 2, null]) }, false],
])('%j takes the place of a front disc: %s', (values, expected) => {
  expect(isEquivalent(part(), part(values))).toBe(expected);
  expect(isEquivalent(part(values), part())).toBe(expected);
});

test('parts without measures have no equivalent', () => {
  const unmeasured = { attributes: measures(['weight', 9, 'kg']) };
  expect(isEquivalent(part(unmeasured), part({ id: 2, ...unmeasured }))).toBe(false);
});
