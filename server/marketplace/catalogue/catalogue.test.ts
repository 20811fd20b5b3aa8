import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { z } from 'zod';
import { operations } from '../../api/contract.js';
import { startTestRoom, type TestRoom } from '../room.test-data.js';
import { activate, discCount, ids } from './fixture.test-data.js';

let room: TestRoom;
beforeAll(async () => {
  room = await startTestRoom('catalogue');
});
afterAll(() => room.stop());

/** The answer as its contract has it; fails where the wire breaks the contract. */
async function read(id: keyof typeof operations, path: string) {
  const answer = await room.call(path);
  expect(answer.status).toBe(200);
  const parsed = (operations[id].answer as z.ZodType).safeParse(answer.body);
  expect(parsed.error?.issues ?? []).toEqual([]);
  return answer.body;
}
const names = (rows: { name: string }[]) => rows.map((row) => row.name);
const fromTail = (tail: string, query = '') => read('listing', `/api/x/y/${tail}${query}`);
const encode = (filters: unknown) => Buffer.from(JSON.stringify(filters)).toString('base64url');

test('manufacturers: alphabetical, limit by the ten of the edition, then popularity, exclude, by category', async () => {
  const list = (query: string) => read('manufacturers', `/api/vehicle/manufacturers?${query}`);
  expect(names(await list(''))).toEqual(['Audi', 'BMW', 'Volkswagen']);
  expect(names(await list('limit=2'))).toEqual(['BMW', 'Volkswagen']);
  // Audi is the most popular in France, but none of the ten that its edition shows first (D49).
  expect(names(await list('limit=2&locale=fr-FR'))).toEqual(['BMW', 'Volkswagen']);
  expect(names(await list('limit=1&locale=es-ES'))).toEqual(['Volkswagen']);
  expect(names(await list('limit=1&exclude=1'))).toEqual(['BMW']);
  expect(names(await list(`categoryId=${ids.discs}`))).toEqual(['Volkswagen']);
  expect(names(await list(`categoryId=${ids.oils}`))).toEqual(['Audi', 'BMW', 'Volkswagen']);
  expect((await read('manufacturer', '/api/vehicle/manufacturers/2')).seoName).toBe('BMW');
  expect((await room.call('/api/vehicle/manufacturers/77')).status).toBe(404);
});

test('series, models, series pages, type numbers', async () => {
  expect(names(await read('manufacturerSeries', '/api/vehicle/manufacturers/1/series'))).toEqual([
    'Golf V (1K1)',
    'Golf VI (5K1)',
  ]);
  expect(names(await read('manufacturerSeries', '/api/vehicle/manufacturers/1/series?limit=1'))).toEqual([
    'Golf VI (5K1)',
  ]);
  expect(names(await read('seriesModels', '/api/vehicle/series/201/models'))).toEqual(['1.6', '1.9 TDI']);
  const page = await read('seriesPage', '/api/vehicle/series-pages/21');
  expect(page.manufacturer.name).toBe('Volkswagen');
  expect(page.seriesList[0].models).toHaveLength(2);
  const vehicle = await read('model', '/api/vehicle/models/5001');
  expect(vehicle.model).toMatchObject({ kw: 77, ps: 105, kbas: [{ kbaId: '90001', hsn: '0603', tsn: 'ABC' }, {}] });
  expect((await read('kbaModel', '/api/vehicle/kba/90002')).model.id).toBe('5001');
  for (const path of ['models/nix', 'series/9/models', 'series-pages/9', 'kba/9', 'manufacturers/9/series'])
    expect((await room.call(`/api/vehicle/${path}`)).status).toBe(404);
});

