import { expect, test } from 'vitest';
import { listParts } from '../../../views/links.js';
import { filtersFor, pageNumber, sortOf } from '../api/listing-call.js';
import { addQuery } from './add-query.js';
import { besideBrand, kbaTypeIdOf } from './catalogue-context.js';
import { termOf } from './find-text.js';
import { hiddenOf, shownPart } from './picker.js';
import { searchField, searchVehicleOf } from './search-names.js';

const query = (text: string): URLSearchParams => new URLSearchParams(text);

test.each([
  ['  Bremse \u0000 \t vorn\n', 'Bremse vorn'],
  ['Ko\u0308ln', 'Köln'],
  [' ', ''],
  ['x'.repeat(101), 'x'.repeat(100)],
  ['😀'.repeat(101), '😀'.repeat(100)],
  [`${'x'.repeat(99)} y`, 'x'.repeat(99)],
])('words %j are searched for as %j', (written, term) => {
  expect(termOf(new URLSearchParams({ query: written }))).toBe(term);
});

test.each([
  ['modelId=m7&vehicleSeriesGroupId=55&vehicleManufacturerId=10', { type: '3', id: 'm7' }, { modelId: 'm7' }],
  ['vehicleSeriesGroupId=55&vehicleManufacturerId=10', { type: '2', id: '55' }, { vehicleSeriesGroupId: '55' }],
  [
    'modelId=!&vehicleSeriesGroupId=x&vehicleManufacturerId=10',
    { type: '1', id: '10' },
    { vehicleManufacturerId: '10' },
  ],
  ['modelId=', null, {}],
])('with ?%s a search is for %j', (text, vehicle, field) => {
  const found = searchVehicleOf(query(text));
  expect([found, searchField(found)]).toEqual([vehicle, field]);
});

test.each([
  ['categoryId=1523&brand=Kelvo&norm=K1', { categoryId: '1523' }],
  ['categoryId=x&brand=Kelvo&norm=k-12 033', { brand: 'Kelvo', norm: 'K12033' }],
  ['brand=Kelvo', {}],
  ['brand=a/b&norm=K1', {}],
  [`brand=Kelvo&norm=${'K'.repeat(40)}`, { brand: 'Kelvo', norm: 'K'.repeat(40) }],
  [`brand=Kelvo&norm=${'K'.repeat(41)}`, {}],
])('from ?%s a picker carries on %j', (text, hidden) => {
  expect(hiddenOf(query(text))).toEqual(hidden);
});

test('a request for a part of a page loads only its picker', () => {
  expect(shownPart(query('show=picker&fragment=1'), listParts)).toEqual({ show: 'picker', fragment: '1' });
  expect(shownPart(query('show=picker'), listParts)).toEqual({ show: 'picker', fragment: undefined });
  expect(shownPart(query('show=other&fragment=1'), listParts)).toEqual({ show: undefined, fragment: undefined });
});

test('a page has a number from 1 to 9999, and an order that there is', () => {
  expect(['', 'page=', 'page=1', 'page=9999'].map((text) => pageNumber(query(text)))).toEqual([1, 1, 1, 9999]);
  for (const page of ['0', '01', '-1', '1.5', 'x', '10000'])
    expect(() => pageNumber(query(`page=${page}`))).toThrow('no such page');
  expect(['', 'sort=price-desc', 'sort=x'].map((text) => sortOf(query(text)))).toEqual([
    'popularity',
    'price-desc',
    'popularity',
  ]);
});

test('only the first page of a universal leaf, before anything is chosen, names its leaf (D21)', () => {
  const leaf = { isUniversal: true, leafNumber: 452 };
  const named = filtersFor(leaf, { page: 1 });
  expect(JSON.parse(Buffer.from(named ?? '', 'base64url').toString())).toEqual([{ key: 'cleaf', values: ['452'] }]);
  expect(filtersFor(leaf, { page: 2 })).toBeUndefined();
  expect(filtersFor(leaf, { page: 1, f: 'W10' })).toBe('W10');
  expect(filtersFor({ ...leaf, isUniversal: false }, { page: 1 })).toBeUndefined();
  expect(filtersFor({ ...leaf, leafNumber: null }, { page: 1 })).toBeUndefined();
});

test('addresses get the present values in the given order', () => {
  expect(addQuery('/a', { x: '1', y: undefined, z: '' })).toBe('/a?x=1');
  expect(addQuery('/a?b=2', { x: '1' })).toBe('/a?b=2&x=1');
  expect(addQuery('/a', {})).toBe('/a');
  expect(besideBrand('/a/b/1-10-?x=1', { id: '7' })).toBe('/a/b/1-10--7?x=1');
  expect(besideBrand('/a/b/1-10-', null)).toBe('/a/b/1-10-');
  expect([kbaTypeIdOf(query('kbaTypeId=4711')), kbaTypeIdOf(query('kbaTypeId=x')), kbaTypeIdOf(query(''))]).toEqual([
    '4711',
    undefined,
    undefined,
  ]);
});
