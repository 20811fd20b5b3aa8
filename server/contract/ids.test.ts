import { expect, test } from 'vitest';
import { decimalId, modelId, opaqueId, slug } from './ids.js';

test.each([
  ['a decimal id', decimalId, ['1', '9'.repeat(15)], ['', '0', '01', '-1', '1.5', '1e3', '9'.repeat(16)]],
  ['an id of a model', modelId, ['5021', 'm_7', 'm'.repeat(32)], ['', 'm-7', 'm'.repeat(33), 'é']],
  ['an opaque id', opaqueId, ['kX3_p0Zq-7', 'k'.repeat(64)], ['', 'k'.repeat(65), 'a.b']],
  ['a slug', slug, ['Bremsscheiben', 'A-1'], ['', 'a_b', 'ä', 'a b']],
] as const)('%s is of its letters and no longer', (_, schema, known, unknown) => {
  expect(known.filter((text) => !schema.safeParse(text).success)).toEqual([]);
  expect(unknown.filter((text) => schema.safeParse(text).success)).toEqual([]);
});
