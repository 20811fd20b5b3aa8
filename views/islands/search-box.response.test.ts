import { expect, test } from 'vitest';
import { noSuggestions } from '../../test/fixtures/views/no-suggestions.js';
import { readSuggestions } from './search-box.response.js';

const category = (label: string) => ({ title: label, label, href: `/${label}/--1` });
const product = (title: string) => ({
  title,
  articleNumber: 'K 120.33',
  brand: { name: 'Kelvo' },
  image: { url: '/api/Bilder/disc.svg' },
  href: '/Teilenummernsuche/Kelvo/K12033',
});
const many = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

test('at most 5 category suggestions per group, in the order vehicle specific, universal, specific, products', () => {
  const groups = readSuggestions({
    vehicleSpecific: many(7, 'v').map(category),
    universal: many(6, 'u').map(category),
    specific: many(9, 's').map(category),
    products: many(3, 'p').map(product),
    universalProducts: many(4, 'q').map(product),
    vehicle: { label: 'VW Golf VII', href: '/Ersatzteile/Golf-VII/2-55-' },
    vehicles: [{ label: 'Golf', href: '/Ersatzteile/Golf/2-55-' }],
  });
  expect(groups.map(({ name, entries }) => [name, entries.length])).toEqual([
    ['vehicleSpecific', 5],
    ['universal', 5],
    ['specific', 5],
    ['products', 5],
    ['vehicles', 1],
  ]);
  expect(groups.map(({ vehicle }) => vehicle)).toEqual(['VW Golf VII', undefined, undefined, undefined, undefined]);
  expect(groups[3]?.entries[0]).toEqual({
    label: 'p0',
    detail: 'Kelvo K 120.33',
    href: '/Teilenummernsuche/Kelvo/K12033',
    image: '/api/Bilder/disc.svg',
  });
});

test('products for every car have two places beside as many as there are for one', () => {
  const shown = (products: number, universalProducts: number) =>
    readSuggestions({
      ...noSuggestions,
      products: many(products, 'p').map(product),
      universalProducts: many(universalProducts, 'q').map(product),
    })[0]?.entries.map(({ label }) => label);
  expect(shown(6, 4)).toEqual(['p0', 'p1', 'p2', 'q0', 'q1']);
  expect(shown(6, 1)).toEqual(['p0', 'p1', 'p2', 'p3', 'q0']);
  expect(shown(1, 4)).toEqual(['p0', 'q0', 'q1', 'q2', 'q3']);
  expect(shown(6, 0)).toHaveLength(5);
});

test('groups without entries are left out', () => {
  expect(readSuggestions(noSuggestions)).toEqual([]);
  expect(readSuggestions({ ...noSuggestions, universal: [category('Öl')] })).toHaveLength(1);
});

test.each([
  ['nothing', null],
  ['another document', { hello: 'world' }],
  ['a list of no list', { ...noSuggestions, universal: 'x' }],
  ['no address', { ...noSuggestions, universal: [{ label: 'x' }] }],
  ['an address elsewhere', { ...noSuggestions, universal: [{ label: 'x', href: '//evil.example/' }] }],
  ['a script for an address', { ...noSuggestions, universal: [{ label: 'x', href: 'javascript:alert(1)' }] }],
  ['half a product', { ...noSuggestions, products: [{ href: '/x' }] }],
])('rubbish is refused: %s', (_, response) => {
  expect(() => readSuggestions(response)).toThrow(TypeError);
});
