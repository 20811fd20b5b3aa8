import { beforeAll, describe, expect, test } from 'vitest';
import { encodeFilters } from '../server/contract/filters.js';
import type { Language } from '../server/contract/languages.js';
import { allEditions, type Edition } from '../server/web/routes/editions.js';
import { localPath } from '../server/web/routes/paths.js';
import type { LinkName, LinkParameters } from '../views/links.js';
import { checkedGet } from './support/checked.js';
import { fetchPage, type PageResponse, readPage } from './support/page.js';
import { sharedShop } from './support/shared-shop.js';

/** Pages of shops, brands and searches, on the demonstration catalogue. */
const shop = sharedShop();
let merchant: string;
let brand: { id: string; slug: string };
let number: string;
/** An OE number as the car maker writes it. */
let written: string;
let model: { id: string; seriesPage: { slug: string } };
let manufacturer: { id: string; seoName: string };
const inWords: Record<string, string> = {};
const [german] = allEditions as [Edition];
/** Words with a mistake, the corrected word, and the page's sentence about it. */
const mistakes: Readonly<Record<Language, readonly [typed: string, meant: string, note: string]>> = {
  de: ['bremsscheiben zahnrimen', 'bremsscheiben Zahnriemen', 'Statt „zahnrimen“ haben wir „Zahnriemen“ gesucht.'],
  fr: [
    'disqeus de frein',
    'disques de frein',
    'Nous avons cherché «\u202fdisques\u202f» au lieu de «\u202fdisqeus\u202f».',
  ],
  es: ['pastillas de frno', 'pastillas de freno', 'Hemos buscado «freno» en lugar de «frno».'],
  it: ['dicshi freno', 'dischi freno', 'Abbiamo cercato «dischi» al posto di «dicshi».'],
  nl: [
    'remschijven luchtflter',
    'remschijven luchtfilter',
    'We hebben gezocht op ‘luchtfilter’ in plaats van ‘luchtflter’.',
  ],
};

beforeAll(async () => {
  const get = async (path: string) => (await fetch(shop.origin + path)).json();
  const [product] = (await get('/api/-/-/--1523')).spareParts;
  merchant = (await get(`/api/Angebote?sparePartId=${product.id}`)).offers[0].shop.slug;
  brand = { id: product.manufacturer.id, slug: product.manufacturer.seoName };
  number = product.normNumber;
  written = (await get(`/api/Artikel/${product.id}/Originalteile`))[0].numbers[0];
  Object.assign(inWords, (await get('/api/navigation?categoryId=1523')).category.seoAliases);
  [manufacturer] = await (await checkedGet(shop.origin, '/api/vehicle/manufacturers?limit=1')).json();
  const [series] = await get(`/api/vehicle/manufacturers/${manufacturer.id}/series?limit=1`);
  const [first] = await get(`/api/vehicle/series/${series.id}/models?limit=1`);
  model = { id: first.id, seriesPage: series.seriesPage };
});

const to = <N extends LinkName>(edition: Edition, name: N, parameters: LinkParameters[N]): string =>
  edition.prefix + localPath(edition, name, parameters);
const get = (path: string, headers?: Record<string, string>): Promise<PageResponse> =>
  fetchPage(shop.origin, path, headers);
const moved = async (path: string, headers?: Record<string, string>): Promise<[number, unknown]> => {
  const { status, headers: received } = await get(path, headers);
  return [status, received.location];
};
const isNoindex = (body: string): boolean => readPage(body).robots?.includes('noindex') ?? false;

