import { match as pattern } from 'path-to-regexp';
import { type Clock, systemClock } from '../../server/clock/clock.js';
import { operations } from '../../server/contract/operations/operations.js';
import { defaultEdition } from '../../server/web/routes/editions.js';
import type { MarketplaceStub } from '../doubles/marketplace-stub.js';
import { json, startWeb, type Web, type WebResponse } from '../doubles/web.js';
import { examples, type OpenRoute } from './examples.js';
import { startFailingMarketplace } from './failing-marketplace.js';
import { ManualClock } from './manual-clock.js';

/** A web tier before the real marketplace, whose calls a test can break one by one. */
export interface FailingShop {
  web: Web;
  /** Path and query of each kind of page. */
  paths: Record<string, string>;
  /** Cookie of a session with one article in its cart. */
  cookie: string;
  get(kind: string): Promise<WebResponse>;
  /** Resets everything as after a start. */
  renew(): Promise<void>;
}

/** Milliseconds of real time between two steps of the shop's clock. */
const stepMs = 5;
/** Pace of the shop's clock, relative to real time, while nothing is broken. */
const slow = 1 / 50;

/**
 * Starts the shop. Its clock is slow until a test breaks something, and waits while the marketplace or the shop is at
 * work. Delays of a busy machine are therefore no failures.
 */
export async function startFailingShop(): Promise<FailingShop> {
  const manual = new ManualClock();
  const marketplace = await startFailingMarketplace(manual);
  let isBroken = false;
  const double: MarketplaceStub = {
    ...marketplace,
    breakOn(pattern, how) {
      if (pattern) isBroken = true;
      marketplace.breakOn(pattern, how);
    },
    async stop() {
      steps.cancel();
      await marketplace.stop();
    },
  };
  let isStepping = false;
  let lastMs = systemClock.steady();
  const step = async (): Promise<void> => {
    const nowMs = systemClock.steady();
    // A late step shows that the shop itself is at work.
    const isBusy = nowMs - lastMs > 3 * stepMs;
    lastMs = nowMs;
    if (isStepping || isBusy || marketplace.answering > 0) return;
    isStepping = true;
    await manual.advance(isBroken ? stepMs : stepMs * slow);
    isStepping = false;
  };
  const steps = systemClock.every(stepMs, () => void step());
  const clock: Clock = {
    ...systemClock,
    steady: () => manual.steady(),
    after: (delayMs, work) => manual.after(delayMs, work),
  };
  const web = await startWeb({ MARKETPLACE_SECONDS: '2' }, Promise.resolve(double), clock);
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
  const renew = (): Promise<void> => {
    isBroken = false;
    return web.renew();
  };
  return { web, paths, cookie, get, renew };
}

const matchers = Object.entries(operations).map(([id, { path }]) => ({ id, path, test: pattern(path) }));
/** Returns the operation of an address. */
export const operationOf = (url: string): string =>
  matchers.find(({ test }) => test(url.split('?')[0] ?? ''))?.id ?? 'none';
/** Matches the addresses of an operation. */
export const addressesOf = (operation: string): RegExp => {
  const regexp = { test: (url: string) => operationOf(url) === operation };
  return regexp as RegExp;
};
