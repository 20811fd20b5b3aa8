import { describe, expect, test } from 'vitest';
import type { FullTextResult } from '../../contract/search.js';
import type { Vehicle } from '../../contract/vehicles.js';
import type { Api } from '../api/client.js';
import type { PageRequest } from '../render/page.js';
import { editions } from '../routes/editions.js';
import { urlsBelow } from '../routes/paths.js';
import { vehicleTarget } from './chosen-vehicle.js';
import { onlyCategory } from './find-text.js';
import { searchAddress } from './search-address.js';
import type { SearchVehicle } from './search-names.js';

const url = urlsBelow('', editions['de-DE']);
const golf = {
  manufacturer: { id: '10', name: 'Volkswagen', seoName: 'Volkswagen' },
  seriesPage: { id: '55', slug: 'VW-Golf-VII', name: 'Golf VII' },
  model: null,
} as unknown as Vehicle;
const discs = { urlId: '1523', title: 'Bremsscheiben', seoAlias: 'Bremsscheiben', isLeaf: true, isUniversal: false };
const reading = { f: '', notes: [], hasEngine: false, sort: null, withoutCar: 'bremsscheiben' };
const found = (change: object = {}) =>
  ({
    named: discs,
    vehicle: golf,
    reading,
    corrected: null,
    choices: [],
    vehicleSpecific: [],
    specific: [discs],
    universal: [],
    ...change,
  }) as unknown as FullTextResult;

describe('words that name only a category', () => {
  const listing = '/Bremsscheiben/VW-Golf-VII/2-55-1523';
  test.each<[string, object, SearchVehicle | null, string | null]>([
    ['and a series', {}, null, listing],
    ['and no car', { vehicle: null }, null, '/Bremsscheiben/Alle-Fahrzeuge/--1523'],
    ['and filters', { reading: { ...reading, f: 'W10', sort: 'price' } }, null, `${listing}?f=W10&sort=price`],
    [
      'with children, and filters',
      { named: { ...discs, isLeaf: false }, reading: { ...reading, f: 'W10' } },
      null,
      null,
    ],
    ['with children', { named: { ...discs, isLeaf: false } }, null, listing],
    ['and an engine', { reading: { ...reading, hasEngine: true } }, null, null],
    ['and a family of series', { choices: [golf, golf] }, null, null],
    ['and a note', { reading: { ...reading, notes: [{}] } }, null, null],
    ['misspelt', { corrected: { term: 'Bremsscheiben' } }, null, null],
    ['not at all', { named: null }, null, null],
    ['and the series of the address', {}, { type: '2', id: '55' }, listing],
    ['and another series than the address', {}, { type: '2', id: '56' }, null],
    ['and the make of the address', {}, { type: '1', id: '10' }, listing],
    ['and another make than the address', {}, { type: '1', id: '11' }, null],
    ['and a series instead of the model of the address', {}, { type: '3', id: 'm7' }, null],
  ])('%s', (_, change, context, address) => {
    expect(onlyCategory(url, context, found(change))).toBe(address);
  });
});

describe('the words of an unknown address', () => {
  const asked: string[] = [];
  const api = (result: FullTextResult) =>
    ({
      async call(id: string, { number }: { number?: string }) {
        asked.push(id);
        return id === 'fullText' ? result : { exact: number === '5Q0615301F' ? [{}] : [], crossReferences: [] };
      },
    }) as unknown as Api;
  const search = async (words: string[], result = found()) => {
    asked.length = 0;
    const { meaning, pages } = await searchAddress(api(result), url, words);
    return [asked.join(), meaning, pages.map(({ path }) => path)];
  };
  const listing = '/Bremsscheiben/VW-Golf-VII/2-55-1523';

  test('are a part number only if they are one long word with a digit', async () => {
    const number = '/Teilenummernsuche/Teile/Alle-Hersteller/5Q0615301F';
    expect(await search(['5Q0-615-301-F'])).toEqual(['partNumber', number, [number]]);
    expect((await search(['5Q0615301G']))[0]).toBe('partNumber,fullText');
    for (const words of [['5Q0615301F', 'Bremsscheiben'], ['5W30'], ['Bremsscheiben']])
      expect((await search(words))[0]).toBe('fullText');
  });

  test('lead to the category and the car that they name', async () => {
    const car = url('series', { seriesPage: golf.seriesPage as never });
    expect(await search(['Bremsscheiben', 'Golf'])).toEqual(['fullText', listing, [listing, car]]);
    const onlyCar = found({ named: null, reading: { ...reading, withoutCar: '' } });
    expect(await search(['Golf'], onlyCar)).toEqual(['fullText', car, [car]]);
    // Words with another meaning beside the car name no page alone.
    const noted = found({ named: null, reading: { ...reading, withoutCar: '', notes: [{}] } });
    expect(await search(['Golf'], noted)).toEqual(['fullText', null, [car]]);
  });
});

test('a vehicle without a model leads nowhere', async () => {
  expect(await vehicleTarget({ url } as PageRequest, golf, {}, null)).toBeNull();
});
