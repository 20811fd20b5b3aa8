import { expect, test } from 'vitest';
import { z } from 'zod';
import { unusable } from './refused-parameter.js';

const schema = z.object({ sort: z.enum(['price', 'popularity']), page: z.number().int().min(1).optional() });
const factsOf = (values: Readonly<Record<string, unknown>>) => {
  const { error } = schema.safeParse(values);
  return error && unusable(schema, values, error);
};

test('an error names the refused parameter and its allowed values; an absent one is missing', () => {
  expect(factsOf({})).toEqual({ parameter: 'sort', missing: true });
  expect(factsOf({ sort: 'mood' })).toEqual({
    parameter: 'sort',
    expected: expect.objectContaining({ enum: ['price', 'popularity'] }),
  });
  expect(factsOf({ sort: 'price', page: 0 })).toMatchObject({ parameter: 'page', expected: { minimum: 1 } });
  expect(factsOf({ sort: 'price' })).toBeUndefined();
});
