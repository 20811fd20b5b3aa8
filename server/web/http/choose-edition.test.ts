import { expect, test } from 'vitest';
import { everyEdition } from '../routes/shop-editions.js';
import { editionByLanguage } from './choose-edition.js';

test.each([
  ['fr-FR,fr;q=0.9,en;q=0.8', 'fr-FR'],
  ['nl;q=0.5, es;q=0.9', 'es-ES'],
  ['it, fr', 'it-IT'],
  ['fr;q=0.7, it;q=0.7', 'fr-FR'],
  ['en, pt;q=0.9, nl;q=0.1', 'nl-NL'],
  ['de-AT', 'de-AT'],
  ['DE-at', 'de-AT'],
  ['de-CH', 'de-DE'],
  ['fr-BE;q=0.8, de-AT;q=0.7', 'fr-FR'],
  ['fr;q=0, it;q=0.3', 'it-IT'],
  ['fr;q=0', undefined],
  ['en-GB,en;q=0.9', undefined],
  ['*', undefined],
  ['', undefined],
])('a browser that asks for "%s" is redirected to %s', (header, locale) => {
  expect(editionByLanguage(everyEdition, header)?.locale).toBe(locale);
});
