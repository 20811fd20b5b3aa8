import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../contract/problem.js';
import { addressOf } from './addresses.js';

describe('address of a call', () => {
  it('has one spelling, without unknown parameters', () => {
    const one = addressOf('listing', {
      tail: '--243',
      second: 'x',
      first: 'x',
      country: 'AT',
      locale: 'de-AT',
      utm_source: 'a',
    });
    const two = addressOf('listing', {
      first: 'x',
      second: 'x',
      tail: '--243',
      locale: 'de-AT',
      country: 'AT',
      page: '1',
    });
    expect(one.target).toBe('/api/x/x/--243?locale=de-AT&country=AT&page=1&sort=popularity');
    expect(two).toEqual(one);
    const empty = addressOf('listing', {
      tail: '--243',
      second: 'x',
      first: 'x',
      locale: 'de-AT',
      country: 'AT',
      f: '',
    });
    expect(empty).toEqual(one);
  });

  it('keeps countries, locales and vehicles apart', () => {
    const base = { sparePartId: '5', locale: 'de-DE', country: 'DE' };
    const spellings = [base, { ...base, country: 'AT' }, { ...base, locale: 'fr-FR' }, { ...base, modelId: 'x1' }];
    expect(new Set(spellings.map((values) => addressOf('offers', values).target)).size).toBe(4);
  });

  it('cannot leave its path', () => {
    expect(() => addressOf('manufacturer', { id: '../../x' })).toThrow(ProblemError);
    expect(() => addressOf('article', { brand: 'a/b', number: 'X' })).toThrow(ProblemError);
    expect(addressOf('listing', { first: '../..', second: '%2e', tail: '--5' }).target).toMatch(
      /^\/api\/\.\.%2F\.\.\/%252e\/--5\?/,
    );
  });
});
