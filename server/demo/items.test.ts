import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCategories } from './categories.js';
import { contentRows, itemTitle, unitName } from './items.js';

const categories = readCategories(join(import.meta.dirname, 'data'));
const leaf = (id: number) => {
  const found = categories.find((category) => category.id === id);
  if (!found) throw new RangeError(`no category ${id}`);
  return found;
};

test('a price is for one thing: a leaf that is named in the plural says what one unit is', () => {
  // Spanish shows it: a plural ends in s, but for words that are made of a verb and a plural.
  const invariant = /^(?:Para|Porta|Elevalunas|Limpia|Subchasis|Reposa)/;
  const plural = categories.filter(
    ({ leafNumber, title }) => leafNumber !== null && /^\S+s(?: |$)/.test(title.es) && !invariant.test(title.es),
  );
  expect(plural.length).toBeGreaterThan(20);
  expect(plural.filter(({ item }) => item === null).map(({ id, title }) => `${id} ${title.es}`)).toEqual([]);
});

test('one unit has its own title, with the place as a phrase, and what it holds', () => {
  const disc = leaf(1523);
  expect(JSON.parse(itemTitle(disc, 'front') ?? '{}')).toEqual({
    de: 'Bremsscheibe, Vorderachse',
    fr: 'Disque de frein, essieu avant',
    es: 'Disco de freno, eje delantero',
    it: 'Disco freno, asse anteriore',
    nl: 'Remschijf, vooras',
  });
  expect(contentRows(disc, 1)).toEqual([['scope', 'one', null]]);
  expect(contentRows(disc, 2)).toEqual([]);
  expect(unitName(leaf(2267)).de).toBe('Zündkerze');
});

test('a leaf in the singular needs nothing', () => {
  expect([itemTitle(leaf(2003), 'front-left'), contentRows(leaf(2003), 1), unitName(leaf(2003)).it]).toEqual([
    null,
    [],
    'Pinza freno',
  ]);
});
