import { match as pattern } from 'path-to-regexp';
import { systemClock } from '../../server/clock/clock.js';
import { operations } from '../../server/contract/operations.js';
import { defaultEdition } from '../../server/web/routes/editions.js';
import { json, startWeb, type Web, type WebResponse } from '../doubles/web.js';
import { examples, type OpenRoute } from './examples.js';
import { startFailingMarketplace } from './failing-marketplace.js';

/** A web tier before the real marketplace, whose calls a test can break one by one. */
export interface FailingShop {
  web: Web;
  /** Path and query of each kind of page. */
  paths: Record<string, string>;
  /** Of a session with one article in its cart. */
  cookie: string;
  get(kind: string): Promise<WebResponse>;
}

export async function startFailingShop(): Promise<FailingShop> {
  const web = await startWeb({}, startFailingMarketplace(), systemClock);
  await web.renew();
  const table = await examples(`http://127.0.0.1:${web.port}`);
  const pathOf = (route: OpenRoute): string => table[route].path(defaultEdition) as string;
  const listed = await web.request('/api/-/-/--1523');
  const [product] = listed.body.spareParts;
  const [fitting] = (await web.request(`/api/Artikel/${product.id}/Fahrzeuge`)).body;
  const modelId = fitting.models[0].id;
  const added = await web.post(`/api/Warenkorb/Hinzufuegen/${product.offerId}`, '{"quantity":1}', json);
  const cookie = web.cookies(added);
  const paths: Record<string, string> = {
    home: '/',
    vehicles: pathOf('vehicles'),
    manufacturer: pathOf('manufacturer'),
    series: pathOf('series'),
    model: pathOf('model'),
    category: pathOf('category'),
    universal: pathOf('universalCategory'),
    ofManufacturer: pathOf('manufacturerCategory'),
    ofSeries: pathOf('seriesCategory'),
    ofModel: pathOf('modelCategory'),
    withPicker: `${pathOf('modelCategory')}?show=picker`,
    brand: pathOf('brand'),
    ofBrand: pathOf('brandCategory'),
    article: pathOf('article'),
    articleForModel: `${pathOf('article')}?modelId=${modelId}`,
    partNumber: pathOf('partNumber'),
    fullText: '/Volltextsuche?query=Bremsscheibe',
    fullTextForModel: `/Volltextsuche?query=Bremsscheibe&modelId=${modelId}`,
    shop: pathOf('shop'),
    shopTerms: pathOf('shopTerms'),
    cart: pathOf('cart'),
    menu: pathOf('menu'),
    menuOpen: `${pathOf('menu')}?open=manufacturers`,
    brands: '/Informationen/Alle-Marken',
    imprint: pathOf('information'),
    bot: pathOf('bot'),
    error: '/gibt-es-nicht',
  };
  const get = (kind: string): Promise<WebResponse> =>
    web.request(paths[kind] as string, { headers: kind === 'cart' ? { cookie } : {} });
  return {
    web,
    paths,
    cookie,
    get,
  };
}

const matchers = Object.entries(operations).map(([id, { path }]) => ({ id, path, test: pattern(path) }));
/** The operation of an address. */
export const operationOf = (url: string): string =>
  matchers.find(({ test }) => test(url.split('?')[0] ?? ''))?.id ?? 'none';
/** Addresses of an operation. */
export const addressesOf = (operation: string): RegExp => {
  const regexp = { test: (url: string) => operationOf(url) === operation };
  return regexp as RegExp;
};
