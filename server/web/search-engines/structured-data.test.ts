import { expect, test } from 'vitest';
import { offer as wireOffer } from '../../../test/doubles/marketplace/entities.js';
import { read } from '../../../test/doubles/marketplace/reads.js';
import { article as articleSchema } from '../../contract/articles.js';
import { offers as offersSchema } from '../../contract/offers.js';
import { product, site } from './structured-data.js';

const absolute = (address: string): string => `https://shop.example${address}`;
const article = articleSchema.parse(read('/api/Teilenummernsuche/Kelvo/K12033', new URLSearchParams(), undefined));
type WireOffer = Partial<Record<keyof typeof wireOffer, unknown>>;
const described = (changes: readonly WireOffer[], item: object = {}) =>
  product(
    { ...article, product: { ...article.product, ...item } },
    offersSchema.parse({ packs: 1, offers: changes.map((change) => ({ ...wireOffer, ...change })), shops: [] }),
    '/Teilenummernsuche/Kelvo/K12033',
    absolute,
    ({ url }) => `${url}?960`,
  );

test('offers that ship to the country are counted, and the cheapest is described', () => {
  const prices = [30, 20, 50, 40, 60, 9, 100];
  const all = prices.map((price) => ({ price, totalPrice: price + 4.95 }));
  const { offers } = described([...all, { price: 1, totalPrice: null, shipping: null }]);
  expect(offers).toMatchObject({
    '@type': 'AggregateOffer',
    url: 'https://shop.example/Teilenummernsuche/Kelvo/K12033',
    priceCurrency: 'EUR',
    lowPrice: '9.00',
    highPrice: '100.00',
    offerCount: 7,
    offers: [{ price: '30.00' }],
  });
  expect(Object(offers).offers).toHaveLength(1);
  expect(described([{ totalPrice: null, shipping: null }])).not.toHaveProperty('offers');
});

test('an offer has its price without shipping, its condition and its stock', () => {
  const only = (changes: WireOffer) => Object(described([changes]).offers).offers[0];
  const first = only({ price: 41.8, totalPrice: 46.75, shipping: 4.95 });
  const second = only({ stock: 0, condition: 'used' });
  const third = only({ stock: null, condition: 'remanufactured' });
  expect(first).toMatchObject({
    price: '41.80',
    priceCurrency: 'EUR',
    availability: 'https://schema.org/InStock',
    itemCondition: 'https://schema.org/NewCondition',
    seller: { name: 'Teile Nord' },
  });
  expect(second).toMatchObject({
    availability: 'https://schema.org/OutOfStock',
    itemCondition: 'https://schema.org/UsedCondition',
  });
  expect(third).toMatchObject({
    availability: 'https://schema.org/InStock',
    itemCondition: 'https://schema.org/RefurbishedCondition',
  });
});

test('a product has its numbers, measures and pictures, and a valid GTIN', () => {
  const image = { url: '/a.jpg', width: 4, height: 3, alt: '' };
  expect(described([], { images: [image] })).toMatchObject({
    '@type': 'Product',
    name: 'Kelvo K 120.33 Bremsscheibe vorn',
    sku: 'K12033',
    mpn: 'K 120.33',
    brand: { name: 'Kelvo' },
    category: 'Bremsscheiben',
    image: ['https://shop.example/a.jpg?960'],
  });
  for (const [ean, gtin] of [
    ['40123455', '40123455'],
    ['4006381333931', '4006381333931'],
    ['123456789', undefined],
    ['4006381333931x', undefined],
    [null, undefined],
  ])
    expect([ean, described([], { ean }).gtin]).toEqual([ean, gtin]);
});

test('the shop is described with its search and its mail address', () => {
  const shop = { name: 'Shop', language: 'de-AT', home: '/de-AT/', search: '/de-AT/search', icon: '/icon.svg' };
  const identity = { company: 'Shop GmbH', address: 'Weg 1, 20457 Hamburg', vatId: null, phone: '+49 40 1' };
  expect(site({ ...shop, email: 'hilfe@shop.example', identity }, absolute)).toMatchObject([
    {
      '@type': 'WebSite',
      url: 'https://shop.example/de-AT/',
      inLanguage: 'de-AT',
      potentialAction: { target: { urlTemplate: 'https://shop.example/de-AT/search?query={search_term_string}' } },
    },
    {
      '@type': 'Organization',
      logo: 'https://shop.example/icon.svg',
      legalName: 'Shop GmbH',
      address: 'Weg 1, 20457 Hamburg',
      contactPoint: { email: 'hilfe@shop.example', telephone: '+49 40 1' },
    },
  ]);
  expect(site({ ...shop, email: null, identity: {} }, absolute)[1]).not.toHaveProperty('contactPoint');
});
