import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { discCount, ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import { catalogueService } from '../../../test/fixtures/marketplace/workers/catalogue-service.js';
import { readSelection } from './selection.js';
import { wideHits } from './wide-listing.js';

const { call, read } = catalogueService();
const fromTail = (tail: string, query = '') => read('listing', `/api/x/y/${tail}${query}`);
const encode = (filters: unknown) => Buffer.from(JSON.stringify(filters)).toString('base64url');

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
    seller: { rating: 4.8, returnCost: 4.9 },
    guaranteeYears: null,
    fit: { state: 'unknown' },
  });
  expect(first.spareParts[0].attributes[0]).toMatchObject({ head: 'Ø', value: '288,5', unit: 'mm' });
  expect(first.spareParts[0].smallImages[0].url).toBe('/api/Bilder/disc.svg?a=diameter:288.5;thickness:21&small=1');
  expect((await fromTail(`--${ids.discs}`, '?page=2')).spareParts).toHaveLength(5);
  expect((await call(`/api/x/y/--${ids.discs}?page=3`)).status).toBe(404);
  expect((await fromTail(`3-5003-${ids.discs}`)).resultCount).toBe(0);
  const conditional = await fromTail(`3-5002-${ids.discs}`, '?locale=it-IT');
  expect(conditional.spareParts[0].fit).toEqual({ state: 'fits', notes: [] });
  expect(conditional.spareParts[1].fit).toEqual({
    state: 'conditional',
    notes: ['it: bis 2009'],
    conditions: ['MhCRCW'],
  });
  expect((await fromTail(`--${ids.discs}`, '?modelId=5002')).spareParts[1].fit.state).toBe('conditional');
  expect((await fromTail(`--${ids.discs}`, '?modelId=unknown')).spareParts[1].fit.state).toBe('unknown');
  for (const tail of [`1-1-${ids.discs}`, `2-21-${ids.discs}`])
    expect((await fromTail(tail)).resultCount).toBe(discCount);
  expect((await fromTail(`3-5001-${ids.brakes}`)).resultCount).toBe(discCount + 1);
  const oil = await fromTail(`3-5003-${ids.oils}`);
  expect(oil).toMatchObject({ isUniversal: true, resultCount: 1 });
  expect(oil.spareParts[0]).toMatchObject({
    fit: {
      state: 'universal',
      checks: [{ key: 'viscosity', label: 'Viskosität', value: '5W-30', what: 'approval', state: 'unknown' }],
    },
    basePrice: { value: 6.67, unit: 'l' },
  });
  expect((await fromTail('---1')).resultCount).toBe(9);
  expect((await fromTail(`1-1-${ids.discs}-2`)).resultCount).toBe(9);
  for (const tail of ['--99', '---99', '--', '3-nix-1523', '1-1-'])
    expect((await call(`/api/x/y/${tail}`)).status).toBe(404);
});

