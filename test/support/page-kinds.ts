import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Edition } from '../../server/web/routes/editions.js';
import { localPath } from '../../server/web/routes/paths.js';
import type { informationPages } from '../../views/links.js';
import { type Example, examples, type OpenRoute } from './examples.js';
import { until } from './until.js';

/** A kind of page for tests that visit all of them; its name is that of a screenshot or a test. */
export interface PageKind {
  name: string;
  /** Path and query in an edition; null if it lacks the page. */
  path(edition: Edition): string | null;
  /** Session with which the page is opened; none by default. */
  cart?: 'full' | 'gone';
  /** The marketplace is unreachable. */
  isBroken?: true;
}
/** The parts of a running shop that the kinds need. */
interface Source {
  origin: string;
  dataDir: string;
}

interface ListedProduct {
  offerId: string;
  offerCount: number;
  normNumber: string;
  manufacturer: { seoName: string };
}

/** Returns the products of a list. Waits while a busy machine refuses. */
async function productsOf(address: string): Promise<ListedProduct[]> {
  let response = await fetch(address);
  await until(`${address} is there`, async () => {
    if (response.status === 503) response = await fetch(address);
    return response.status !== 503;
  });
  return (await response.json()).spareParts;
}

/** Returns popular brake discs: one with most offers, and one with a single offer. */
async function discs(origin: string): Promise<{ most: ListedProduct; single: ListedProduct; all: ListedProduct[] }> {
  const all: ListedProduct[] = [];
  for (let page = 1; page <= 5; page++) {
    all.push(...(await productsOf(`${origin}/api/-/-/--1523?page=${page}`)));
    const single = all.find(({ offerCount }) => offerCount === 1);
    const most = all.toSorted((a, b) => b.offerCount - a.offerCount)[0];
    if (single && most) return { most, single, all: all.filter(({ offerCount }) => offerCount > 0) };
  }
  throw new Error('no brake disc has exactly one offer');
}

/** Returns one example of every kind of page that looks different, by edition. */
export async function pageKinds({ origin }: Pick<Source, 'origin'>): Promise<PageKind[]> {
  const table: Record<OpenRoute, Example> = await examples(origin);
  const { most, single } = await discs(origin);
  // A disc for a Golf VII, so that the page has a verdict.
  const golf = '267';
  const fitting = (await productsOf(`${origin}/api/-/-/3-${golf}-1523`)).find(({ offerCount }) => offerCount > 0);
  if (!fitting) throw new Error('no brake disc fits a Golf VII');
  const navigation = async (query: string) => (await fetch(`${origin}/api/navigation${query}`)).json();
  const { category: assembly } = await navigation(`?categoryId=${(await navigation('')).categories[0].urlId}`);
  const article = (product: ListedProduct) => (edition: Edition) =>
    edition.prefix + localPath(edition, 'article', { brand: product.manufacturer.seoName, number: product.normNumber });
  const information = (page: (typeof informationPages)[number]) => (edition: Edition) =>
    edition.prefix + localPath(edition, 'information', { page });
  const search = (query: string) => (edition: Edition) => edition.prefix + localPath(edition, 'fullText', { query });
  const kind = (name: string, path: PageKind['path'], more: Partial<PageKind> = {}): PageKind => ({
    name,
    path,
    ...more,
  });
  const ofRoute = (name: string, route: OpenRoute): PageKind => kind(name, (edition) => table[route].path(edition));
  return [
    ofRoute('home', 'home'),
    ofRoute('vehicles', 'vehicles'),
    ofRoute('manufacturer', 'manufacturer'),
    ofRoute('series', 'series'),
    ofRoute('model', 'model'),
    kind(
      'tiles',
      (edition) =>
        edition.prefix +
        localPath(edition, 'category', {
          category: { urlId: assembly.urlId, seoAlias: assembly.seoAliases[edition.language] },
        }),
    ),
    ofRoute('leaf', 'category'),
    ofRoute('leaf-for-model', 'modelCategory'),
    ofRoute('universal', 'universalCategory'),
    kind('article-one-offer', article(single)),
    kind('article-many-offers', article(most)),
    kind('article-for-model', (edition) => `${article(fitting)(edition)}?modelId=${golf}`),
    ofRoute('cart-empty', 'cart'),
    kind('cart-full', (edition) => table.cart.path(edition), { cart: 'full' }),
    kind('cart-gone', (edition) => table.cart.path(edition), { cart: 'gone' }),
    ofRoute('compare', 'compare'),
    ofRoute('part-number', 'partNumber'),
    kind('search-hits', search('golf')),
    kind('search-none', search('qqqqwwww')),
    ofRoute('shop', 'shop'),
    ofRoute('terms', 'shopTerms'),
    ofRoute('policy', 'shopPolicy'),
    ofRoute('brand', 'brand'),
    ofRoute('brand-leaf', 'brandCategory'),
    kind('imprint', information('imprint')),
    kind('all-brands', information('brands')),
    kind('support', information('support')),
    kind('withdrawal', information('revocation')),
    kind('oil', information('oil-disposal')),
    ofRoute('login', 'login'),
    ofRoute('saved-vehicles', 'savedVehicles'),
    ofRoute('bot', 'bot'),
    ofRoute('developers', 'developers'),
    ofRoute('menu', 'menu'),
    ofRoute('countries', 'countries'),
    ofRoute('consent', 'consent'),
    ofRoute('components', 'components'),
    kind('not-found', ({ prefix }) => `${prefix}/gibt-es-nicht`),
    kind('unavailable', ({ prefix }) => `${prefix}/`, { isBroken: true }),
  ];
}

/** Makes a session with four articles in its cart, the first of them twice. @returns its cookie */
async function filledCart({ origin }: Source): Promise<{ name: string; value: string }> {
  const { all } = await discs(origin);
  const offerIds = [...new Set(all.map(({ offerId }) => offerId))].slice(0, 4);
  let value = '';
  for (const [at, offerId] of offerIds.entries()) {
    const response = await fetch(`${origin}/api/Warenkorb/Hinzufuegen/${offerId}`, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', origin, cookie: `partavo=${value}` },
      body: JSON.stringify({ quantity: at === 0 ? 2 : 1 }),
    });
    const own = response.headers.getSetCookie().find((line) => line.startsWith('partavo='));
    value = own?.match(/^partavo=([^;]*)/)?.[1] ?? value;
  }
  return { name: 'partavo', value };
}

/** Returns the cookie of the session of a kind. In the cart `gone`, one offer has ended and one has become dearer. */
export async function sessionOf(
  { cart }: PageKind,
  source: Source,
): Promise<{ name: string; value: string; path: string } | null> {
  if (!cart) return null;
  const cookie = await filledCart(source);
  if (cart === 'gone') {
    // Other visitors of the shared shop also have carts.
    const state = new DatabaseSync(join(source.dataDir, 'state.db'), { timeout: 5000 });
    const [sid = ''] = cookie.value.split('.');
    const session = createHash('sha256').update(sid).digest('base64url');
    const [last, dearer] = state
      .prepare('select position from cart_line where session_id = ? order by position desc limit 2')
      .all(session)
      .map(({ position }) => position ?? null);
    if (last === undefined || dearer === undefined) throw new Error('the cart has too few lines');
    state.prepare('update cart_line set offer_id = 999999999 where position = ?').run(last);
    state.prepare('update cart_line set seen_price = seen_price - 150 where position = ?').run(dearer);
    state.close();
  }
  return { ...cookie, path: '/' };
}
