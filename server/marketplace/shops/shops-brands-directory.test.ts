import { expect, test } from 'vitest';
import { createdAt, discCount, ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { catalogueService } from '../../../test/fixtures/marketplace/workers/catalogue-service.js';

const { call, read } = catalogueService();

test('a shop: identity, rates, its own best offers for the country', async () => {
  const shop = await read('shop', '/api/Shop/BETA');
  expect(shop).toMatchObject({
    id: '2',
    slug: 'beta',
    street: 'Straße 1',
    vatId: 'DE1',
    isComplete: true,
    offerCount: discCount,
    returns: { days: 30, cost: 4.9 },
    countries: [
      { country: 'FR', tariff: 4.9, freeFrom: 80, days: { min: 1, max: 2 } },
      { country: 'DE', tariff: 9.9, freeFrom: null },
      { country: 'PL', tariff: 11.9 },
    ],
  });
  expect(shop.bestOffers).toHaveLength(12);
  const own = await read('shop', '/api/Shop/alpha');
  expect(own.bestOffers[0]).toMatchObject({ id: String(ids.oil), offerId: String(ids.offerOf(ids.oil, 'A')) });
  expect(shop.bestOffers.map((part: { offerId: string }) => Number(part.offerId) % 10)).toEqual(Array(12).fill(2));
  const poland = await read('shop', '/api/Shop/beta?country=PL&locale=fr-FR');
  expect(poland.bestOffers[0]).toMatchObject({ id: '1001', lowestPrice: 28.5, lowestTotal: 40.4, offerCount: 2 });
  expect((await read('shop', '/api/Shop/beta?country=AT')).bestOffers).toEqual([]);
  expect((await call('/api/Shop/nobody')).status).toBe(404);
  expect((await call('/api/Shop/a_b')).status).toBe(400);
});

test('terms and policy of a shop', async () => {
  expect(await read('shopText', '/api/Shop/alpha/terms')).toEqual({
    shop: { id: '1', name: 'Alpha', slug: 'alpha' },
    language: 'de',
    html: '<p>AGB</p>',
  });
  expect((await read('shopText', '/api/Shop/Gamma/policy?locale=nl-NL')).html).toBe('<p>Widerruf</p>');
  expect((await call('/api/Shop/nobody/terms')).status).toBe(404);
  expect((await call('/api/Shop/alpha/offers')).status).toBe(400);
});

test('brands', async () => {
  const brands = await read('brands', '/api/Marken');
  expect(brands.map((brand: { name: string }) => brand.name)).toEqual(['Brand 1', 'Brand 2', 'Brand 3']);
  const { brand, categories, products } = await read('brand', '/api/Marken/1?locale=es-ES');
  expect(brand).toEqual(brands[0]);
  expect(categories).toMatchObject([
    { id: '2001', title: 'es-title-2001', resultCount: 1, children: [] },
    { id: '1523', resultCount: 8 },
  ]);
  expect(products).toHaveLength(9);
  expect(products[0]).toMatchObject({ manufacturer: { id: '1' }, lowestPrice: 33 });
  expect((await call('/api/Marken/9')).status).toBe(404);
});

test('the directory lists pages with content', async () => {
  const entries = async (kind: string, query = '') => {
    const response = await read('directory', `/api/Verzeichnis/${kind}?${query}`);
    expect(response).toMatchObject({ kind, pageCount: 1, lastModified: createdAt });
    return response.entries;
  };
  expect(await entries('manufacturers')).toContainEqual({ id: '2', seoName: 'BMW', name: 'BMW' });
  expect(await entries('series-pages')).toContainEqual({ id: '21', slug: 'golf-v', name: 'Golf V' });
  expect(await entries('models')).toContainEqual({ modelId: '5001', seriesPage: { slug: 'golf-v' } });
  const categories = await entries('categories');
  expect(categories.map((entry: { urlId: string }) => entry.urlId)).toEqual(['100', '301', '1523', '900', '2001']);
  expect(await entries('universal-categories')).toMatchObject([{ urlId: '4630', seoAliases: { it: 'it-4630' } }]);
  const [italian] = await entries('universal-categories', 'locale=it-IT');
  expect(italian.title).not.toBe((await entries('universal-categories'))[0].title);
  const beside = await entries('manufacturer-categories');
  const { title, ...discs } = categories.find((entry: { urlId: string }) => entry.urlId === '1523');
  expect(title).not.toBe('');
  expect(beside).toContainEqual({ manufacturer: { id: '1', seoName: 'Volkswagen' }, category: discs });
  expect(beside).toHaveLength(5 + 1 + 1);
  expect(await entries('articles')).toHaveLength(discCount + 2);
  expect((await entries('articles'))[0]).toEqual({ brand: 'Brand-2', number: 'DISC1' });
  expect(await entries('articles', 'locale=it-IT')).toEqual([]);
  expect(await entries('brands')).toHaveLength(3);
  expect(await entries('shops')).toContainEqual({ id: '2', slug: 'beta', name: 'Beta' });
  for (const [path, status] of [
    ['articles?page=2', 404],
    ['shops?page=2', 404],
    ['shops?page=0', 400],
    ['nothing', 400],
  ] as const)
    expect((await call(`/api/Verzeichnis/${path}`)).status).toBe(status);
});
