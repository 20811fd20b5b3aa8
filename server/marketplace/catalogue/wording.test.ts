import { expect, test } from 'vitest';
import { bodies } from '../../contract/vehicles.js';
import { shownMeasure, shownValue } from '../catalogue-texts/own-attributes.js';
import { ownTexts } from '../catalogue-texts/own-texts.js';
import { collator, editionCountry, languageOf, parseTexts, textIn } from '../catalogue-texts/texts.js';
import { joinedSeries } from '../search/words/vehicle-terms.js';
import { bodyOf, fullModelName, marketName, seriesNameIn, shortSeriesName } from '../vehicles/series-name.js';
import { horsePower } from '../vehicles/vehicle-wire.js';
import { priceRange } from './facets.js';
import { parseFilters } from './filters.js';
import { checksOf } from './fit-checks.js';
import { basePriceWire } from './product-wire.js';
import { slugOf } from './slugs.js';

test.each([
  ['Bremsbeläge', 'de', 'Bremsbelaege'],
  ['Öle & Fette', 'de', 'Oele-Fette'],
  ['Größe', 'fr', 'Grosse'],
  ["Filtre à l'huile", 'fr', 'Filtre-a-lhuile'],
  ['Filtre à l’huile', 'fr', 'Filtre-a-lhuile'],
  ['Škoda', 'de', 'Skoda'],
  ['Łódź Ærø Œuvre', 'nl', 'Lodz-Aero-Oeuvre'],
  ['  (1.9 TDI)  ', 'de', '1-9-TDI'],
  ['—', 'de', 'x'],
])('%s in %s is %s in an address (D59)', (text, language, slug) => {
  expect(slugOf(text, language)).toBe(slug);
});

test.each([
  ['288.5', '288,5'],
  ['-40.5', '-40,5'],
  ['288', '288'],
  ['5W30', '5W-30'],
  ['10W40', '10W-40'],
  ['W5W', 'W5W'],
  ['M12x1.5', 'M12x1.5'],
])('the value %s is written %s', (value, shown) => {
  expect(shownValue(value, 'fr')).toBe(shown);
});

test.each([
  ['15', 'in', 'de', '15 Zoll'],
  ['15', 'in', 'fr', '15 pouces'],
  ['15', 'in', 'es', '15 pulgadas'],
  ['15', 'in', 'it', '15 pollici'],
  ['15', 'in', 'nl', '15 inch'],
  ['0.375', 'in', 'de', '3/8″'],
  ['0.5', 'in', 'it', '1/2″'],
  ['7.5', 'A', 'fr', '7,5 A'],
  ['0.5', 'mm', 'de', '0,5 mm'],
  ['H7', null, 'de', 'H7'],
] as const)('%s with the unit %s in %s is %s', (value, unit, language, shown) => {
  const measure = shownMeasure(value, unit, language);
  expect([measure.value, measure.unit].filter(Boolean).join(' ')).toBe(shown);
});

test('a text is in the requested language, else in German, else in any', () => {
  expect(textIn({ de: 'd', fr: 'f' }, 'fr')).toBe('f');
  expect(textIn({ fr: 'f', de: 'd' }, 'it')).toBe('d');
  expect(textIn({ fr: 'f' }, 'it')).toBe('f');
  expect(textIn({}, 'it')).toBe('');
  expect([parseTexts('plain'), parseTexts('{"it":"i"}')]).toEqual([{ de: 'plain' }, { it: 'i' }]);
  expect([languageOf('de-AT'), editionCountry('de-AT')]).toEqual(['de', 'AT']);
});

test('names are sorted by language, numbers in them by value', () => {
  const { compare } = collator('de-DE');
  expect(['Golf 10', 'golf 9', 'Äser', 'Zoe', 'Atos'].sort(compare)).toEqual([
    'Äser',
    'Atos',
    'golf 9',
    'Golf 10',
    'Zoe',
  ]);
});

test.each([
  ['Volkswagen', 'Golf IV (1J1)', '1.9 TDI', 'Volkswagen Golf IV 1.9 TDI'],
  ['BMW', '3er Touring (E91) (LCI)', '320d', 'BMW 3er Touring 320d'],
  ['Mini', 'MINI Cooper (R50)', '1.6', 'MINI Cooper 1.6'],
])('%s %s %s is called %s', (make, series, model, name) => {
  expect(fullModelName(make, series, model)).toBe(name);
});

test.each([
  ['Golf VII Schrägheck (5G1)', 'hatchback', 'Golf VII à hayon (5G1)', 'Golf VII'],
  ['Partner Kastenwagen (5_ G_)', 'panelVan', 'Partner fourgon (5_ G_)', 'Partner'],
  ['1er 3-Türer (E81)', 'threeDoors', 'Série 1 3 portes (E81)', 'Série 1'],
  ['A-Klasse Limousine (V177)', 'saloon', 'Classe A berline (V177)', 'Classe A'],
  ['T5 Bus Multivan (7HB)', 'bus', 'T5 minibus Multivan (7HB)', 'T5 Multivan'],
  ['Golf VII Variant (BA5)', null, 'Golf VII Variant (BA5)', 'Golf VII Variant'],
  ['Roadster (452)', null, 'Roadster (452)', 'Roadster'],
  ['Corolla Kombi', 'estate', 'Corolla break', 'Corolla'],
])('the body of %s is %s, in French %s', (series, body, french, short) => {
  expect(bodyOf(series)).toBe(body);
  expect(seriesNameIn(series, 'fr')).toBe(french);
  expect(shortSeriesName(series, 'fr')).toBe(short);
});

