import { expect, test } from 'vitest';
import { OfferDependencies } from './handler.js';

const version = { epoch: 'e1', number: 7 };

test('a response names its commit and each thing that it depends on once', () => {
  const all = new OfferDependencies(version);
  all.add('best', [4, 3]);
  all.add('product', [12]);
  all.add('best', new Set([3, 5]));
  expect(all.headers()).toEqual({ 'x-offers': 'e1.7', 'x-offer-tags': 'p12 b4 b3 b5' });
});

test('a response that depends on nothing, or of a service without offers, has no tags', () => {
  expect(new OfferDependencies(version).headers()).toEqual({});
  const empty = new OfferDependencies(version);
  empty.add('best', []);
  expect(empty.headers()).toEqual({});
  const without = new OfferDependencies(undefined);
  without.add('product', [1]);
  expect(without.headers()).toEqual({});
});
