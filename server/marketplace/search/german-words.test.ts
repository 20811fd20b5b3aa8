import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import { idsOf } from '../../../test/fixtures/marketplace/workers/catalogue-service.js';
import type { Wire } from '../../contract/operations/handler-types.js';
import type { Generation } from '../generation/generation.js';
import { findFullText } from './full-text.js';

const titles = {
  [ids.brakes]: 'Turbolader Dichtung',
  [ids.discGroup]: 'Bremse',
  [ids.discs]: 'Bremsscheiben',
  [ids.pads]: 'Kolbenringe',
  [ids.drums]: 'Bremstrommeln',
  900: 'Kolbenrinne',
  [ids.oils]: 'Motoröl',
};
const folder = mkdtempSync(join(tmpdir(), 'german-words-'));
let generation: Generation;
beforeAll(async () => {
  const file = writeCatalogue(folder, { generation: 'g1', titles });
  generation = await openCatalogue(folder, 'g1', file);
});
afterAll(async () => {
  await generation.close();
  rmSync(folder, { recursive: true });
});

const find = (term: string, exact?: '1'): Promise<Wire<'fullText'>> =>
  findFullText(
    generation,
    { country: 'DE', locale: 'de-DE', sort: 'popularity', page: 1, pageSize: 20, term, exact },
    () => undefined,
  );

const categoriesOf = ({ specific, universal }: Wire<'fullText'>) => idsOf([...specific, ...universal]);
const filtersOf = ({ reading }: Wire<'fullText'>): Record<string, string[]> =>
  Object.fromEntries(
    reading.f === ''
      ? []
      : JSON.parse(Buffer.from(reading.f, 'base64url').toString()).map(
          ({ key, values }: { key: string; values: string[] }) => [key, values],
        ),
  );
const notesOf = ({ reading }: Wire<'fullText'>) =>
  reading.notes.map(({ kind, text, values }) => [kind, text, ...values]);

test.each([
  ['scheib', ids.discs],
  ['Scheiben', ids.discs],
  ['Turboladerdichtung', ids.brakes],
  ['Rinne', 900],
  ['rinn', 900],
  ['premse', ids.discGroup],
  ['Kolbemrinne', 900],
  ['Brensscheiben', ids.discs],
  ['Kolbensring', ids.pads],
  ['Motroöl', ids.oils],
])('%s, the end of a name or a mistake in one, finds it', async (term, category) => {
  expect(categoriesOf(await find(term))).toContain(category);
});

test('a mended word is the nearest one, is reported, and tells whether the word as typed finds something', async () => {
  const mended = async (term: string) => {
    const { corrected } = await find(term);
    return corrected && [corrected.term, corrected.hasExact];
  };
  expect(await mended('Kolbemrinne')).toEqual(['Kolbenrinne', false]);
  expect(await mended('premse')).toEqual(['Bremse', false]);
  expect(await mended('Bremscheiben Motoröl')).toEqual(['Bremsscheiben Motoröl', true]);
  expect(categoriesOf(await find('Kolbemrinne', '1'))).toEqual([]);
  for (const right of ['Bremsscheibe', 'scheibe', 'Zeitung']) expect(await mended(right)).toBeNull();
});

