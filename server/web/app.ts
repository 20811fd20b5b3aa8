import type { RequestListener } from 'node:http';
import compression from 'compression';
import cookieParser from 'cookie-parser';
import express from 'express';
import type { Logger } from 'pino';
import type { LocalPicture } from '../../views/local-picture.js';
import { documentsPath } from '../contract/articles.js';
import type { CatalogueStoreTrouble } from '../contract/offer-changes.js';
import { ProblemError } from '../contract/problem.js';
import type { Env } from '../env.js';
import type { ShopSettings } from '../shop-file/shop-settings.js';
import { userApi } from './accounts/account-api.js';
import type { Accounts } from './accounts/accounts.js';
import { demoProvider } from './accounts/demo-routes.js';
import { createLoginLifetime } from './accounts/login-lifetime.js';
import { createUserCalls, type UserCallsOf } from './accounts/user-calls.js';
import type { Admission } from './admission/admission.js';
import { cartCalls } from './api/calls/cart.js';
import { requireChallenge } from './api/calls/challenge.js';
import { chooseDeliveryCountry } from './api/calls/delivery-country.js';
import { fits } from './api/calls/fits.js';
import { recommend } from './api/calls/recommend.js';
import { session } from './api/calls/session.js';
import { suggest } from './api/calls/suggest.js';
import type { Client } from './api/client.js';
import { apiProxy } from './api/proxy.js';
import type { ApiDescription } from './api-description/describe-api.js';
import { createApiDescription, serveDescription } from './api-description/serve-description.js';
import { PageCache } from './cache/page-cache.js';
import { checkoutHandoff, readSignedCart, signedCart } from './checkout/checkout-handoff.js';
import { chooseConsent } from './consent/choose-consent.js';
import { trustBadge } from './consent/trust-badge.js';
import type { Experiments } from './experiments/experiments.js';
import { experimentsCall } from './experiments/experiments-call.js';
import { createEditionChoice } from './http/choose-edition.js';
import { refuseHugeBodies } from './http/connections.js';
import { findEditionPath } from './http/edition-path.js';
import { handleErrors } from './http/errors.js';
import { readBeacon, readBody, readPageForm, readPlan } from './http/forms.js';
import { health } from './http/health.js';
import { describeError } from './http/log.js';
import { events } from './http/log-events.js';
import { originCheck } from './http/origin.js';
import { createRateLimit, drawingLimit, type NewCartLimit, newCartLimit } from './http/rate-limit.js';
import { requestLog } from './http/request-log.js';
import type { SearchCounts } from './http/search-counts.js';
import { oneHost, policyReports, securityHeaders } from './http/security.js';
import type { SigningKeys } from './http/signing-keys.js';
import { staticFiles } from './http/static-files.js';
import type { Marks } from './marks/marks.js';
import type { Metrics } from './metrics/metrics.js';
import { takeBrowserErrors } from './metrics/take-browser-errors.js';
import { readReports, takePolicyReports } from './metrics/take-policy-reports.js';
import { takeVitals } from './metrics/take-vitals.js';
import { createNavigationItems } from './pages/navigation-items.js';
import { createNearAddresses } from './pages/near-addresses.js';
import { createPages } from './pages/pages.js';
import { serveFragments } from './pages/serve-fragments.js';
import { servePages } from './pages/serve-pages.js';
import { createRefusals } from './pages/show-refusal.js';
import { operatorPrefix } from './pictures/operator-pictures.js';
import { photographCall } from './pictures/photograph-call.js';
import { pictureCall } from './pictures/picture-call.js';
import type { Pictures } from './pictures/pictures.js';
import type { Assets } from './render/assets.js';
import { CachedAddresses } from './render/cached-addresses.js';
import { errorPages } from './render/error-page.js';
import { cachedFragmentBytes, cachedFragmentLimit } from './render/fragment-cache.js';
import type { IslandTextsOf } from './render/island-texts.js';
import { createLoadSurroundings } from './render/layout-data.js';
import { createMakePage } from './render/make-page.js';
import { createPageRequests } from './render/page-requests.js';
import { createRenderer, type RenderPage } from './render/render-page.js';
import { createAnswers } from './render/send-page.js';
import { serveCachedPages } from './render/serve-cached-pages.js';
import type { Reputation } from './reputation/reputation.js';
import { ratingCall, reviewsCall } from './reputation/reputation-calls.js';
import type { Routes } from './routes/routes.js';
import { siteFiles } from './search-engines/serve-site-files.js';
import type { Texts } from './texts/texts.js';
import type { Tracing } from './tracing/trace.js';

