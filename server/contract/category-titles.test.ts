import { expect, test } from 'vitest';
import { isSameTitle } from './category-titles.js';

test.each([
  ['Motoröl', 'Motoröle'],
  ['Batterie', 'Batterien'],
  ['Filtre à huile', 'Filtres à huile'],
  ['Filtro de aceite', 'Filtros de aceite'],
  ['Filtre à Huile', 'Filtre à huile'],
  ['Pompa carburante', 'Pompe carburante'],
  ['Oliefilter', 'Oliefilters'],
  ['Stoßdämpfer', 'Stoßdämpfer'],
])('%s and %s are one name', (title, other) => expect(isSameTitle(title, other)).toBe(true));

test.each([
  ['Ölfilter', 'Filter'],
  ['Motoröl', 'Getriebeöl'],
  ['Disque de frein', 'Freins à disque'],
])('%s and %s are two', (title, other) => expect(isSameTitle(title, other)).toBe(false));
