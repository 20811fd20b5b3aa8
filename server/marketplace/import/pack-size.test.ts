import { expect, test } from 'vitest';
import { withPackSize } from './attributes.js';
import type { RowError } from './reading/import-errors.js';

test.each([
  [
    [['scope', 'pair', null]],
    2,
    [
      ['scope', 'pair', null],
      ['packSize', '2', null],
    ],
    0,
  ],
  [
    [['scope', '4 Stück', null]],
    4,
    [
      ['scope', '4 Stück', null],
      ['packSize', '4', null],
    ],
    0,
  ],
  [[['scope', 'pair', null]], 4, [['packSize', '4', null]], 1],
  [
    [
      ['packSize', '2', null],
      ['scope', 'one', null],
    ],
    null,
    [['packSize', '2', null]],
    1,
  ],
  [
    [['scope', 'set', null]],
    4,
    [
      ['scope', 'set', null],
      ['packSize', '4', null],
    ],
    0,
  ],
  [[['scope', 'pair', null]], null, [['scope', 'pair', null]], 0],
])('%j with a pack of %j pieces is stored as %j', (attributes, size, stored, contradictions) => {
  const lacks: RowError[] = [];
  expect(JSON.parse(withPackSize(JSON.stringify(attributes), size, lacks))).toEqual(stored);
  expect(lacks).toHaveLength(contradictions);
});