test.each([
  ['3er (E46)', 'Série 3 (E46)', 'Serie 3 (E46)', 'Serie 3 (E46)', '3-serie (E46)'],
  [
    '2er Active Tourer',
    'Série 2 Active Tourer',
    'Serie 2 Active Tourer',
    'Serie 2 Active Tourer',
    '2-serie Active Tourer',
  ],
  ['A-Klasse (W176)', 'Classe A (W176)', 'Clase A (W176)', 'Classe A (W176)', 'A-klasse (W176)'],
  ['2.0 Allrad', '2.0 4x4', '2.0 4x4', '2.0 4x4', '2.0 4x4'],
  ['Golf VII', 'Golf VII', 'Golf VII', 'Golf VII', 'Golf VII'],
])('%s has its name of the market, and a search reads both names', (german, ...names) => {
  const languages = ['fr', 'es', 'it', 'nl'] as const;
  expect(languages.map((language) => marketName(german, language))).toEqual(names);
  expect(marketName(german, 'de')).toBe(german);
  if (/er|Klasse/.test(german)) for (const name of names) expect(joinedSeries(name)).toBe(joinedSeries(german));
});

test('every body has its word in every language', () => {
  for (const texts of Object.values(ownTexts)) expect(Object.keys(texts.bodies).sort()).toEqual([...bodies].sort());
});

test('horsepower is metric and whole (D14)', () => {
  expect([55, 66, 77, 103, 110].map(horsePower)).toEqual([75, 90, 105, 140, 150]);
});

test('the price per litre or kilogram is rounded to the cent; other goods have none (PAngV § 4)', () => {
  expect(basePriceWire({ base_amount: 5000, base_unit: 'l' }, 3333)).toEqual({ value: 6.67, unit: 'l' });
  expect(basePriceWire({ base_amount: 750, base_unit: 'kg' }, 1000)).toEqual({ value: 13.33, unit: 'kg' });
  expect(basePriceWire({ base_amount: null, base_unit: 'l' }, 1000)).toBeNull();
  expect(basePriceWire({ base_amount: 750, base_unit: null }, 1000)).toBeNull();
});

test.each([
  ['10-49.5', { from: 1000, to: 4950 }],
  ['10-', { from: 1000, to: null }],
  ['-0.29', { from: null, to: 29 }],
  ['10-10', { from: 1000, to: 1000 }],
  ['1.15-1.16', { from: 115, to: 116 }],
  ['50-10', null],
  ['-', null],
  ['', null],
  ['1,5-', null],
  ['1.234-', null],
  ['12345678-', null],
  ['1-2-3', null],
])('the range "%s" is %j cents', (written, range) => {
  expect(priceRange(written)).toEqual(range);
});

test('filters are sorted without duplicates; too many or too long ones are ignored', () => {
  const read = (filters: unknown) => [...parseFilters(Buffer.from(JSON.stringify(filters)).toString('base64url'))];
  const chosen = [
    { key: 'place', values: ['rear', 'front', 'rear'] },
    { key: 'brand', values: ['30'] },
    { key: 'place', values: ['both'] },
    { key: 'axle', values: [] },
  ];
  expect(read(chosen)).toEqual([
    ['brand', ['30']],
    ['place', ['both', 'front', 'rear']],
  ]);
  const keys = (count: number) => Array.from({ length: count }, (_, index) => ({ key: `k${index}`, values: ['x'] }));
  expect([read(keys(20)).length, read(keys(21)).length]).toEqual([20, 0]);
  const long = (length: number) => [{ key: 'a', values: Array.from({ length }, (_, index) => `${index}`.padEnd(60)) }];
  expect([read(long(20)).length, read(long(30)).length]).toEqual([1, 0]);
  expect([...parseFilters(undefined), ...parseFilters(''), ...parseFilters('!')]).toEqual([]);
});

test('universal goods list the properties that decide for their kind, most important first (D73)', () => {
  const keysOf = (kind: string, ...attributes: [string, string][]) =>
    checksOf({ kind, attributes: JSON.stringify(attributes.map((each) => [...each, null])) }, 'unknown', 'de').map(
      ({ key, what, state }) => `${key} ${what} ${state}`,
    );
  expect(keysOf('bulb', ['watt', '55'], ['colour', 'x'], ['type', 'H7'], ['width', '1'])).toEqual([
    'type socket unknown',
    'watt power unknown',
  ]);
  expect(keysOf('tyre', ['loadSpeed', '91V'], ['width', '205'])).toEqual([
    'width size unknown',
    'loadSpeed load unknown',
  ]);
  // The content counts for fluids.
  expect(keysOf('oil', ['volume', '5'], ['viscosity', '5W30'])).toEqual([
    'viscosity approval unknown',
    'volume contents unknown',
  ]);
  expect(keysOf('cleaner', ['volume', '5'])).toEqual([]);
});
