import { expect, test } from 'vitest';
import type { Url } from '../../../views/links.js';
import type { Edition, OwnWords } from '../routes/editions.js';
import { createRoutes } from '../routes/routes.js';
import { alternatesOf } from './alternates.js';

const routes = createRoutes(new Map([['www.example.fr', 'fr-FR' as const]]), 'https://www.example.de');
const page = { host: 'www.example.de', match: { name: 'cart' } };
const cart = {
  address: '/Warenkorb',
  head: { isIndexed: true },
  alternate: (_: Edition, url: Url) => url('cart', {}),
};
const home = { ...cart, address: '/', alternate: (_: Edition, url: Url) => url('home', {}) };
const languages = (found: readonly { hreflang: string }[]) => found.map(({ hreflang }) => hreflang);
const everywhere = [...routes.editions.all.map(({ locale }) => locale), 'x-default'];

test('a page names its counterparts in all editions, each with its host, and that of the bare address for others', () => {
  const found = alternatesOf(routes, page, cart);
  expect(languages(found)).toEqual(everywhere);
  const addressOf = (language: string) => found.find(({ hreflang }) => hreflang === language)?.href;
  expect(['de-DE', 'fr-FR', 'x-default'].map(addressOf)).toEqual([
    'https://www.example.de/Warenkorb',
    'https://www.example.fr/panier',
    'https://www.example.de/Warenkorb',
  ]);
});

test('an edition whose counterpart is its home page lacks the page, unless that is the page', () => {
  expect(languages(alternatesOf(routes, { ...page, match: { name: 'home' } }, home))).toEqual(everywhere);
  const germanOnly = (edition: Edition, url: Url) => (edition.locale === 'de-DE' ? url('cart', {}) : url('home', {}));
  expect(languages(alternatesOf(routes, page, { ...cart, alternate: germanOnly }))).toEqual(['de-DE', 'x-default']);
  const frenchOnly = (edition: Edition, url: Url) => (edition.locale === 'fr-FR' ? url('cart', {}) : url('home', {}));
  expect(languages(alternatesOf(routes, page, { ...cart, alternate: frenchOnly }))).toEqual(['fr-FR']);
});

test('an edition that lacks legal data is no counterpart', () => {
  const all = routes.editions.all.map((edition) =>
    edition.locale === 'fr-FR' ? { ...edition, own: { missing: ['company'] } as unknown as OwnWords } : edition,
  );
  const closed = { ...routes, editions: { ...routes.editions, all } };
  expect(languages(alternatesOf(closed, page, cart))).toEqual(everywhere.filter((locale) => locale !== 'fr-FR'));
});

test.each([
  ['that search engines may not show', { head: { isIndexed: false } }],
  ['of a choice', { address: '/Warenkorb?a=1' }],
  ['with another main address', { canonical: '/Warenkorb/x' }],
])('a page %s has no counterparts', (_, change) => {
  expect(alternatesOf(routes, page, { ...cart, ...change })).toEqual([]);
});