test('navigation counts products in each context, parents as sums', async () => {
  const counts = async (query: string) => {
    const { categories } = await read('navigation', `/api/navigation?${query}`);
    return categories.map((node: { id: string; resultCount: number }) => [node.id, node.resultCount]);
  };
  const roots = [
    ['100', discCount + 1],
    ['900', 1],
  ];
  expect(await counts('')).toEqual(roots);
  for (const context of ['type=1&id=1', 'type=2&id=21', 'type=3&id=5001']) expect(await counts(context)).toEqual(roots);
  expect(await counts('type=3&id=5003')).toEqual([
    ['900', 1],
    ['100', 0],
  ]);
  expect(await counts(`categoryId=${ids.discGroup}&type=3&id=5001`)).toEqual([
    ['1523', discCount],
    ['2001', 1],
    ['2010', 0],
  ]);
  const { popular, universal, seriesPages, vehicle } = await read(
    'navigation',
    '/api/navigation?type=1&id=1&locale=fr-FR',
  );
  expect(popular.map((node: { id: string }) => node.id)).toEqual(['2001', '1523', '4630']);
  expect(universal).toMatchObject([{ id: '4630', title: 'fr-title-4630', leafNumber: 463 }]);
  expect(names(seriesPages)).toEqual(['Golf V']);
  expect(vehicle.manufacturer.name).toBe('Volkswagen');
  const leaf = await read('navigation', `/api/navigation?categoryId=${ids.discs}`);
  expect(leaf.ancestors.map((entry: { id: string }) => entry.id)).toEqual(['100', '301']);
  expect(leaf.category.seoAliases.nl).toBe('nl-1523');
  expect(leaf.universal).toEqual([]);
  for (const query of ['type=1&id=99', 'categoryId=99', 'type=3&id=nix'])
    expect((await room.call(`/api/navigation?${query}`)).status).toBe(404);
  expect((await room.call('/api/navigation?type=1')).status).toBe(400);
});

test('listing: pages, contexts, fit, prices of the country', async () => {
  const first = await fromTail(`--${ids.discs}`);
  expect(first).toMatchObject({ resultCount: discCount, availablePageCount: 2, page: 1, isUniversal: false });
  expect(first.spareParts).toHaveLength(20);
  expect(first.spareParts[0]).toMatchObject({
    id: '1001',
    title: 'de-title-1523, Vorderachse',
    offerId: String(ids.offerOf(1001, 'A')),
    lowestPrice: 31,
    lowestTotal: 36.9,
    offerCount: 2,
    fit: { state: 'unknown' },
  });
  expect(first.spareParts[0].attributes[0]).toMatchObject({ value: '288,5', unit: 'mm' });
  expect(first.spareParts[0].smallImages[0].url).toBe(
    '/api/Bilder/disc.svg?a=diameter%3A288.5%3Bthickness%3A21&small=1',
  );
  expect((await fromTail(`--${ids.discs}`, '?page=2')).spareParts).toHaveLength(5);
  expect((await room.call(`/api/x/y/--${ids.discs}?page=3`)).status).toBe(404);
  expect((await fromTail(`3-5003-${ids.discs}`)).resultCount).toBe(0);
  const conditional = await fromTail(`3-5002-${ids.discs}`, '?locale=it-IT');
  expect(conditional.spareParts[0].fit).toEqual({ state: 'fits', notes: [] });
  expect(conditional.spareParts[1].fit).toEqual({ state: 'conditional', notes: ['it: bis 2009'] });
  expect((await fromTail(`--${ids.discs}`, '?modelId=5002')).spareParts[1].fit.state).toBe('conditional');
  expect((await fromTail(`--${ids.discs}`, '?modelId=unknown')).spareParts[1].fit.state).toBe('unknown');
  for (const tail of [`1-1-${ids.discs}`, `2-21-${ids.discs}`])
    expect((await fromTail(tail)).resultCount).toBe(discCount);
  expect((await fromTail(`3-5001-${ids.brakes}`)).resultCount).toBe(discCount + 1);
  const oil = await fromTail(`3-5003-${ids.oils}`);
  expect(oil).toMatchObject({ isUniversal: true, resultCount: 1 });
  expect(oil.spareParts[0]).toMatchObject({ fit: { state: 'fits' }, basePrice: { value: 6.67, unit: 'l' } });
  expect((await fromTail('---1')).resultCount).toBe(9);
  expect((await fromTail(`1-1-${ids.discs}-2`)).resultCount).toBe(9);
  for (const tail of ['--99', '---99', '--', '3-nix-1523', '1-1-'])
    expect((await room.call(`/api/x/y/${tail}`)).status).toBe(404);
});

