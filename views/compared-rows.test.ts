import { expect, test } from 'vitest';
import { comparedRows } from './compared-rows.js';

const product = (values: Record<string, string>) => ({
  attributes: Object.entries(values).map(([key, value]) => ({
    key,
    label: key.toUpperCase(),
    value,
    unit: key === 'width' ? 'mm' : null,
    letter: null,
  })),
});

test('differing properties are separated from equal ones', () => {
  const { differing, same } = comparedRows([
    product({ width: '25', colour: 'red' }),
    product({ width: '25', colour: 'blue' }),
  ]);
  expect(differing).toEqual([{ key: 'colour', label: 'COLOUR', values: ['red', 'blue'] }]);
  expect(same).toEqual([{ key: 'width', label: 'WIDTH', values: ['25\u00a0mm', '25\u00a0mm'] }]);
});

test('a property that some products lack differs, and is empty for them', () => {
  const { differing, same } = comparedRows([product({}), product({ colour: 'red' })]);
  expect(differing).toEqual([{ key: 'colour', label: 'COLOUR', values: ['', 'red'] }]);
  expect(same).toEqual([]);
});

test('a single product shows everything, no product shows nothing', () => {
  expect(comparedRows([product({ colour: 'red' })])).toMatchObject({ differing: [{ key: 'colour' }], same: [] });
  expect(comparedRows([])).toEqual({ differing: [], same: [] });
});