/**
 * What lives as long as the process. The app is the only one that has all of it; every other place gets what it uses.
 */
export interface Services {
  env: Env;
  log: Logger;
  metrics: Metrics;
  /** Slots of work, and who is let in. */
  admission: Admission;
  client: Client;
  routes: Routes;
  texts: Texts;
  assets: Assets;
  /** Props of islands that pages leave to be fetched. */
  islandTexts: IslandTextsOf;
  accounts: Accounts;
  reputation: Reputation;
  experiments: Experiments;
  pictures: Pictures;
  /** Pictures that the operator has put beside the shop. */
  localPicture: LocalPicture;
  /** What the operator's file says of the shop; null where it says nothing. */
  settings: ShopSettings | null;
  /** What the shop is known by. */
  marks: Marks;
  /** Keys of signatures. */
  keys: SigningKeys;
  /** Counts what is searched for; null where the operator does not want it. */
  searchCounts: SearchCounts | null;
  /** Traces of requests; null where the operator has no collector of them. */
  tracing: Tracing | null;
  /** The catalogue is made up; pages say so. False until the marketplace has told. */
  isDemonstration(): boolean;
  /** The marketplace has answered when it was asked last. */
  isAnswering(): boolean;
  /** Folder with icons, images and the built browser files. */
  staticFolder: string;
  /** False from the moment the process is asked to stop. */
  isReady(): boolean;
  /** What the marketplace has told of its store of generations; null for nothing bad. */
  storeTrouble(): CatalogueStoreTrouble | null;
}

const cartVerbs: ReadonlySet<string> = new Set(['Hinzufuegen', 'Aendern', 'Loeschen', 'Wiederherstellen', 'Ersetzen']);

/** How pages are made, and which there are. */
function composePages(
  services: Services,
  {
    newCarts,
    userCalls,
    apiDescription,
  }: { newCarts: NewCartLimit; userCalls: UserCallsOf; apiDescription: () => ApiDescription },
  renderErrorPage?: RenderPage,
) {
  const { env, log, metrics, client, routes, texts, assets, islandTexts, isDemonstration, localPicture, marks } =
    services;
  const { admission } = services;
  const { gates } = admission;
  const { accounts, reputation, keys, searchCounts } = services;
  const photograph = services.pictures.addressOf;
  const maxBytes = env.PAGE_CACHE_MB * 1024 * 1024;
  const generation = (): string | null => client.generation();
  const pageCache = new PageCache({
    maxBytes,
    generation,
    onRefreshFailed(error) {
      // Under load what nobody waits for is left, and told as such.
      const isLeft = error instanceof ProblemError && error.code === 'busy';
      if (!isLeft) log.warn({ error: describeError(error) }, events.cacheRefreshFailed);
    },
    offers: client.offers,
    onOutdated: (reason) => metrics.outdated('pages', reason),
  });
  metrics.watchCache('pages', () => pageCache.bytes, maxBytes);
  metrics.watchCache('fragments', cachedFragmentBytes, cachedFragmentLimit);
  const requests = createPageRequests({ env, routes, client, texts, log, metrics });
  const renderer = createRenderer({
    env,
    routes,
    assets,
    islandTexts,
    photograph,
    localPicture,
    marks,
    isDemonstration,
  });
  const loadSurroundings = createLoadSurroundings(reputation, isDemonstration);
  const makePage = createMakePage({ render: renderer.renderPage, loadSurroundings, metrics, gates });
  const { build } = assets;
  const findNear = createNearAddresses({ client, shopName: env.SHOP_NAME });
  const forCaches = { mayKeep: env.CDN_KEYS_COUNTRY, tagsOf: env.CACHE_TAGS };
  const addresses = new CachedAddresses(isDemonstration);
  return {
    cached: { addresses, pageCache, forCaches, admission },
    ...createPages({
      env,
      log,
      client,
      texts,
      assets,
      accounts,
      reputation,
      photograph,
      keys,
      newCarts,
      userCalls,
      searchCounts,
      settings: services.settings,
      marks,
      isDemonstration,
      apiDescription,
    }),
    requests,
    findNear,
    renderFragment: renderer.renderFragment,
    answers: createAnswers({
      requests,
      makePage,
      pageCache,
      log,
      build,
      generation,
      isDemonstration,
      isAnswering: services.isAnswering,
      texts,
      forCaches,
      addresses,
      admission,
    }),
    sendErrorPage: errorPages({
      requests,
      render: renderErrorPage ?? renderer.renderPage,
      loadSurroundings,
      texts,
      routes,
      shopName: env.SHOP_NAME,
      log,
      isDemonstration,
      nearPages: async (path) => (await findNear(path)).pages,
    }),
  };
}

