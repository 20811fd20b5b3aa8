import { expect, test } from 'vitest';
import { z } from 'zod';
import { offerPart } from './merchants.js';
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

test('a refused field of an offer has its true range, and a strange one is named as unknown', () => {
  const factsOfOffer = (values: Readonly<Record<string, unknown>>) => {
    const { error } = offerPart.safeParse(values);
    return error && unusable(offerPart, values, error);
  };
  const range = (minimum: number) => ({ minimum, maximum: 1_000_000, multipleOf: 0.01 });
  expect(factsOfOffer({ price: 12.345 })).toEqual({ parameter: 'price', expected: range(0.01) });
  expect(factsOfOffer({ deposit: '44,9' })).toEqual({ parameter: 'deposit', expected: range(0) });
  expect(factsOfOffer({ preis: 1 })).toEqual({ parameter: 'preis', unknown: true });
});
