import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { InjectedFailure } from './doubles/marketplace-stub.js';
import type { Web, WebResponse } from './doubles/web.js';
import { addressesOf, type FailingShop, operationOf, startFailingShop } from './support/failing-shop.js';
import { inTurn } from './support/sample.js';
import { until } from './support/until.js';

/**
 * Every kind of page before a proxy that breaks one call at a time. A page fails only without its subject (D76). It
 * answers even if a call hangs, and reports what it could not load.
 */
let shop: FailingShop;
let web: Web;
let get: FailingShop['get'];
beforeAll(async () => {
  shop = await startFailingShop();
  ({ web, get } = shop);
});
beforeEach(() => shop.renew());
afterAll(() => web?.stop());
/** Calls that a page cannot do without. Other calls only cost their section. */
const subjects: Record<string, readonly string[]> = {
  manufacturer: ['manufacturer'],
  series: ['seriesPage'],
  model: ['model'],
  category: ['navigation'],
  universal: ['navigation'],
  ofManufacturer: ['navigation'],
  ofSeries: ['navigation'],
  ofModel: ['navigation'],
  withPicker: ['navigation'],
  brand: ['brand'],
  ofBrand: ['navigation', 'brands'],
  article: ['article'],
  articleForModel: ['article'],
  partNumber: ['partNumber'],
  fullText: ['fullText'],
  fullTextForModel: ['fullText'],
  shop: ['shop'],
  shopTerms: ['shopText'],
  cart: ['cart'],
};
const statements = {
  categories: 'Die Baugruppen lassen sich gerade nicht laden.',
  manufacturers: 'Die Fahrzeughersteller lassen sich gerade nicht laden.',
  series: 'Die Baureihen lassen sich gerade nicht laden.',
  lists: 'Die Liste der Fahrzeuge lässt sich gerade nicht vollständig laden.',
  products: 'Die Artikel dieser Kategorie lassen sich gerade nicht laden.',
  promotions: 'Die günstigen Angebote lassen sich gerade nicht laden.',
  reviews: 'Die Bewertungen lassen sich gerade nicht laden.',
  offers: 'Die Angebote lassen sich gerade nicht laden',
  oe: 'Die OE-Nummern können gerade nicht angezeigt werden.',
  fitting: 'Die Fahrzeuge können gerade nicht angezeigt werden.',
  brands: 'Die Liste der Marken kann gerade nicht angezeigt werden.',
} as const;
type Statement = keyof typeof statements;
/** Texts that replace the data of a failed call: by kind of page, then on all pages. */
const words: Record<string, Partial<Record<string, readonly Statement[]>>> = {
  home: {
    navigation: ['categories', 'promotions'],
    manufacturers: ['manufacturers', 'lists'],
    listing: ['promotions'],
  },
  vehicles: { manufacturers: ['manufacturers', 'lists'] },
  manufacturer: { manufacturerSeries: ['series', 'lists'], manufacturers: ['lists'] },
  category: { manufacturers: ['manufacturers'] },
  menuOpen: { manufacturers: ['categories'] },
  brands: { brands: ['brands'] },
  fullTextForModel: { navigation: [] },
  '*': {
    navigation: ['categories'],
    manufacturers: ['lists'],
    manufacturerSeries: ['lists'],
    seriesModels: ['lists'],
    listing: ['products'],
    offers: ['offers'],
    oeNumbers: ['oe'],
    fittingVehicles: ['fitting'],
    reviews: ['reviews'],
  },
};
/** Whether a call may take as long as its page, which then waits for a slow one. */
const hasTimeout = (kind: string, operation: string): boolean =>
  subjects[kind]?.includes(operation) ||
  ['offers', 'listing', 'brands'].includes(operation) !== (kind === 'home' && operation === 'listing') ||
  (operation === 'navigation' && kind !== 'fullTextForModel') ||
  (operation === 'manufacturers' && ['vehicles', 'menuOpen'].includes(kind)) ||
  (operation === 'manufacturerSeries' && kind === 'manufacturer');

const modes = {
  error: 502,
  busy: 503,
  hang: 503,
  slow: 200,
  cut: 503,
  reset: 503,
  html: 502,
  garbage: 502,
  shape: 502,
  unknown: 404,
} as const satisfies Record<Exclude<InjectedFailure, 'full'>, number>;
type Mode = keyof typeof modes;
/** Removes parts that change with each request. */
const plain = ({ text }: Pick<WebResponse, 'text'>): string =>
  text.replace(/Support-Code: [\w-]+|name="wait" value="[^"]*"|name="key" value="[^"]*"/g, '');