test('listing: sorts and the brand filter', async () => {
  const order = async (query: string) =>
    (await fromTail(`--${ids.discs}`, `?${query}`)).spareParts.map((part: { id: string }) => Number(part.id));
  expect((await order('sort=price-desc'))[0]).toBe(1025);
  expect((await order('sort=price'))[0]).toBe(1001);
  expect((await order('sort=rating')).length).toBe(20);
  expect((await order('sort=delivery')).length).toBe(20);
  // To Poland, B is 3 € cheaper than A in shipping and 2.50 € in price.
  const poland = await fromTail(`--${ids.discs}`, '?sort=price&country=PL');
  expect(poland.spareParts[0]).toMatchObject({
    id: '1001',
    lowestTotal: 40.4,
    offerId: String(ids.offerOf(1001, 'B')),
  });
  const filtered = await fromTail(`--${ids.discs}`, `?f=${encode([{ key: 'brand', values: ['1', '3'] }])}`);
  expect(filtered.resultCount).toBe(16);
  expect(filtered.filters.map(({ key }: { key: string }) => key)).toEqual([
    ...['place', 'brand', 'price', 'diameter', 'thickness'],
    ...['condition', 'delivery_days', 'shop_rating', 'delivery_country'],
  ]);
  expect(filtered.filters[1].attributes).toEqual([
    { value: '1', label: 'Brand 1', count: 8, isActive: true },
    { value: '2', label: 'Brand 2', count: 9, isActive: false },
    { value: '3', label: 'Brand 3', count: 8, isActive: true },
  ]);
  for (const f of ['%%%', 'AAAA', encode({ key: 1 }), encode([{ key: '__proto__', values: ['x'] }])])
    expect((await fromTail(`--${ids.discs}`, `?f=${encodeURIComponent(f)}`)).resultCount).toBe(discCount);
});

test('listing: a filter by delivery country takes its prices along; words, order, range', async () => {
  const filters = async (chosen: unknown, query = '', tail = `--${ids.discs}`) => {
    const listing = await fromTail(tail, `?f=${encode(chosen)}${query}`);
    return { listing, of: (key: string) => listing.filters.find((filter: { key: string }) => filter.key === key) };
  };
  const austria = await filters([{ key: 'delivery_country', values: ['FR'] }]);
  expect(austria.listing).toMatchObject({ country: 'FR', resultCount: discCount });
  expect(austria.of('delivery_country')).toMatchObject({
    label: 'Lieferland',
    isSingle: true,
    attributes: [
      { value: 'DE', label: 'Deutschland', isActive: false },
      { value: 'AT', label: 'Österreich', isActive: false },
      { value: 'FR', label: 'Frankreich', isActive: true },
      { value: 'PL', label: 'Polen', isActive: false },
    ],
  });
  // Nobody ships there: ignored, like a key or a value that does not exist.
  const ignored = await filters([
    { key: 'delivery_country', values: ['IS'] },
    { key: 'cleaf', values: ['1001'] },
    { key: 'colour', values: ['red'] },
    { key: 'brand', values: ['77'] },
    { key: 'price', values: ['90-10'] },
  ]);
  expect(ignored.listing).toMatchObject({ country: 'DE', resultCount: discCount });
  expect(JSON.stringify(ignored.listing.filters)).not.toMatch(/cleaf|"isActive":true/);
  const dear = await filters([{ key: 'price', values: ['50-'] }], '&sort=price');
  expect(dear.of('price')).toMatchObject({
    range: { min: 36.9, max: 60.9, from: 50, to: null },
    attributes: [{ value: '50-', count: dear.listing.resultCount, isActive: true }],
  });
  expect(dear.listing.spareParts[0].lowestTotal).toBeGreaterThanOrEqual(50);
  const italian = await filters([{ key: 'place', values: ['rear'] }], '&locale=it-IT');
  expect(italian.of('place').attributes[1]).toMatchObject({ label: 'asse posteriore', isActive: true });
  expect(italian.of('diameter').attributes[0]).toMatchObject({ value: '288.5', label: '288,5\u00a0mm' });
  expect((await filters([], '', `--${ids.oils}`)).of('viscosity').attributes).toMatchObject([
    { value: '5W30', label: '5W-30' },
  ]);
});

