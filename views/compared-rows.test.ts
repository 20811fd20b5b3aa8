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

test('what differs comes apart from what all say alike', () => {
  const { differing, same } = comparedRows([
    product({ width: '25', colour: 'red' }),
    product({ width: '25', colour: 'blue' }),
  ]);
  expect(differing).toEqual([{ key: 'colour', label: 'COLOUR', values: ['red', 'blue'] }]);
  expect(same).toEqual([{ key: 'width', label: 'WIDTH', values: ['25\u00a0mm', '25\u00a0mm'] }]);
});

test('what only some name differs, and is empty for the others', () => {
  const { differing, same } = comparedRows([product({}), product({ colour: 'red' })]);
  expect(differing).toEqual([{ key: 'colour', label: 'COLOUR', values: ['', 'red'] }]);
  expect(same).toEqual([]);
});

test('of a single product everything is shown, of none nothing', () => {
  expect(comparedRows([product({ colour: 'red' })])).toMatchObject({ differing: [{ key: 'colour' }], same: [] });
  expect(comparedRows([])).toEqual({ differing: [], same: [] });
});
