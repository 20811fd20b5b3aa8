import { expect, test } from 'vitest';
import { discCount, ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { catalogueService, idsOf } from '../../../test/fixtures/marketplace/workers/catalogue-service.js';
import { fc } from '../../../test/support/properties.js';

const { call, read } = catalogueService();
const search = (term: string, query = '') =>
  read('fullText', `/api/Volltextsuche/${encodeURIComponent(term)}${query && `?${query}`}`);

test('categories in the language of the edition, the best match first', async () => {
  const { specific, universal, vehicleSpecific, results, products, isCut } = await search('title');
  expect(idsOf(specific)).toEqual([100, 2001, 1523, 301, 900]);
  expect(idsOf(universal)).toEqual([ids.oils]);
  expect(vehicleSpecific).toEqual([]);
  expect([products.length, isCut]).toEqual([20, false]);
  expect(results).toBe(specific.length + universal.length + products.length + 1);
  expect(idsOf((await search('FR-Titlé-1523', 'locale=fr-FR')).specific)).toEqual([1523]);
  const foreign = await search('fr-title-1523');
  expect([idsOf(foreign.specific), foreign.reading.notes]).toEqual([
    [1523],
    [{ kind: 'language', text: 'fr', values: [] }],
  ]);
});

test('every word must match, including brands and numbers', async () => {
  const found = await search('title 1523 brand 2');
  expect(idsOf(found.specific)).toEqual([1523]);
  const brands = new Set(found.products.map((part: { manufacturer: { name: string } }) => part.manufacturer.name));
  expect([...brands]).toEqual(['Brand 2']);
  const unknown = await search('brand 1 title 1523 vehicle');
  expect(unknown.reading.notes).toContainEqual({ kind: 'unknown', text: 'vehicle', values: [] });
  expect(idsOf((await search('DISC-25')).products)).toEqual([ids.firstDisc + 24]);
  expect(idsOf((await search('disc 2')).products).slice(0, 1)).toEqual([ids.firstDisc + 1]);
  expect(idsOf((await search('1k0 615 301 7')).products)).toEqual([ids.firstDisc + 6]);
});

test('if no category has every word, those with at least half of them are found', async () => {
  const { specific, universal } = await search('title');
  const all = [...idsOf(specific), ...idsOf(universal)];
  expect(all).not.toEqual([]);
  const half = await search('title xyzzy');
  expect([...idsOf(half.specific), ...idsOf(half.universal)]).toEqual(all);
  const third = await search('title xyzzy qwertz');
  expect([third.specific, third.universal]).toEqual([[], []]);
});

test('a car in the words becomes the context', async () => {
  const golf = await search('golf 5 title 1523');
  expect(golf.vehicle.seriesPage.id).toBe(String(ids.golf));
  expect(idsOf(golf.vehicleSpecific)).toEqual([ids.discs]);
  expect(golf.named.id).toBe(String(ids.discs));
  expect((await search('bmw title 1523')).vehicleSpecific).toEqual([]);
  const either = await search('golf title 1523');
  expect([either.vehicle.manufacturer.id, either.vehicle.seriesPage]).toEqual(['1', null]);
  const chosen = await search('golf title 1523', `type=3&id=${ids.golfModel}`);
  expect(chosen.vehicle.model.id).toBe(ids.golfModel);
  expect((await search('title 1523')).vehicle).toBeNull();
});

test('year and rounded power name a car; a value that no car has is reported', async () => {
  const carNotes = async (power: string): Promise<string[]> =>
    (await search(`golf 5 title 1523 ${power}`)).reading.notes
      .filter(({ kind }: { kind: string }) => kind === 'car')
      .map(({ text }: { text: string }) => text);
  for (const power of ['77 kw', '76 kw', '105 ps', '104 ps'])
    expect([power, await carNotes(power)]).toEqual([power, []]);
  for (const power of ['80 kw', '120 ps']) expect([power, await carNotes(power)]).toEqual([power, [power]]);
  // A model has both its first and its last year.
  for (const year of ['2003', '2009']) expect([year, await carNotes(year)]).toEqual([year, []]);
  for (const year of ['2002', '2010']) expect([year, await carNotes(year)]).toEqual([year, [year]]);
});

test('in the context of a vehicle', async () => {
  const golf = await search('title', `type=3&id=${ids.golfConditional}`);
  expect(golf.specific).toEqual([]);
  expect(idsOf(golf.vehicleSpecific)).toContain(ids.discs);
  expect(golf.products[0].fit.state).toBe('fits');
  expect(golf.products.some((part: { fit: { state: string } }) => part.fit.state === 'conditional')).toBe(true);
  const bmw = await search('title', `type=3&id=${ids.bmwModel}`);
  expect(idsOf(bmw.vehicleSpecific)).toEqual([900]);
  expect(bmw.products).toEqual([]);
  expect(idsOf(bmw.universalProducts)).toEqual([ids.oil]);
  for (const context of ['type=1&id=1', 'type=2&id=21'])
    expect((await search('title', context)).products).toHaveLength(20);
  expect((await call('/api/Volltextsuche/x?type=3&id=nix')).status).toBe(404);
  expect((await call('/api/Volltextsuche/x?type=1')).status).toBe(400);
});

test('products are filtered, sorted and paged like a leaf, by the filters that all their leaves have', async () => {
  const encode = (filters: unknown) => Buffer.from(JSON.stringify(filters)).toString('base64url');
  const keysOf = ({ filters }: { filters: { key: string }[] }) => filters.map(({ key }) => key);
  const all = await search('title');
  expect(all).toMatchObject({ page: 1, sort: 'popularity', country: 'DE' });
  expect(keysOf(all)).toEqual([
    'category',
    'brand',
    'price',
    'condition',
    'delivery_days',
    'shop_rating',
    'delivery_country',
  ]);
  const counts = new Map<string, number>(
    all.filters[0].attributes.map(({ value, count }: { value: string; count: number }) => [value, count]),
  );
  expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(all.resultCount);
  const discs = [{ key: 'category', values: [String(ids.discs)] }];
  const narrowed = await search('title', `f=${encode(discs)}`);
  expect(narrowed.resultCount).toBe(counts.get(String(ids.discs)));
  expect(narrowed.resultCount).toBe(discCount);
  expect(narrowed.universalProducts).toEqual([]);
  // One leaf is left: its own filters appear, and the other categories can still be chosen.
  expect(keysOf(narrowed)).toEqual([
    ...['category', 'place', 'brand', 'price', 'diameter', 'thickness'],
    ...['condition', 'delivery_days', 'shop_rating', 'delivery_country'],
  ]);
  expect(narrowed.filters[0].attributes).toHaveLength(counts.size);
  const dear = encode([...discs, { key: 'brand', values: ['1'] }, { key: 'price', values: ['40-'] }]);
  const pages = await Promise.all(
    [1, 2].map((page) => search('title', `f=${dear}&sort=price-desc&pageSize=3&page=${page}`)),
  );
  const totals = pages.flatMap(({ products }) => products.map((part: { lowestTotal: number }) => part.lowestTotal));
  expect(totals).toEqual(totals.toSorted((a: number, b: number) => b - a));
  expect(Math.min(...totals)).toBeGreaterThanOrEqual(40);
  expect(pages[0].availablePageCount).toBe(Math.ceil(pages[0].resultCount / 3));
  expect(pages[1].products.every((part: { manufacturer: { id: string } }) => part.manufacturer.id === '1')).toBe(true);
  const abroad = await search('title', `f=${encode([{ key: 'delivery_country', values: ['FR'] }])}`);
  expect(abroad.country).toBe('FR');
  expect((await search('title', 'pageSize=8')).filters).toEqual([]);
  expect((await search('title', 'f=%25%25')).resultCount).toBe(all.resultCount);
  expect((await call('/api/Volltextsuche/title?page=99')).status).toBe(404);
  expect((await call('/api/Volltextsuche/title?sort=worst')).status).toBe(400);
  const none = await search('title', `f=${encode([{ key: 'price', values: ['1-2'] }])}`);
  expect([none.resultCount, none.products, none.availablePageCount]).toEqual([0, [], 0]);
  expect(none.specific).toEqual(all.specific);
});

test.each([
  'c++',
  '-x',
  'foo AND',
  'a"b',
  '"',
  'NEAR(a b)',
  '{de}:x',
  'common:x*',
  '日本語',
  '\u0000x',
  'ß'.repeat(200),
])('is not led astray by %j', async (term) => {
  const { status } = await call(`/api/Volltextsuche/${encodeURIComponent(term)}`);
  expect(status).toBe(term === '"' ? 400 : 200);
});

test('any text gets a response', async () => {
  const some = fc.string({ unit: 'binary', minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(some, async (term) => {
      const { status } = await call(`/api/Volltextsuche/x${encodeURIComponent(term)}`);
      expect(status).toBe(200);
    }),
    { numRuns: 100 },
  );
});