test('listing: HSN and TSN or a national type number name the model within the context (D48)', async () => {
  const stateOf = async (tail: string, keys: string) =>
    (await fromTail(tail, `?hsntsn=${keys}`)).spareParts[1]?.fit.state ?? null;
  expect(await stateOf(`--${ids.discs}`, '0603ABC')).toBe('fits');
  expect(await stateOf(`1-1-${ids.discs}`, '0603abd')).toBe('fits');
  expect(await stateOf(`3-5002-${ids.discs}`, '0603ABC')).toBe('conditional');
  expect((await fromTail(`--${ids.discs}`, '?kbaTypeId=90002')).spareParts[1].fit.state).toBe('fits');
  for (const unknown of ['9999ZZZ', 'nonsense', '']) expect(await stateOf(`--${ids.discs}`, unknown)).toBe('unknown');
});

test('products of a search: a leaf by its number, words, a short page, what cannot be read', async () => {
  const products = (query: string) => read('searchProducts', `/api/search/products?${query}`);
  const oils = await products(`f=${encode([{ key: 'cleaf', values: ['463'] }])}`);
  expect(oils).toMatchObject({ isUniversal: true, resultCount: 1, spareParts: [{ id: String(ids.oil) }] });
  expect(oils.filters.map(({ key }: { key: string }) => key)).toContain('viscosity');
  expect(JSON.stringify(oils.filters)).not.toContain('cleaf');
  const short = await products(`f=${encode([{ key: 'cleaf', values: ['1001'] }])}&pageSize=8&page=2&sort=price`);
  expect(short).toMatchObject({ resultCount: discCount, availablePageCount: 4, page: 2, filters: [] });
  expect(short.spareParts).toHaveLength(8);
  const narrowed = [
    { key: 'cleaf', values: ['1001'] },
    { key: 'brand', values: ['1'] },
  ];
  expect((await products(`f=${encode(narrowed)}&productsOnly=1`)).resultCount).toBe(8);
  const words = await products('query=de-title-1523&pageSize=8&modelId=5002');
  expect(words.spareParts.length).toBeGreaterThan(0);
  expect(words.spareParts[0].fit.state).not.toBe('unknown');
  expect((await room.call('/api/search/products')).status).toBe(400);
  expect((await room.call('/api/search/products?query=xyzzy&page=2')).status).toBe(404);
});

test('article: brand in any case, fit, neighbours, documents, warnings', async () => {
  const article = await read('article', '/api/Teilenummernsuche/bRaNd-2/DISC1?modelId=5001');
  expect(article.product).toMatchObject({ id: '1001', fit: { state: 'fits' }, manufacturer: { address: 'Address' } });
  expect(article.vehicle.model.id).toBe('5001');
  expect(article.related.map((part: { id: string }) => part.id)).toEqual([String(ids.pad)]);
  const other = await read('article', '/api/Teilenummernsuche/Brand-2/DISC1?modelId=5003');
  expect(other.product.fit.state).toBe('no');
  const unknown = await read('article', '/api/Teilenummernsuche/Brand-2/DISC1?modelId=nix');
  expect(unknown).toMatchObject({ vehicle: null, product: { fit: { state: 'unknown' } } });
  const oil = (await read('article', '/api/Teilenummernsuche/Brand-2/OIL5W30?locale=es-ES')).product;
  expect(oil.warnings).toEqual(['es-warning']);
  expect(oil.documents).toEqual([
    {
      docNo: 'SDB-1',
      langNo: 1,
      type: { id: 4, title: 'Sicherheitsdatenblatt' },
      url: 'https://documents.example/sdb-1.pdf',
      host: 'documents.example',
    },
  ]);
  for (const path of ['Brand-1/DISC1', 'Nobody/DISC1'])
    expect((await room.call(`/api/Teilenummernsuche/${path}`)).status).toBe(404);
});