/** Returns the calls that a kind of page makes without a cache. */
async function callsOf(kind: string): Promise<string[]> {
  await shop.renew();
  await get(kind);
  return [...new Set(web.double.calls.map(({ url }) => operationOf(url)))];
}

async function expectCell(kind: string, operation: string, mode: Mode): Promise<void> {
  await shop.renew();
  // On a busy machine the first view may lack a section, and the marketplace may refuse.
  await get(kind);
  let whole = await get(kind);
  await until('the page is complete', async () => {
    if (whole.status >= 500) whole = await get(kind);
    return whole.status < 500;
  });
  await shop.renew();
  web.double.breakOn(addressesOf(operation), mode);
  const broken = await get(kind);
  const cell = { kind, operation, mode };
  const isSubject = subjects[kind]?.includes(operation) ?? false;
  const isThere = mode === 'slow' && hasTimeout(kind, operation);
  // The cart page has an error status if the cart is unreadable.
  const failed = kind === 'cart' && mode !== 'slow' ? 503 : modes[mode];
  const expected = isSubject ? failed : whole.status;
  expect({ ...cell, status: broken.status }).toEqual({ ...cell, status: expected });
  if (broken.status >= 500) {
    expect(broken.headers['retry-after']).toBe(broken.status === 503 ? '5' : undefined);
    expect(broken.headers['cache-control']).toBe('private, no-store');
    return expect(broken.text).toContain('noindex');
  }
  if (broken.status === 404) return;
  const own = words[kind]?.[operation] ?? words['*']?.[operation] ?? [];
  // The promotion may be missing.
  const lost = mode === 'unknown' && kind === 'home' ? own.filter((name) => name !== 'promotions') : own;
  const wanted = isThere || isSubject ? [] : lost;
  // The picker and promotions wait less for a call than its own page, so they may be missing.
  const mayLack = isThere ? ['lists', 'promotions'] : [];
  const all = Object.entries(statements).filter(
    ([name, text]) => broken.text.includes(text) && !mayLack.includes(name),
  );
  expect({ ...cell, shown: all.map(([name]) => name).sort() }).toEqual({ ...cell, shown: [...wanted].sort() });
  if (wanted.length > 0) expect(broken.text).toContain('>Noch einmal versuchen</a>');
  expect(/<h1[^>]*>(.*?)<\/h1>/.exec(broken.text)?.[1]).toBe(/<h1[^>]*>(.*?)<\/h1>/.exec(whole.text)?.[1]);
  if (wanted.includes('products')) expect(broken.text).toMatch(/<meta name="robots" content="noindex/);
  if (wanted.includes('offers')) expect(broken.text).not.toMatch(/"(Aggregate)?Offer"|"Product"/);
  // Neither the broken page nor its responses were cached.
  web.double.breakOn(null);
  let isWhole = false;
  // On a busy machine a view may lack a section here, too.
  for (let view = 0; view < 5 && !isWhole; view += 1) {
    web.forget();
    isWhole = plain(await get(kind)) === plain(whole);
  }
  expect({ ...cell, isWhole }).toEqual({ ...cell, isWhole: true });
}

test('each call that fails, hangs or lies costs its own section', async () => {
  const cells: [kind: string, operation: string, mode: Mode][] = [];
  for (const kind of Object.keys(shop.paths)) {
    const made = await callsOf(kind);
    for (const subject of subjects[kind] ?? []) expect([kind, made]).toEqual([kind, expect.arrayContaining([subject])]);
    for (const operation of made) for (const mode of Object.keys(modes) as Mode[]) cells.push([kind, operation, mode]);
  }
  expect(cells.length).toBeGreaterThan(500);
  for (const cell of inTurn(cells, 83)) await expectCell(...cell);
});

test.each([
  ['article', 'offers'],
  ['category', 'listing'],
  ['home', 'navigation'],
] as const)('%s without %s in each way', async (kind, operation) => {
  for (const mode of inTurn(Object.keys(modes) as Mode[], 3)) await expectCell(kind, operation, mode);
});

test('lists of a picker that a page only leads to are not asked for', async () => {
  for (const kind of ['category', 'ofModel', 'model', 'article', 'articleForModel']) {
    const made = await callsOf(kind);
    const lists =
      kind === 'category' ? ['manufacturerSeries', 'seriesModels'] : ['manufacturers', 'manufacturerSeries'];
    expect([kind, made.filter((operation) => lists.includes(operation))]).toEqual([kind, []]);
  }
  expect(await callsOf('withPicker')).toEqual(expect.arrayContaining(['manufacturers', 'seriesModels']));
});
