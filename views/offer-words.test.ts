import { expect, test } from 'vitest';
import type { FitCheck } from '../server/contract/articles.js';
import { editions } from '../server/web/routes/editions.js';
import { euros, pageOf, plain } from '../test/fixtures/views/page.js';
import { offerOf, productOf, vehicle } from '../test/fixtures/views/pages/article-cart-views.js';
import { categoryHref, categoryKind, ownPage, vehicleHref } from './catalogue-links.js';
import { exactVehicleName, shortName } from './catalogue-names.js';
import { category } from './example-data.js';
import { fitText } from './fit-text.js';
import { keptOf } from './kept-vehicle.js';
import { deliveryText, deliveryTime, isShort, priceOfText, returnText, sellerTexts } from './offer-texts.js';
import { pictureIn } from './picture-widths.js';
import { vehicleState } from './vehicle-state.js';
import { withQuery } from './with-query.js';

const page = pageOf(editions['de-DE']);
const { t, url, format } = page;

test('times and returns are said as far as they are known', () => {
  expect(deliveryText(page, null)).toBe('Lieferzeit nicht angegeben');
  expect([deliveryText(page, { min: 2, max: 3 }), deliveryText(page, { min: 1, max: 1 })]).toEqual([
    'in 2–3 Werktagen',
    'in 1 Werktag',
  ]);
  expect([deliveryTime(page, { min: 2, max: 3 }), deliveryTime(page, { min: 1, max: 1 })]).toEqual([
    '2–3 Werktage',
    '1 Werktag',
  ]);
  const returned = (paidBy: 'shop' | 'buyer', cost: number | null): string =>
    plain(returnText(page, { paidBy, cost: cost === null ? null : euros(cost), days: 30 }));
  expect([returned('shop', null), returned('buyer', null), returned('buyer', 0), returned('buyer', 495)]).toEqual([
    'kostenlos, 30 Tage',
    'Kosten nicht angegeben, 30 Tage',
    '0,00 €, 30 Tage',
    '4,95 €, 30 Tage',
  ]);
});

test('stock is short below the wanted packs, and never if unknown', () => {
  const short = (stock: number | null): boolean => isShort(offerOf(0, { stock }), { pieces: 9, packs: 3, packSize: 3 });
  expect([short(null), short(2), short(3), short(0)]).toEqual([false, true, false, true]);
});

test('the amount of a price is said unless it is one usual piece', () => {
  expect(priceOfText(page, productOf())).toBe('');
  expect(priceOfText(page, productOf({ packSize: 2, packs: 1 }))).toBe('Packung mit 2 Stück');
  expect(plain(priceOfText(page, productOf({ packSize: 2, packs: 2, lowestPrice: euros(1000) })))).toBe(
    'für 2, je 10,00 €',
  );
  expect(sellerTexts(page, null)).toEqual({ rating: '', returns: '' });
});

const check = (state: FitCheck['state'], value: string, what: FitCheck['what'] = 'size'): FitCheck => ({
  ...{ key: what, label: what === 'size' ? 'Größe' : 'Sockel', value, unit: null, what, state },
});
const verdict = (checks: FitCheck[], isBesideData = false): string =>
  fitText(t, { state: 'universal', notes: [], checks }, isBesideData);

test('a verdict names the worst values of one kind, and the values where nothing else shows them', () => {
  const checks = [check('met', '1'), check('notMet', '2'), check('notMet', '3'), check('notMet', 'H7', 'socket')];
  expect(verdict(checks)).toBe('Universell – weicht vom Fahrzeug ab: Größe 2, Größe 3');
  expect(verdict(checks, true)).toBe('Universell – weicht vom Fahrzeug ab: Größe, Größe');
  expect(verdict([check('unknown', '1')])).toBe('Universell – bitte prüfen: Größe 1');
  expect(verdict([])).toBe('Universell');
  const approval = { ...check('met', 'A, B, C, D', 'approval'), key: 'approval' };
  expect(verdict([approval])).toBe('Freigegeben: A, B, C, D');
  expect(fitText(t, { state: 'fits', notes: [], checks: [check('notMet', '1')] })).toBe('Passt');
  const fit = { state: 'conditional' as const, notes: [], checks: [] };
  expect([fitText(t, fit), fitText(t, { ...fit, notes: ['a', 'b'] })]).toEqual([
    'Passt unter Bedingungen',
    'Passt, wenn: a, b',
  ]);
});

const series = { ...vehicle, model: null };
const maker = { ...series, seriesPage: null };