test.each<[string, Record<string, string[]>, string, unknown[][]]>([
  ['Bremsscheiben vorne', { place: ['front'] }, 'Bremsscheiben', []],
  ['Bremsscheiben vorne und hinten', { place: ['front', 'rear'] }, 'Bremsscheiben und', []],
  ['Bremsscheibe hinten links', { place: ['rear'] }, 'Bremsscheibe links', []],
  ['scheibe vorne', { place: ['front'] }, 'scheibe', []],
  ['Bremsscheiben 288,5 x 25', { diameter: ['288.5'], thickness: ['25'] }, 'Bremsscheiben', []],
  ['Bremsscheiben 25 mm Dicke', { thickness: ['25'] }, 'Bremsscheiben Dicke', []],
  [
    'Bremsscheiben Dicke 30,6 mm',
    { thickness: ['30', '31'] },
    'Bremsscheiben Dicke',
    [['nearest', '30,6 mm', '31 mm', '30 mm']],
  ],
  ['Bremsscheiben 25 mm 25,4 mm', { thickness: ['25'] }, 'Bremsscheiben 25,4 mm', [['missing', '25,4 mm']]],
  ['Bremsscheiben Brand 2 22,3 mm', { brand: ['2'] }, 'Bremsscheiben 22,3 mm', [['missing', '22,3 mm']]],
  ['Bremsscheiben 60 mm', {}, 'Bremsscheiben 60 mm', [['missing', '60 mm']]],
  ['Bremsscheiben 12 V', {}, 'Bremsscheiben 12 V', []],
  ['Bremsscheiben 24 V', {}, 'Bremsscheiben 24 V', [['missing', '24 V']]],
  ['Bremsscheiben ET 26', {}, 'Bremsscheiben ET 26', [['missing', 'ET 26']]],
  ['25 mm', { thickness: ['25'] }, 'Bremsscheiben', []],
  ['Motoröl 5W30', { viscosity: ['5W30'] }, 'Motoröl', []],
  ['Brand 2 Bremsscheiben', { brand: ['2'] }, 'Bremsscheiben', []],
  ['Bosch Bremsscheiben', {}, 'Bosch Bremsscheiben', [['unsold', 'Bosch']]],
  ['scheibe', {}, 'scheibe', []],
])('%s becomes filters, words and notes', async (term, filters, rest, notes) => {
  const found = await find(term);
  expect([filtersOf(found), found.reading.rest, notesOf(found)]).toEqual([filters, rest, notes]);
});

test('a car and its engine name one model, also without a space between name and generation', async () => {
  const carIn = async (term: string) => {
    const { vehicle } = await find(term);
    return [vehicle?.seriesPage?.id, vehicle?.model?.id];
  };
  const golf = String(ids.golf);
  expect(await carIn('Golf V 1.9 TDI Bremsscheiben')).toEqual([golf, ids.golfModel]);
  expect(await carIn('Golf V 1.6 Bremsscheiben')).toEqual([golf, ids.golfConditional]);
  expect(await carIn('golf5 bremsscheiben')).toEqual([golf, undefined]);
  const readingOf = async (term: string) => {
    const { hasEngine, withoutCar } = (await find(term)).reading;
    return [hasEngine, withoutCar];
  };
  expect(await readingOf('Golf V Bremsscheiben')).toEqual([false, 'Bremsscheiben']);
  expect(await readingOf('Golf TDI Bremsscheiben')).toEqual([true, 'Bremsscheiben']);
  expect(await readingOf('Bremsscheiben')).toEqual([false, null]);
});

test('a number is found by its end, with letters for digits, by its version, and with one wrong sign', async () => {
  const numbers = async (term: string) => {
    const found = await find(term);
    return [idsOf(found.products), notesOf(found)];
  };
  const seventh = ids.firstDisc + 6;
  for (const term of ['6153017', '1K06153O17', 'IK06153017', 'Bremsscheibe 1K06153017', 'Bremsscheibe 6153017'])
    expect([term, await numbers(term)]).toEqual([term, [[seventh], []]]);
  // Four signs are the end of too many numbers.
  expect((await numbers('3017'))[0]).toEqual([]);
  for (const term of ['1K06153017AA', '2K06153017', '1K06153017B'])
    expect([term, await numbers(term)]).toEqual([term, [[seventh], [['similar', '', '1K06153017']]]]);
  // The number belongs to another brand, so its signs are words.
  expect((await numbers('Brand 2 DISC1'))[0]).toEqual([ids.firstDisc]);
  expect((await numbers('Brand 1 DISC1'))[0]).toEqual([1, 12, 15, 18].map((disc) => ids.firstDisc + disc - 1));
  expect((await numbers('1K06153012 9X88888888'))[0]).toEqual([]);
  expect(await numbers('1K06153012 1K06153013')).toEqual([[ids.firstDisc + 1, ids.firstDisc + 2], []]);
});

test('a group beside a filter stays the first result, before the leaf that has the filter', async () => {
  for (const term of ['Bremse vorne', 'Bremse 25 mm']) {
    const found = await find(term);
    expect([term, categoriesOf(found), found.named?.id]).toEqual([
      term,
      [ids.discGroup, ids.discs],
      String(ids.discGroup),
    ]);
  }
});
