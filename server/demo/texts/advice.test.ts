import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCategories } from '../categories.js';
import { adviceFor } from './advice.js';
import { texts } from './texts.js';
import { warningsFor } from './warnings.js';

const leaves = readCategories(join(import.meta.dirname, '../data')).filter(({ leafNumber }) => leafNumber !== null);
const advice: Readonly<Record<string, string>> = texts.de.advice;
const sortOf = (category: (typeof leaves)[number]): string | undefined => {
  const said = adviceFor(category.kind, category.id, (category.root ?? category).id, 'de');
  return Object.keys(advice).find((sort) => advice[sort] === said);
};

test('only parts of the restraint system have a warning about airbags', () => {
  const airbag = texts.de.warnings.airbag[0] ?? '';
  const warned = leaves.filter((category) => warningsFor(category).includes(airbag)).map(({ title }) => title.de);
  expect(warned).toHaveLength(5);
  expect(warned.filter((title) => !/Airbag|gurt|Gurt|Crash/.test(title))).toEqual([]);
});

test('goods that belong to no vehicle have no advice about an axle, a gearbox, a cooling system or an exhaust', () => {
  const ofVehicles = new Set([
    'brake',
    'belt',
    'body',
    'cooling',
    'damping',
    'drive',
    'exhaust',
    'ignition',
    'joint',
    'seal',
  ]);
  const wrong = leaves.filter((category) => category.universal && ofVehicles.has(sortOf(category) ?? 'joint'));
  expect(wrong.map(({ id, title }) => `${id} ${title.de}`)).toEqual([]);
});

test('advice follows the part and not its drawing', () => {
  const sortOfLeaf = (title: string) => leaves.filter((leaf) => leaf.title.de === title).map(sortOf);
  expect(sortOfLeaf('Starterbatterie')).toEqual(['battery']);
  expect(sortOfLeaf('Bremsleitung')).toEqual(['general']);
  expect(sortOfLeaf('Heckklappendämpfer')).toEqual(['general']);
  expect(sortOfLeaf('Autoshampoo')).toEqual(['care']);
  expect(sortOfLeaf('Verbandkasten')).toEqual(['safety']);
  expect(sortOfLeaf('Dachbox')).toEqual(['accessory']);
});
