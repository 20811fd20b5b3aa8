import { expect, test } from 'vitest';
import { editions } from '../routes/editions.js';
import { helpFor } from './help-pages.js';

const pagesFor = (query: string) => helpFor(query, editions['de-DE'], 'Partavo').map(({ page }) => page);

test('a query leads to the pages about it: by the beginning of a long word, and by a short word as a whole', () => {
  const pages = ['Rücksendung', 'PAKETE', 'AGB', 'agbs', 'cooki', 'Bremsscheibe'].map(pagesFor);
  expect(pages).toEqual([['revocation', 'shipping'], ['shipping'], ['terms'], [], [], []]);
});

test('a long question is about a part, and no query leads to more than three pages', () => {
  expect(pagesFor('wo ist meine rücksendung')).toEqual(['revocation', 'shipping']);
  expect(pagesFor('wo ist meine rücksendung denn jetzt')).toEqual([]);
  expect(pagesFor('versand pfand agb impressum blog')).toHaveLength(3);
});