describe.each(allEditions.map((edition) => [edition.locale, edition] as const))('%s', (_, edition) => {
  const category = () => ({ urlId: '1523', seoAlias: inWords[edition.language] ?? '' });

  test('shop: its page is found, its texts are not, another spelling is moved', async () => {
    const page = await get(to(edition, 'shop', { shop: merchant }));
    expect(page.status).toBe(200);
    expect(isNoindex(page.body)).toBe(false);
    for (const name of ['shopTerms', 'shopPolicy'] as const) {
      const text = await get(to(edition, name, { shop: merchant }));
      expect(text.status).toBe(200);
      expect(isNoindex(text.body)).toBe(true);
      expect(text.body).toMatch(/<div class="merchant-text" lang="(de|fr|es|it|nl)"><h2>/);
      expect(readPage(text.body).crumbs).toContain(to(edition, 'shop', { shop: merchant }));
    }
    expect(await moved(to(edition, 'shop', { shop: merchant.toUpperCase() }))).toEqual([
      301,
      to(edition, 'shop', { shop: merchant }),
    ]);
    expect((await get(to(edition, 'shop', { shop: 'nobody' }))).status).toBe(404);
    expect((await get(to(edition, 'shopTerms', { shop: 'nobody' }))).status).toBe(404);
  });

  test('brand: alone and with a category is indexed, beside a vehicle it is not (D47)', async () => {
    for (const path of [
      to(edition, 'brand', { brand }),
      to(edition, 'brandCategory', { brand, category: category() }),
    ]) {
      const page = await get(path);
      expect([path, page.status, isNoindex(page.body)]).toEqual([path, 200, false]);
      expect(readPage(page.body).canonical).toBe(path);
    }
    const wrong = `${edition.prefix}/x/y/--1523-${brand.id}`;
    expect(await moved(wrong)).toEqual([301, to(edition, 'brandCategory', { brand, category: category() })]);
    const plain = to(edition, 'manufacturerCategory', { category: category(), manufacturer });
    const beside = plain.replace(`/${category().seoAlias}/`, `/${brand.slug}-${category().seoAlias}/`);
    const page = await get(`${beside}-${brand.id}`);
    expect([page.status, isNoindex(page.body), readPage(page.body).canonical]).toEqual([200, true, plain]);
    expect((await get(`${edition.prefix}/x/y/---999999999`)).status).toBe(404);
  });

  test('part number: one spelling, words of filters, nothing found is 404 with a search (D4, D58)', async () => {
    const own = to(edition, 'partNumber', { number });
    const page = await get(own);
    expect([page.status, isNoindex(page.body)]).toEqual([200, true]);
    expect(page.body).toContain(to(edition, 'article', { brand: brand.slug, number }));
    const { partNumbers } = edition.pathNames;
    expect(await moved(`${edition.prefix}/${partNumbers}/x/y/${number.toLowerCase()}`)).toEqual([301, own]);
    const narrow = to(edition, 'partNumber', { number, category: category().seoAlias, manufacturer: brand.slug });
    expect((await get(narrow)).status).toBe(200);
    expect(await moved(narrow.replace(brand.slug, brand.slug.toLowerCase()))).toEqual([301, narrow]);
    const none = await get(to(edition, 'partNumber', { number: 'ZZ99ZZ99' }));
    expect([none.status, isNoindex(none.body)]).toEqual([404, true]);
    expect(none.body).toMatch(/<form class="search-form" action="[^"]*\/search"><input[^>]*value="ZZ99ZZ99"/);
    expect(none.headers['x-request-id']).toBeDefined();
  });

  test('words: results are nobody else’s, nothing to search for leads home', async () => {
    const term = (inWords[edition.language] ?? '').replaceAll('-', ' ');
    const page = await get(to(edition, 'fullText', { query: term }));
    expect([page.status, isNoindex(page.body)]).toEqual([200, true]);
    expect(page.headers['cache-control']).toBe('private, no-store');
    expect(page.body).toContain(`--1523"`);
    for (const query of ['', '%20%20', '%00']) {
      expect(await moved(`${to(edition, 'fullText', {})}?query=${query}`)).toEqual([303, `${edition.prefix}/`]);
    }
    expect((await get(to(edition, 'fullText', { query: '!?' }))).status).toBe(200);
    expect((await get(to(edition, 'fullText', { query: 'ß'.repeat(1000) }))).status).toBe(200);
  });

  test('what words find is filtered by a form, ordered and paged, and none of it is for search engines', async () => {
    const term = inWords[edition.language]?.split('-')[0] ?? '';
    const own = to(edition, 'fullText', { query: term });
    const page = await get(own);
    const [, value = ''] = /name="filter\.brand"[^>]*value="(\d+)"/.exec(page.body) ?? [];
    expect(value).not.toBe('');
    const response = await fetch(shop.origin + own.split('?')[0], {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: shop.origin, 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      body: new URLSearchParams({ locale: edition.locale, query: term, 'filter.brand': value, sort: 'price' }),
    });
    const address = new URL(response.headers.get('location') ?? '', shop.origin);
    expect([response.status, address.pathname]).toEqual([303, own.split('?')[0]]);
    expect([...address.searchParams.keys()]).toEqual(['query', 'f', 'sort']);
    const filtered = await get(address.pathname + address.search);
    expect([filtered.status, isNoindex(filtered.body), readPage(filtered.body).canonical]).toEqual([200, true, own]);
    expect(filtered.body).toMatch(/<option value="price" selected="">/);
    expect(filtered.body).toMatch(new RegExp(`name="filter.brand"[^>]*checked=""[^>]*value="${value}"`));
    expect(filtered.body).toContain(`<input type="hidden" name="query" value="${term}"/>`);
    expect((await get(`${address.pathname}${address.search}&page=999`)).status).toBe(404);
  });

  test('a mistake is corrected, and the page shows the correction and a link to the typed words', async () => {
    const [typed, meant, reported] = mistakes[edition.language];
    const page = await get(to(edition, 'fullText', { query: typed }));
    const start = `<div class="note space-above">`;
    const note = new RegExp(`${start}.*?</div>`, 's').exec(page.body)?.[0] ?? '';
    const words = note.replace(/<[^>]+>/g, ' ');
    expect(words.trim().startsWith(reported), words).toBe(true);
    const links = [...note.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
    expect(links).toEqual([to(edition, 'fullText', { query: typed, exact: '1' })]);
    const addresses = [to(edition, 'fullText', { query: meant }), ...links];
    const [mended, exact] = await Promise.all(addresses.map((address) => get(address)));
    // The page may report the typed word as not understood.
    expect((mended as PageResponse).body).not.toContain(start);
    for (const { status, body } of [mended, exact] as PageResponse[]) {
      expect(status).toBe(200);
      expect(body).toMatch(/<ul class="[^"]*".*--\d+"/s);
    }
    expect((exact as PageResponse).body).not.toBe((mended as PageResponse).body);
  });

  test('the search form: number, the one category, or everything (D8)', async () => {
    const search = (query: string): string => `${edition.prefix}/search?query=${encodeURIComponent(query)}`;
    const norm = written.toUpperCase().replace(/[^A-Z0-9]/g, '');
    expect(await moved(search(` ${written.toLowerCase()} `))).toEqual([
      302,
      to(edition, 'partNumber', { number: norm }),
    ]);
    expect(await moved(search('qqqq wwww'))).toEqual([302, to(edition, 'fullText', { query: 'qqqq wwww' })]);
    expect(await moved(search(' '))).toEqual([303, `${edition.prefix}/`]);
  });

  test('where words find nothing, what most look for is shown, whatever filters the address has', async () => {
    const f = encodeFilters([{ key: 'brand', values: [brand.id] }]);
    const [plain, filtered] = await Promise.all(
      ['', `&f=${f}`].map((more) => get(to(edition, 'fullText', { query: 'qqqq wwww' }) + more)),
    );
    for (const { status, body } of [plain, filtered] as PageResponse[])
      expect([status, body.includes('id="h-popular"')]).toEqual([200, true]);
  });
});

