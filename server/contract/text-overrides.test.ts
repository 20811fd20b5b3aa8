import { expect, test } from 'vitest';
import { languages } from './languages.js';
import { languagesOf, longestText } from './text-overrides.js';

test('only texts that may be overridden have a limit, for any name of a field', () => {
  expect([longestText('product', 'title'), longestText('shop', 'name')]).toEqual([200, 80]);
  for (const field of ['name', 'toString', '__proto__', '']) expect(longestText('product', field)).toBeNull();
});

test('texts of a shop are in one language, all others in each', () => {
  expect([languagesOf('shop'), languagesOf('product')]).toEqual([[''], languages]);
});