test('a category and a vehicle have the address of the most exact known vehicle', () => {
  const hrefs = [vehicle, series, maker, null].map((each) => categoryHref(url, category, each));
  expect(hrefs).toEqual([
    '/Bremsscheiben/Golf-VII/3-77-1523',
    '/Bremsscheiben/Golf-VII/2-2-1523',
    '/Bremsscheiben/Volkswagen/1-1-1523',
    '/Bremsscheiben/Alle-Fahrzeuge/--1523',
  ]);
  expect(categoryHref(url, { ...category, isUniversal: true }, null)).toBe('/Bremsscheiben/8-1523');
  expect([vehicle, series, maker].map((each) => vehicleHref(url, each))).toEqual([
    '/Ersatzteile/Golf-VII/3-77-',
    '/Ersatzteile/Golf-VII/2-2-',
    '/Ersatzteile/Volkswagen/1-1-',
  ]);
  expect(vehicleHref(url, { ...vehicle, seriesPage: null })).toBe('/Ersatzteile/Volkswagen/1-1-');
  expect([vehicle, series, maker, null].map(categoryKind)).toEqual([
    'modelCategory',
    'seriesCategory',
    'manufacturerCategory',
    'category',
  ]);
});

test('the page for the own car keeps the filters, and drops what concerns the other car', () => {
  const query = '?f=abc&page=2&answers=aaaaaa1&kbaTypeId=5&sort=price';
  expect(ownPage(`/Bremsscheiben/Golf-VII/3-77-1523${query}`)).toBe(
    '/Bremsscheiben/{{slug}}/3-{{modelId}}-1523?f=abc&sort=price',
  );
  expect(ownPage('/Bremsscheiben/Alle-Fahrzeuge/--1523')).toBe('/Bremsscheiben/{{slug}}/3-{{modelId}}-1523');
  expect(ownPage('/Teilenummernsuche/N/1?articleId=5&modelId=77')).toBe(
    '/Teilenummernsuche/N/1?articleId=5&modelId={{modelId}}',
  );
});

test('a changed query replaces a parameter, and an empty one removes it', () => {
  expect(withQuery('/a?b=1&c=2', { b: '3', c: undefined })).toBe('/a?b=3');
  expect(withQuery('/a?b=1', { b: '' })).toBe('/a');
  expect(withQuery('/a', { b: 'x y' })).toBe('/a?b=x+y');
});

test('a vehicle is named as people say it, or with power and years', () => {
  expect([shortName(vehicle), shortName(series), shortName(null)]).toEqual(['Golf VII 1.6 TDI', '', '']);
  expect(exactVehicleName(vehicle, format).replaceAll('\u00a0', ' ')).toBe(
    'Volkswagen Golf VII 1.6 TDI, 77 kW / 105 PS, 2012–2017',
  );
  expect(exactVehicleName(series, format)).toBe('Volkswagen Golf VII');
});

test('a device keeps a whole model, and its gender in German', () => {
  expect(keptOf(vehicle)).toEqual({
    ...{ manufacturerId: '1', seriesId: '21', modelId: '77', slug: 'Golf-VII', make: 'Volkswagen', series: 'Golf VII' },
    ...{ engine: '1.6 TDI', kw: 77, ps: 105, ccm: 1598, from: 2012, to: 2017 },
  });
  for (const part of [null, series, { ...vehicle, series: null }, { ...vehicle, seriesPage: null }])
    expect(keptOf(part)).toBeUndefined();
  const named = (shortName: string) =>
    keptOf({ ...vehicle, series: vehicle.series && { ...vehicle.series, shortName } })?.feminine;
  expect([named('C-Klasse'), named('Klasse-C')]).toEqual(['C-Klasse', undefined]);
});

test('a page speaks of the own vehicle unless its address names another one', () => {
  expect([
    vehicleState('1', '1'),
    vehicleState(undefined, '1'),
    vehicleState('2', '1'),
    vehicleState('2', undefined),
  ]).toEqual([...['own', 'own', 'link', 'link']]);
  expect(vehicleState(undefined, undefined)).toBe('none');
});

test('a photograph of a host that is not allowed is replaced by its drawing', () => {
  const image = { url: 'https://elsewhere.example/a.jpg', width: 400, height: 300, alt: '', drawing: '/disc.svg' };
  expect(pictureIn(page.photograph, image, 320)).toBe('/disc.svg');
  expect(pictureIn(page.photograph, { ...image, url: 'https://img.example/a.jpg' }, 320)).toBe('/images/320/s/d');
});
