import { expect, test } from 'vitest';
import { bodyOf, fullModelName, shortSeriesName } from '../vehicles/series-name.js';
import { horsePower } from '../vehicles/vehicle-wire.js';
import { slugOf } from './slugs.js';

test.each([
  ['Öl & Ölfilter', 'de', 'Oel-Oelfilter'],
  ['Öl & Ölfilter', 'fr', 'Ol-Olfilter'],
  ['Straße', 'nl', 'Strasse'],
  ["Disque d'embrayage", 'fr', 'Disque-dembrayage'],
  ['Škoda – Łada', 'es', 'Skoda-Lada'],
  ['--a__b--', 'de', 'a-b'],
  ['Ж', 'de', 'x'],
  ['', 'de', 'x'],
])('%j in %s becomes %s in an address', (text, language, slug) => expect(slugOf(text, language)).toBe(slug));

test.each([
  ['Golf IV Variant (1J5)', null, 'Golf IV Variant'],
  ['3er Limousine (E90)', 'saloon', '3er'],
  ['Golf Schrägheck', 'hatchback', 'Golf'],
  ['Roadster (452)', null, 'Roadster'],
  ['Smart Roadster (452)', 'roadster', 'Smart'],
  ['T5 Bus Multivan', 'bus', 'T5 Multivan'],
])('the series %j has the body %s', (series, body, short) => {
  expect([bodyOf(series), shortSeriesName(series, 'de')]).toEqual([body, short]);
});

test('the name of a model contains its maker once', () => {
  expect(fullModelName('Volkswagen', 'Golf V (1K1)', '1.9 TDI')).toBe('Volkswagen Golf V 1.9 TDI');
  expect(fullModelName('Mini', 'MINI (R50)', 'Cooper')).toBe('MINI Cooper');
  expect([horsePower(77), horsePower(100), horsePower(0)]).toEqual([105, 136, 0]);
});
