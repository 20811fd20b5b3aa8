import { ProblemError } from '../contract/problem.js';
import { PageCache } from './cache/page-cache.js';
import { describeError } from './http/log.js';
import { events } from './http/log-events.js';
import { createNearAddresses } from './pages/near-addresses.js';
import { createPages, type PageNeeds } from './pages/pages.js';
import type { Services } from './pages/services.js';
import { errorPages } from './render/error-page.js';
import { cachedFragmentBytes, cachedFragmentLimit } from './render/fragment-cache.js';
import { createLoadSurroundings } from './render/layout-data.js';
import { createMakePage } from './render/make-page.js';
import { createPageRequests } from './render/page-requests.js';
import { createRenderer, type RenderPage } from './render/render-page.js';
import { createAnswers } from './render/send-page.js';

export function composePages(
  services: Services,
  own: Pick<PageNeeds, 'newCarts' | 'userCalls' | 'apiDescription'>,
  renderErrorPage?: RenderPage,
) {
  const { env, log, metrics, client, routes, isDemonstration, admission, reputation, clock } = services;
  const photograph = services.pictures.addressOf;
  const maxBytes = env.PAGE_CACHE_MB * 1024 * 1024;
  const generation = (): string | null => client.generation();
  const pageCache = new PageCache({
    clock,
    maxBytes,
    generation,
    onRefreshFailed(error) {
      // Under load a renewal that no visitor waits for may be refused.
      const isLeft = error instanceof ProblemError && error.code === 'busy';
      if (!isLeft) log.warn({ error: describeError(error) }, events.cacheRefreshFailed);
    },
    offers: client.offers,
    onOutdated: (reason) => metrics.outdated('pages', reason),
  });
  metrics.watchCache('pages', () => pageCache.bytes, maxBytes);
  metrics.watchCache('fragments', cachedFragmentBytes, cachedFragmentLimit);
  const requests = createPageRequests(services);
  const renderer = createRenderer({ ...services, photograph });
  const loadSurroundings = createLoadSurroundings(reputation, isDemonstration);
  const { gates } = admission;
  const makePage = createMakePage({ ...services, render: renderer.renderPage, loadSurroundings, gates });
  const { build } = services.assets;
  const findNear = createNearAddresses({ clock, client, shopName: env.SHOP_NAME, editions: routes.editions.all });
  const forCaches = { clock, mayKeep: env.CDN_KEYS_COUNTRY, tagsOf: env.CACHE_TAGS };
  return {
    ...createPages({ ...services, ...own, photograph }),
    requests,
    findNear,
    renderFragment: renderer.renderFragment,
    answers: createAnswers({ ...services, requests, makePage, pageCache, build, generation, forCaches }),
    sendErrorPage: errorPages({
      ...services,
      requests,
      render: renderErrorPage ?? renderer.renderPage,
      loadSurroundings,
      shopName: env.SHOP_NAME,
      nearPages: async (path, accept) => (await findNear(path, accept)).pages,
    }),
  };
}
