import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { countries } from './countries.js';

test('views/drawings/flags.svg has the flag of each delivery country, and no other', () => {
  const drawing = readFileSync(new URL('../../views/drawings/flags.svg', import.meta.url), 'utf8');
  const drawn = [...drawing.matchAll(/<symbol id="([A-Z]{2})" viewBox="[\d. ]+"[^>]*><\w/g)].map(([, code]) => code);
  expect(drawn).toEqual(countries);
});