test('listing: orders and the brand filter', async () => {
  const order = async (query: string) =>
    (await fromTail(`--${ids.discs}`, `?${query}`)).spareParts.map((part: { id: string }) => Number(part.id));
  expect((await order('sort=price-desc'))[0]).toBe(1025);
  expect((await order('sort=price'))[0]).toBe(1001);
  expect((await order('sort=rating')).length).toBe(20);
  expect((await order('sort=delivery')).length).toBe(20);
  // To Poland, B is 3 € cheaper in shipping and 2.50 € in price than A.
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

test('listing: a chosen filter lowers the counts of other filters, not its own', async () => {
  type Part = { title: string; manufacturer: { id: string } };
  const parts: Part[] = [];
  for (const page of [1, 2]) parts.push(...(await fromTail(`--${ids.discs}`, `?page=${page}`)).spareParts);
  const isFront = ({ title }: Part) => title.endsWith('Vorderachse');
  const count = (passes: (part: Part) => boolean) => parts.filter(passes).length;
  const [place, brand] = [
    { key: 'place', values: ['front'] },
    { key: 'brand', values: ['1'] },
  ];
  for (const chosen of [
    [place, brand],
    [brand, place],
  ]) {
    const { filters } = await fromTail(`--${ids.discs}`, `?f=${encode(chosen)}`);
    const counts = (name: string) =>
      filters
        .find(({ key }: { key: string }) => key === name)
        .attributes.map(({ value, count: left }: { value: string; count: number }) => [value, left]);
    expect(counts('brand')).toEqual(
      ['1', '2', '3'].map((id) => [id, count((part) => isFront(part) && part.manufacturer.id === id)]),
    );
    expect(counts('place')).toEqual([
      ['front', count((part) => isFront(part) && part.manufacturer.id === '1')],
      ['rear', count((part) => !isFront(part) && part.manufacturer.id === '1')],
    ]);
  }
});

test('listing: the filter by delivery country sets the country of prices; words, order, range', async () => {
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
  // Under a filter by price, days or rating, each country counts by its own offers, also those without stored best offers.
  const [priced, days, rating] = ['price 50-', 'delivery_days 3', 'shop_rating 4.5'].map((each) => {
    const [key = '', value = ''] = each.split(' ');
    return { key, values: key === 'delivery_days' ? ['4', value] : [value] };
  });
  for (const others of [[priced], [priced, { key: 'brand', values: ['1'] }], [days], [rating, priced]]) {
    const countries = (await filters(others)).of('delivery_country').attributes as { value: string; count: number }[];
    const results = countries.map(async ({ value }) => {
      const { listing } = await filters([...others, { key: 'delivery_country', values: [value] }]);
      return [value, listing.resultCount];
    });
    expect(await Promise.all(results)).toEqual(countries.map(({ value, count }) => [value, count]));
    if (others.length === 1 && others[0] === priced)
      expect(countries.map(({ value }) => value)).toEqual(['DE', 'AT', 'FR', 'PL']);
  }
  // Nobody ships there, so the filter is ignored like an unknown key or value.
  const ignored = await filters([
    { key: 'delivery_country', values: ['IS'] },
    { key: 'cleaf', values: ['1001'] },
    { key: 'colour', values: ['red'] },
    { key: 'brand', values: ['77'] },
    { key: 'price', values: ['90-10'] },
  ]);
  expect(ignored.listing).toMatchObject({
    ...{ country: 'DE', resultCount: discCount },
    ignored: ['f:price=90-10', 'f:brand=77', 'f:colour', 'f:delivery_country=IS'],
  });
  expect(austria.listing.ignored).toBeUndefined();
  expect(JSON.stringify(ignored.listing.filters)).not.toMatch(/cleaf|"isActive":true/);
  const dear = await filters([{ key: 'price', values: ['50-'] }], '&sort=price');
  expect(dear.of('price')).toMatchObject({
    range: { min: 36.9, max: 60.9, from: 50, to: null },
    attributes: [
      {
        value: '50-',
        label: expect.stringMatching(/^50(,00)?\s€ –$/),
        count: dear.listing.resultCount,
        isActive: true,
      },
    ],
  });
  expect(dear.listing.spareParts[0].lowestTotal).toBeGreaterThanOrEqual(50);
  const italian = await filters([{ key: 'place', values: ['rear'] }], '&locale=it-IT');
  expect(italian.of('place').attributes[1]).toMatchObject({ label: 'Asse posteriore', isActive: true });
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
  // The car is on the first page of these series only.
  expect(await stateOf(`2-21-${ids.discs}`, '0603ABC')).toBe('fits');
  expect(await stateOf(`2-23-${ids.discs}`, '0603ABC')).toBeNull();
  expect((await fromTail(`2-23-${ids.discs}`, '?kbaTypeId=90002')).resultCount).toBe(0);
  expect((await fromTail(`--${ids.discs}`, '?kbaTypeId=90002')).spareParts[1].fit.state).toBe('fits');
  for (const unknown of ['9999ZZZ', 'nonsense', '']) expect(await stateOf(`--${ids.discs}`, unknown)).toBe('unknown');
});

test('products of a search: a leaf by its number, words, a short page, unreadable input', async () => {
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
  expect((await call('/api/search/products')).status).toBe(400);
  expect((await call('/api/search/products?query=xyzzy&page=2')).status).toBe(404);
});

test('a group without leaves has no products, in every context and under a brand', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'listing-'));
  const file = writeCatalogue(folder, { generation: 'group' });
  const database = new DatabaseSync(join(folder, file));
  database.exec("insert into category values (77777, null, null, 1, 0, 0, null, 'disc', 1, 0, 9, 1, 0, '[]', '[]')");
  database.exec(
    "insert into category_text select 77777, language, title, slug, '', '', '' from category_text where category_id = 900",
  );
  database.close();
  const generation = await openCatalogue(folder, 'group', file);
  for (const tail of ['--77777', '1-1-77777', '2-21-77777', '3-5001-77777', '3-5001-77777-1']) {
    const request = {
      ...({ locale: 'de-DE', country: 'DE', sort: 'popularity', page: 1 } as const),
      first: 'x',
      second: 'x',
      tail,
    };
    const selection = readSelection(generation, request);
    expect([tail, await wideHits(generation, selection)]).toEqual([tail, []]);
  }
  await generation.close();
  rmSync(folder, { recursive: true });
});
