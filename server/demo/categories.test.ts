import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCategories, warningsOf } from './categories.js';
import { contentRows, itemTitle, unitName } from './items.js';
import { texts } from './texts.js';

const categories = readCategories(join(import.meta.dirname, 'data'));
const leaves = categories.filter(({ leafNumber }) => leafNumber !== null);
const leaf = (id: number) => {
  const found = leaves.find((category) => category.id === id);
  if (!found) throw new RangeError(`no category ${id}`);
  return found;
};

test('only parts of the restraint system have a warning about airbags', () => {
  const airbag = texts.de.warnings.airbag[0] ?? '';
  const warned = leaves.filter((category) => warningsOf(category).includes(airbag)).map(({ title }) => title.de);
  expect(warned).toHaveLength(5);
  expect(warned.filter((title) => !/Airbag|gurt|Gurt|Crash/.test(title))).toEqual([]);
});

test('universal goods have no advice about an axle, a gearbox, a cooling system or an exhaust', () => {
  const aboutVehicles = 'brake belt body cooling damping drive exhaust ignition joint seal'.split(' ');
  const wrong = leaves.filter(({ universal, advice }) => universal && aboutVehicles.includes(advice));
  expect(wrong.map(({ id, title }) => `${id} ${title.de}`)).toEqual([]);
});

test('the advice follows the part, not its drawing', () => {
  const adviceOf = (name: string) => leaves.filter(({ title }) => title.de === name).map(({ advice }) => advice);
  expect(adviceOf('Starterbatterie')).toEqual(['battery']);
  expect(adviceOf('Bremsleitung')).toEqual(['general']);
  expect(adviceOf('Heckklappendämpfer')).toEqual(['general']);
  expect(adviceOf('Autoshampoo')).toEqual(['care']);
  expect(adviceOf('Verbandkasten')).toEqual(['safety']);
  expect(adviceOf('Dachbox')).toEqual(['accessory']);
});

test('a leaf with a plural as its title says what one unit is, since a price is for one unit', () => {
  // Spanish plurals end in s, but so do words that are made of a verb and a plural.
  const invariant = /^(?:Para|Porta|Elevalunas|Limpia|Subchasis|Reposa)/;
  const plural = leaves.filter(({ title }) => /^\S+s(?: |$)/.test(title.es) && !invariant.test(title.es));
  expect(plural.length).toBeGreaterThan(20);
  expect(plural.filter(({ item }) => item === null).map(({ id, title }) => `${id} ${title.es}`)).toEqual([]);
});

test('one unit has its own title, with the place as a phrase, and its content as an attribute', () => {
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

test('a leaf with a singular as its title needs no item', () => {
  expect([itemTitle(leaf(2003), 'front-left'), contentRows(leaf(2003), 1), unitName(leaf(2003)).it]).toEqual([
    null,
    [],
    'Pinza freno',
  ]);
});