test('offers in a context: of a part outside of it there are none; shops are sorted by rating descending', async () => {
  const all = await read('offers', '/api/Angebote?sparePartId=1001');
  const ratings = all.shops.map(({ rating }: { rating: number }) => rating);
  expect(ratings).toEqual(ratings.toSorted((a: number, b: number) => b - a));
  expect(new Set(ratings).size).toBeGreaterThan(1);
  const { brand_id } = await productRow(1001);
  const inside = {
    brand: brand_id,
    category: ids.discs,
    vehicleManufacturerId: 1,
    vehicleSeriesGroupId: 21,
    vehicleModelId: '5001',
    topLevelCategory: await topOf(ids.discs),
  };
  const outside = {
    brand: 999,
    category: ids.oils,
    vehicleManufacturerId: 2,
    vehicleModelId: 'nix',
    topLevelCategory: 9,
  };
  const asked = (context: object) =>
    read('offers', `/api/Angebote?${new URLSearchParams({ sparePartId: '1001', ...context })}`);
  expect(await asked(inside)).toEqual(all);
  for (const [name, value] of Object.entries(inside)) expect(await asked({ [name]: value })).toEqual(all);
  for (const [name, value] of Object.entries(outside))
    expect([name, await asked({ ...inside, [name]: value })]).toEqual([name, { offers: [], shops: [] }]);
  const austria = await read('offers', '/api/Angebote?sparePartId=1001&country=AT');
  expect(await asked({ deliveryCountry: 'AT' })).toEqual(austria);
  expect(await asked({ deliveryCountry: 'XX' })).toEqual(all);
  expect((await room.call('/api/Angebote?sparePartId=1001&brand=x')).status).toBe(400);
});
async function productRow(id: number): Promise<{ brand_id: number }> {
  const { spareParts } = await fromTail(`--${ids.discs}`);
  const part = spareParts.find((entry: { id: string }) => entry.id === String(id));
  return { brand_id: Number(part.manufacturer.id) };
}
async function topOf(category: number): Promise<number> {
  const { category: found } = await read('navigation', `/api/navigation?categoryId=${category}`);
  return Number(found.topParent.id);
}

test('what goes with a part: for the same car, to be had in the country; an unknown part is 404', async () => {
  const parts = await read('recommendation', '/api/recommendation/spare-part/1001?modelId=5001');
  expect(parts.length).toBeGreaterThan(0);
  for (const part of parts)
    expect(part).toMatchObject({ lowestTotal: expect.any(Number), offerId: expect.any(String) });
  expect(parts.map(({ id }: { id: string }) => id)).not.toContain('1001');
  expect((await room.call('/api/recommendation/spare-part/999999')).status).toBe(404);
});

test('where a word is set, offers are given to those who send it in the trust header', async () => {
  const asked = async (trust?: string) =>
    (await room.call('/api/Angebote?sparePartId=1001', { headers: trust ? { trust } : {} })).status;
  expect([await asked(), await asked('anything')]).toEqual([200, 200]);
  process.env.MARKETPLACE_TRUST = 'a word for two only';
  try {
    expect([await asked(), await asked('a word for two'), await asked('a word for two only')]).toEqual([403, 403, 200]);
  } finally {
    delete process.env.MARKETPLACE_TRUST;
  }
});

