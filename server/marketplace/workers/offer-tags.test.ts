import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeOffers } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { discCount, ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { startTestService, type TestService } from '../../../test/fixtures/marketplace/workers/service.js';
import { until } from '../../../test/support/until.js';
import { callHeaders } from '../../contract/call-headers.js';
import { encodeFilters } from '../../contract/filters.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService('catalogue');
});
afterAll(() => service.stop());

const discs = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `b${1000 + from + index}`);
const leaf = `l${ids.discs}`;
const brakes = [leaf, `l${ids.pads}`];
const lastBrakes = [...discs(21, discCount), `b${ids.pad}`, ...brakes];
const cheap = encodeFilters([{ key: 'price', values: ['-50'] }]);
const ofLeaf = encodeFilters([{ key: 'cleaf', values: ['1001'] }]);
const brandOnes = [1003, 1006, 1009, 1012, 1015, 1018, 1021, 1024, ids.pad].map((id) => `b${id}`);

/** Tags of a response: those of offers and those of replaceable texts. */
function tagsIn(headers: Headers) {
  const all = (headers.get(callHeaders.offerTags) ?? '').split(' ').filter(Boolean).sort();
  const isOfText = (tag: string): boolean => /^[ctn]/.test(tag);
  return { all, offers: all.filter((tag) => !isOfText(tag)), texts: all.filter(isOfText) };
}

test.each([
  ['offers', '/api/Angebote?sparePartId=1001', ['p1001']],
  ['an article with its neighbours', '/api/Teilenummernsuche/Brand-2/DISC1', ['p1001', `b${ids.pad}`]],
  ['recommendations', '/api/recommendation/spare-part/1001', [`b${ids.pad}`]],
  ['those that cannot be bought yet', '/api/recommendation/spare-part/1001?country=CH', [`b${ids.pad}`]],
  ['a leaf with its filters', `/api/x/y/--${ids.discs}?page=2`, [...discs(21, discCount), leaf]],
  ['an empty list', `/api/x/y/3-5003-${ids.discs}`, [leaf]],
  ['a group', `/api/x/y/1-1-${ids.brakes}?page=2`, lastBrakes],
  ['a group sorted by price', `/api/x/y/1-1-${ids.brakes}?page=2&sort=price`, lastBrakes],
  ['products of a brand', '/api/x/y/---1', [...brandOnes, ...brakes]],
  ['a brand', '/api/Marken/1', brandOnes],
  ['a part number', '/api/Teilenummern/PAD1', [`b${ids.pad}`]],
  ['a search', '/api/Volltextsuche/PAD1', [`b${ids.pad}`, `l${ids.pads}`]],
  ['found products alone', '/api/search/products?query=PAD1&productsOnly=1', [`b${ids.pad}`]],
  [
    'found products by price',
    `/api/search/products?query=PAD1&productsOnly=1&sort=price`,
    [`b${ids.pad}`, `l${ids.pads}`],
  ],
  ['products of a leaf', `/api/search/products?f=${ofLeaf}`, [...discs(1, 20), leaf]],
  ['found cheap products', `/api/search/products?query=PAD1&productsOnly=1&f=${cheap}`, [`l${ids.pads}`]],
  ['the largest reduction', `/api/Preissenkung?categoryId=${ids.discs}`, [leaf]],
  ['the text of a shop', '/api/Shop/beta/terms', ['s2']],
  ['a list of articles', '/api/Verzeichnis/articles', ['a0']],
  ['a list of shops', '/api/Verzeichnis/shops', ['s0']],
  ['a list of brands', '/api/Verzeichnis/brands', []],
  ['categories', `/api/navigation?categoryId=${ids.brakes}`, []],
  ['suggestions', '/api/search/suggestions?query=PAD1', []],
])('%s have tags of their content', async (_, path, tags) => {
  const { status, headers } = await service.call(path);
  expect([path, status]).toEqual([path, 200]);
  const { offers, all } = tagsIn(headers);
  expect(offers).toEqual([...tags].sort());
  expect(headers.has(callHeaders.offers)).toBe(all.length > 0);
});

test.each([
  ['categories', `/api/navigation?categoryId=${ids.brakes}`, ['c']],
  ['a leaf', `/api/x/y/1-1-${ids.discs}`, ['c']],
  ['suggestions', '/api/search/suggestions?query=PAD1', ['c', 'n']],
  ['offers', '/api/Angebote?sparePartId=1001', ['t']],
  ['a list of categories', '/api/Verzeichnis/categories', ['c']],
  ['a list of brands', '/api/Verzeichnis/brands', []],
])('%s have tags of texts that an operator may replace', async (_, path, kinds) => {
  const { headers } = await service.call(path);
  const { texts } = tagsIn(headers);
  expect([...new Set(texts.map((tag) => tag.charAt(0)))]).toEqual(kinds);
});

test('a shop has tags of itself and of its best offers, which other shops may sell too', async () => {
  const { body, headers } = await service.call('/api/Shop/beta');
  const shown = body.bestOffers.map(({ id }: { id: string }) => `b${id}`);
  expect(shown).toHaveLength(12);
  expect(tagsIn(headers).offers).toEqual([...shown, 's2'].sort());
});

test('a response names the commit that it contains at least', async () => {
  const versionOf = async () => (await service.call('/api/Angebote?sparePartId=1001')).headers.get(callHeaders.offers);
  const before = await versionOf();
  writeOffers(service.dataDir, 'catalogue-g1.db', { dearer: 100 });
  await until('the commit is applied', async () => (await versionOf()) !== before);
  const [[epoch, number], [epochNow, numberNow]] = [before, await versionOf()].map(
    (each) => each?.split('.') ?? [],
  ) as [string[], string[]];
  expect([epochNow, Number(numberNow)]).toEqual([epoch, Number(number) + 1]);
  const { body } = await service.call('/api/Angebote?sparePartId=1001');
  expect(body.offers[0].price).toBe(32);
});