/**
 * The web tier: what happens to a request, in this order.
 *
 * @param renderErrorPage draws error pages; a test passes one that fails.
 */
export function createApp(services: Services, renderErrorPage?: RenderPage): RequestListener {
  const { env, log, metrics, client, routes, texts, assets, islandTexts, marks, isDemonstration } = services;
  const { accounts, reputation, experiments, pictures, keys, isReady } = services;
  const photograph = pictures.addressOf;
  const newCarts = newCartLimit({ isOn: env.RATE_LIMIT > 0, tiers: env.WEB_TIERS, keys });
  const userCalls = createUserCalls(createLoginLifetime(keys));
  const apiDescription = createApiDescription({ texts, shopName: env.SHOP_NAME });
  const pages = composePages(services, { newCarts, userCalls, apiDescription }, renderErrorPage);
  const { requests, answers, articlePage, cartPage, renderFragment, sendErrorPage } = pages;
  const refusals = createRefusals({ answers, routes, texts, articlePage, cartPage });
  const ownOrigins = new Set(
    [env.PUBLIC_ORIGIN, ...[...env.EDITION_HOSTS.keys()].map((host) => `https://${host}`)].filter(Boolean),
  ) as Set<string>;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // Limits, logs and error formats distinguish calls from pages by the case-sensitive path.
  app.enable('case sensitive routing');
  app.set('query parser', 'simple');
  app.set('trust proxy', env.TRUST_PROXY);

  // 1. Every response has an id, one log line, safe headers; every error a language.
  const logRequest = requestLog({ log, metrics, timeoutMs: client.timeoutMs, tracing: services.tracing });
  const setSafeHeaders = securityHeaders();
  app.use(logRequest);
  app.use(setSafeHeaders);
  app.use(findEditionPath(routes));
  app.use(oneHost());
  app.use(refuseHugeBodies());

  // 2. What needs no visitor.
  app.use(health(isReady, services.storeTrouble));
  app.use(marks.serve);
  app.use(staticFiles(services.staticFolder));
  if (env.PICTURES_DIR) app.use(staticFiles(env.PICTURES_DIR, operatorPrefix));
  if (env.DOCUMENTS_DIR) app.use(staticFiles(env.DOCUMENTS_DIR, documentsPath));
  app.use(siteFiles({ env, client, routes, texts, marks, isDemonstration }));
  app.get('/images/:width/:signature', pictureCall({ pictures, keys }));
  app.get('/trust-badge', trustBadge(env.TRUST_BADGE_URL));

  // 3. The client, and where the request comes from.
  const readCookies = cookieParser();
  const rateLimit = createRateLimit({ limit: env.RATE_LIMIT, tiers: env.WEB_TIERS, keys });
  app.use(readCookies);
  app.use(originCheck(ownOrigins));
  app.use(rateLimit.handler);

  // 4. Calls: the visitor's own first, then reads of the marketplace through the cache.
  const checked = requireChallenge(keys);
  const cart = cartCalls({ client, keys, routes, texts, metrics, refusals, newCarts });
  app.use('/api', compression());
  app.post(policyReports, readReports, takePolicyReports(metrics));
  // Of their own, so that a page is not compared with the address of each.
  const calls = express.Router({ caseSensitive: true });
  calls.get('/openapi.json', serveDescription(apiDescription));
  calls.get('/session', session({ client, keys }));
  calls.get('/Warenkorb', cart.read);
  calls.get('/Warenkorb/count', checked, cart.count);
  calls.get('/Warenkorb/optimize', cart.optimise);
  calls.get('/Warenkorb/Rat', cart.advice);
  calls.get('/Warenkorb/Gleichwertig', cart.equivalentPlan);
  calls.get('/Warenkorb/Versand', cart.shipping);
  calls.post('/Warenkorb/Gleichwertig', readPlan, cart.equivalent);
  calls.post('/Warenkorb/Hinzufuegen/:id', readBody, cart.add);
  calls.post('/Warenkorb/Aendern/:id', readBody, cart.change);
  calls.post('/Warenkorb/Loeschen/:id', readBody, cart.delete);
  calls.post('/Warenkorb/Ersetzen/:id/:offer', readBody, cart.replace);
  calls.post('/Warenkorb/Plan', readPlan, cart.plan);
  calls.post('/Warenkorb/Wiederherstellen/:id', readBody, cart.restore);
  calls.get('/Warenkorb/Kasse', signedCart({ client, env }));
  calls.post('/Warenkorb/Kasse', readSignedCart, checkoutHandoff({ client, env, routes, refusals, log }));
  calls.all('/Warenkorb/:verb/:id', (request, response, next) => {
    if (!cartVerbs.has(request.params.verb)) return next();
    response.setHeader('Allow', 'POST');
    throw new ProblemError('method');
  });
  calls.use('/user', checked, userApi(client, userCalls, routes));
  calls.get('/vehicle/manufacturers', checked);
  calls.get('/TrustedShops/Rating', ratingCall({ client, log, reputation, shopName: env.SHOP_NAME }));
  calls.get('/TrustedShops/Reviews', reviewsCall({ client, log, reputation }));
  calls.get('/experiments', experimentsCall({ client, keys, experiments, tagManager: env.TAG_MANAGER_URL }));
  calls.post('/vitals', readBeacon, takeVitals({ log, metrics, routes: pages.routes, sample: env.VITALS_SAMPLE }));
  calls.post(
    '/browser-errors',
    readBeacon,
    takeBrowserErrors({ log, metrics, routes: pages.routes, ...assets, sample: env.VITALS_SAMPLE }),
  );
  calls.get('/search/suggestions', suggest({ client, routes, photograph }));
  calls.get('/vehicle/models/:modelId/fits', fits({ client, routes, texts }));
  calls.get('/recommendation/spare-part/:id', recommend({ client, routes, texts, photograph }));
  calls.get(
    '/Fotos/:id/:content.jpg',
    photographCall({ pictures, limitDrawing: drawingLimit(env.RATE_LIMIT, env.WEB_TIERS) }),
  );
  const withNavigationItems = createNavigationItems({ routes, requests });
  const limitDrawing = drawingLimit(env.RATE_LIMIT, env.WEB_TIERS);
  calls.use(apiProxy({ client, routes, log, limitDrawing, withNavigationItems }));
  app.use('/api', calls);

  if (accounts.demo && routes.editions.all.some(({ hasLogin }) => hasLogin))
    app.use('/oidc', demoProvider(accounts.demo));

  // 5. Pages, which compress themselves, and the forms that belong to them.
  const editionChoice = createEditionChoice(routes);
  app.use(editionChoice.setVary, editionChoice.handler);
  app.use(texts.middleware);
  app.use(
    '/fragments',
    compression(),
    serveFragments({ env, flags: assets.flags, islandTexts, routes, requests, renderFragment }),
  );
  app.post('/consent', readBody, chooseConsent({ env, routes }));
  app.post('/delivery-country', readBody, chooseDeliveryCountry(routes));
  app.post('/{*path}', readPageForm);
  app.use(servePages({ pageOf: pages.pageOf, requests, answers, findNear: pages.findNear }));

  // 6. Whatever failed on the way.
  app.use(handleErrors({ texts, routes, log, sendErrorPage }));

  // Before all this: reads of pages that are in the cache.
  const headers = [setSafeHeaders, editionChoice.setVary, texts.middleware];
  return serveCachedPages({
    ...{ app, ...pages.cached, rateLimit, editionChoice, readCookies, logRequest, log, headers },
  });
}
