import { expect, test } from 'vitest';
import type { Category } from '../generation/category-index.js';
import { leavesOfJob } from './same-job.js';

const parent = {} as Category;
const elsewhere = {} as Category;
const leaf = (id: number, kind: string, more: Partial<Category> = {}) =>
  ({ id, kind, parent, is_leaf: 1, is_universal: 0, leaf_number: null, popularity: id, ...more }) as Category;
const all = [
  leaf(1523, 'disc'),
  leaf(1524, 'disc'),
  leaf(2001, 'pads'),
  leaf(2006, 'bolt'),
  leaf(300, 'caliper', { is_leaf: 0 }),
  leaf(243, 'oilFilter', { parent: elsewhere }),
  leaf(2447, 'canister', { is_universal: 1, leaf_number: 463, parent: elsewhere }),
  leaf(2448, 'spray', { is_universal: 1, parent: elsewhere }),
  leaf(2432, 'tyre', { parent: elsewhere }),
  leaf(2433, 'tyre', { parent: elsewhere }),
  leaf(2444, 'valve', { is_universal: 1 }),
  leaf(2213, 'valve', { parent: elsewhere }),
];
const byId = new Map(all.map((each) => [each.id, each]));

test.each([
  ['brake discs: what is beside them, but no other discs', 1523, [2444, 2006, 2001]],
  ['engine oil: the oil filter, no additive', 2447, [243]],
  ['tyres: valves, no other tyres', 2432, [2444]],
  ['an additive: nothing', 2448, []],
])('the same job as %s', (_, id, wanted) => {
  expect(leavesOfJob(byId, byId.get(id) as Category).map((each) => each.id)).toEqual(wanted);
});