test('offers by price to the door, those that do not ship last', async () => {
  const { offers, shops } = await read('offers', '/api/Angebote?sparePartId=1001');
  expect(offers.map((offer: { totalPrice: number }) => offer.totalPrice)).toEqual([36.9, 38.4]);
  expect(offers[0]).toMatchObject({
    shipping: 5.9,
    deliveryDays: { min: 1, max: 3 },
    returnCost: { cost: 4.9, days: 30 },
  });
  expect(shops.map((shop: { rating: number }) => shop.rating)).toEqual([4.8, 4.2]);
  const austria = (await read('offers', '/api/Angebote?sparePartId=1001&country=AT&locale=de-AT')).offers;
  expect(austria[1]).toMatchObject({ price: 28.5, shipping: null, totalPrice: null, deliveryDays: null });
  const pad = (await read('offers', `/api/Angebote?sparePartId=${ids.pad}`)).offers[0];
  expect(pad).toMatchObject({ price: 60, shipping: 7, totalPrice: 67, refund: 15 });
  expect((await room.call('/api/Angebote?sparePartId=9')).status).toBe(404);
});

test('fitting vehicles and original numbers', async () => {
  const vehicles = await read('fittingVehicles', `/api/Artikel/${ids.firstDisc + 1}/Fahrzeuge`);
  expect(vehicles).toMatchObject([
    {
      manufacturer: { name: 'Volkswagen' },
      series: { id: '201', seriesPageId: '21' },
      models: [
        { id: '5002', years: '2003–2009', fitNotes: ['de: bis 2009'] },
        { id: '5001', fitNotes: [] },
      ],
    },
  ]);
  expect(await read('oeNumbers', '/api/Artikel/1001/Originalteile')).toEqual([
    { manufacturer: 'Volkswagen', numbers: ['1K0 615 301 1'] },
  ]);
  expect(await read('fittingVehicles', `/api/Artikel/${ids.oil}/Fahrzeuge`)).toEqual([]);
  expect((await room.call('/api/Artikel/9/Fahrzeuge')).status).toBe(404);
  expect((await room.call('/api/Artikel/9/Originalteile')).status).toBe(404);
});

test('a new generation is served without a break; one that cannot be opened is not', async () => {
  const own = await startTestRoom('catalogue');
  try {
    const price = async () => (await own.call('/api/Angebote?sparePartId=1001')).body.offers[0].price;
    expect(await price()).toBe(31);
    const statuses = new Set<number>();
    let isDone = false;
    const load = (async () => {
      while (!isDone) statuses.add((await own.call('/api/x/y/--1523')).status);
    })();
    own.activate({ generation: 'g2', dearer: 100 });
    const until = Date.now() + 5000;
    while ((await own.call('/readyz')).body.generation !== 'g2' && Date.now() < until) await sleep(10);
    expect(await price()).toBe(32);
    await sleep(300);
    isDone = true;
    await load;
    expect([...statuses]).toEqual([200]);
    activate(own.dataDir, 'g3', 'missing.db');
    await sleep(100);
    expect((await own.call('/readyz')).body.generation).toBe('g2');
    expect(existsSync(`${own.dataDir}/missing.db`)).toBe(false);
  } finally {
    await own.stop();
  }
});

test('rating and reviews of the marketplace: all marks count, words are in the language of the edition, the latest first', async () => {
  expect((await read('rating', '/api/TrustedShops/Rating')).shop.qualityIndicators.reviewIndicator).toEqual({
    overallMark: 4,
    totalReviewCount: 3,
  });
  const { shop } = await read('reviews', '/api/TrustedShops/Reviews?locale=de-AT');
  expect(shop.reviews).toEqual([
    { comment: '', mark: 4, creationDate: '2026-09-03' },
    { comment: 'Schnell da.', mark: 5, creationDate: '2026-09-01' },
  ]);
});