test('one category is shown at once, for the vehicle that is searched for', async () => {
  const search = '/search?query=Bremsscheiben';
  const category = { urlId: '1523', seoAlias: 'Bremsscheiben' };
  expect(await moved(search)).toEqual([302, to(german, 'category', { category })]);
  expect(await moved(`${search}&modelId=${model.id}`)).toEqual([
    302,
    to(german, 'modelCategory', { category, seriesPage: model.seriesPage, modelId: model.id }),
  ]);
  expect(await moved(`${search}&vehicleManufacturerId=${manufacturer.id}`)).toEqual([
    302,
    to(german, 'manufacturerCategory', { category, manufacturer }),
  ]);
  expect(await moved(`${search}&modelId=unknown`)).toEqual([302, to(german, 'category', { category })]);
});

test('a search for nothing leads back, never to another site and never round in circles', async () => {
  const host = new URL(shop.origin).origin;
  const back = (referer: string) => moved('/search?query=', { referer });
  expect(await back(`${host}/Warenkorb?a=1`)).toEqual([303, '/Warenkorb?a=1']);
  expect(await back(`${host}//evil.example/`)).toEqual([303, '/']);
  expect(await back('https://evil.example/Warenkorb')).toEqual([303, '/']);
  expect(await back(`${host}/search?query=`)).toEqual([303, '/']);
  // The referrer belongs to another edition: the search stays in its own.
  expect(await back(`${host}/fr-FR/panier`)).toEqual([303, '/']);
  expect(await back(`${host}/panier`)).toEqual([303, '/']);
  expect(await back('no address')).toEqual([303, '/']);
});
