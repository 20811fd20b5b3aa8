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
  ['Kupplungssatz', 'Kupplungssätze'],
  ['Türschloss', 'Türschlösser'],
  ['Olio motore', 'Oli motore'],
  ['Braccio oscillante', 'Bracci oscillanti'],
  ['Motorolie', 'Motoroliën'],
  ['Aandrijfas', 'Aandrijfassen'],
  ['Stuurhuis', 'Stuurhuizen'],
  ['Versnellingsbaksteun', 'Versnellingsbaksteunen'],
])('%s and %s are one name', (title, other) => expect(isSameTitle(title, other)).toBe(true));

test.each([
  ['Ölfilter', 'Filter'],
  ['Motoröl', 'Getriebeöl'],
  ['Disque de frein', 'Freins à disque'],
  ['Motorlager', 'Motorlagerung'],
  ['Oliefilterhuis', 'Oliefilters'],
  ['Veerpootlager', 'Veerpootlagering'],
])('%s and %s are two', (title, other) => expect(isSameTitle(title, other)).toBe(false));
