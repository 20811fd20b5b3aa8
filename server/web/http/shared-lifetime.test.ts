import { expect, test } from 'vitest';
import { fc } from '../../../test/support/properties.js';
import { type Lifetime, SharedLifetime } from './shared-lifetime.js';

const time = fc.nat(1000);
const lifetime = fc.record<Lifetime>({ freshUntil: time, staleUntil: time, errorUntil: time });

test('a page of several responses has the earliest of each of their ends', () => {
  fc.assert(
    fc.property(fc.array(lifetime), lifetime, (responses, longest) => {
      const shared = new SharedLifetime();
      for (const response of responses) shared.include(response, true);
      const first = (end: keyof Lifetime) => Math.min(...[...responses, longest].map((each) => each[end]));
      expect(shared.within(longest)).toEqual({
        freshUntil: first('freshUntil'),
        staleUntil: first('staleUntil'),
        errorUntil: first('errorUntil'),
      });
      expect(shared.isWhole).toBe(true);
    }),
  );
});

test('a page with a response of another catalogue, or an incomplete one, is not cached', () => {
  const ends = { freshUntil: 1, staleUntil: 1, errorUntil: 1 };
  const mixed = new SharedLifetime();
  mixed.include(ends, false);
  mixed.include(ends, true);
  expect(mixed.isWhole).toBe(false);
  const incomplete = new SharedLifetime();
  incomplete.spoil();
  expect(incomplete.isWhole).toBe(false);
});
