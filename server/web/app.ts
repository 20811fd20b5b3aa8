import compression from 'compression';
import cookieParser from 'cookie-parser';
import express, { type Express } from 'express';
import type { Logger } from 'pino';
import type { LocalPicture } from '../../views/local-picture.js';
import { ProblemError } from '../contract/problem.js';
import type { Env } from '../env.js';
import { userApi } from './accounts/account-api.js';
import type { Accounts } from './accounts/accounts.js';
import { demoProvider } from './accounts/demo-routes.js';
import { cartCalls } from './api/calls/cart.js';
import { requireChallenge } from './api/calls/challenge.js';
import { chooseDeliveryCountry } from './api/calls/delivery-country.js';
import { recommend } from './api/calls/recommend.js';
import { session } from './api/calls/session.js';
import { suggest } from './api/calls/suggest.js';
import type { Client } from './api/client.js';
import { apiProxy } from './api/proxy.js';
import { PageCache } from './cache/page-cache.js';
import { checkoutHandoff, readSignedCart, signedCart } from './checkout/checkout-handoff.js';
import { chooseConsent } from './consent/choose-consent.js';
import { trustBadge } from './consent/trust-badge.js';
import type { Experiments } from './experiments/experiments.js';
import { experimentsCall } from './experiments/experiments-call.js';
import { chooseEdition } from './http/choose-edition.js';
import { findEditionPath } from './http/edition-path.js';
import { handleErrors } from './http/errors.js';
import { readBeacon, readBody, readPageForm, readPlan } from './http/forms.js';
import { health } from './http/health.js';
import { describeError } from './http/log.js';
import { events } from './http/log-events.js';
import { originCheck } from './http/origin.js';
import { drawingLimit, limitRate } from './http/rate-limit.js';
import { requestLog } from './http/request-log.js';
import { securityHeaders } from './http/security.js';
import { staticFiles } from './http/static-files.js';
import type { Metrics } from './metrics/metrics.js';
import { takeVitals } from './metrics/take-vitals.js';
import { createNavigationItems } from './pages/navigation-items.js';
import { createPages } from './pages/pages.js';
import { serveFragments } from './pages/serve-fragments.js';
import { servePages } from './pages/serve-pages.js';
import { createRefusals } from './pages/show-refusal.js';
import { operatorPrefix } from './pictures/operator-pictures.js';
import { photographCall } from './pictures/photograph-call.js';
import { pictureCall } from './pictures/picture-call.js';
import type { Pictures } from './pictures/pictures.js';
import type { Assets } from './render/assets.js';
import { errorPages } from './render/error-page.js';
import { cachedFragmentBytes, cachedFragmentLimit } from './render/fragment-cache.js';
import type { IslandTextsOf } from './render/island-texts.js';
import { createLoadSurroundings } from './render/layout-data.js';
import { createMakePage } from './render/make-page.js';
import { createPageRequests } from './render/page-requests.js';
import { createRenderer, type RenderPage } from './render/render-page.js';
import { createAnswers } from './render/send-page.js';
import type { Reputation } from './reputation/reputation.js';
import { ratingCall, reviewsCall } from './reputation/reputation-calls.js';
import type { Routes } from './routes/routes.js';
import { siteFiles } from './search-engines/serve-site-files.js';
import type { Texts } from './texts/texts.js';

/** What lives as long as the process. The app is the only one that has all of it; every other place gets what it uses. */
export interface Services {
  env: Env;
  log: Logger;
  metrics: Metrics;
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
  /** Key of signatures. */
  secret: string;
  /** The catalogue is made up; pages say so. False until the marketplace has told. */
  isDemonstration(): boolean;
  /** Folder with icons, images and the built browser files. */
  staticFolder: string;
  /** False from the moment the process is asked to stop. */
  isReady(): boolean;
}

const cartVerbs: ReadonlySet<string> = new Set(['Hinzufuegen', 'Aendern', 'Loeschen', 'Wiederherstellen', 'Ersetzen']);

/** How pages are made, and which there are. */
function composePages(services: Services, renderErrorPage?: RenderPage) {
  const { env, log, metrics, client, routes, texts, assets, islandTexts, isDemonstration, localPicture } = services;
  const { accounts, reputation, secret } = services;
  const photograph = services.pictures.addressOf;
  const maxBytes = env.PAGE_CACHE_MB * 1024 * 1024;
  const generation = (): string | null => client.generation();
  const pageCache = new PageCache({
    maxBytes,
    generation,
    onRefreshFailed: (error) => log.warn({ error: describeError(error) }, events.cacheRefreshFailed),
    offers: client.offers,
    onOutdated: (reason) => metrics.outdated('pages', reason),
  });
  metrics.watchCache('pages', () => pageCache.bytes, maxBytes);
  metrics.watchCache('fragments', cachedFragmentBytes, cachedFragmentLimit);
  const requests = createPageRequests({ env, routes, client, texts, log, metrics });
  const renderer = createRenderer({ env, routes, assets, islandTexts, photograph, localPicture, isDemonstration });
  const loadSurroundings = createLoadSurroundings(reputation);
  const makePage = createMakePage({ render: renderer.renderPage, loadSurroundings, metrics });
  const { build } = assets;
  const forCaches = { mayKeep: env.CDN_KEYS_COUNTRY, tagsOf: env.CACHE_TAGS };
  return {
    ...createPages({ env, log, client, texts, assets, accounts, reputation, photograph, secret, isDemonstration }),
    requests,
    renderFragment: renderer.renderFragment,
    answers: createAnswers({ requests, makePage, pageCache, log, build, generation, isDemonstration, forCaches }),
    sendErrorPage: errorPages({
      requests,
      render: renderErrorPage ?? renderer.renderPage,
      loadSurroundings,
      texts,
      shopName: env.SHOP_NAME,
      log,
      isDemonstration,
    }),
  };
}

/**
 * The web tier: what happens to a request, in this order.
 *
 * @param renderErrorPage draws error pages; a test passes one that fails.
 */
export function createApp(services: Services, renderErrorPage?: RenderPage): Express {
  const { env, log, metrics, client, routes, texts, assets, islandTexts } = services;
  const { accounts, reputation, experiments, pictures, secret, isReady } = services;
  const photograph = pictures.addressOf;
  const pages = composePages(services, renderErrorPage);
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
  app.use(requestLog({ log, metrics, timeoutMs: client.timeoutMs }));
  app.use(securityHeaders());
  app.use(findEditionPath(routes));

  // 2. What needs no visitor.
  app.use(health({ isReady, check: () => client.upstream.check() }));
  app.use(staticFiles(services.staticFolder));
  if (env.PICTURES_DIR) app.use(staticFiles(env.PICTURES_DIR, operatorPrefix));
  app.use(siteFiles({ env, client, routes, texts }));
  app.get('/images/:width/:signature/:data', pictureCall({ pictures, secret }));
  app.get('/trust-badge', trustBadge(env.TRUST_BADGE_URL));

  // 3. The client, and where the request comes from.
  app.use(cookieParser());
  app.use(originCheck(ownOrigins));
  app.use(limitRate({ limit: env.RATE_LIMIT, secret }));

  // 4. Calls: the visitor's own first, then reads of the marketplace through the cache.
  const checked = requireChallenge(secret);
  const cart = cartCalls({ client, secret, routes, metrics, refusals });
  app.use('/api', compression());
  app.get('/api/session', session({ client, secret }));
  app.get('/api/Warenkorb', cart.read);
  app.get('/api/Warenkorb/count', checked, cart.count);
  app.get('/api/Warenkorb/optimize', cart.optimise);
  app.post('/api/Warenkorb/Hinzufuegen/:id', readBody, cart.add);
  app.post('/api/Warenkorb/Aendern/:id', readBody, cart.change);
  app.post('/api/Warenkorb/Loeschen/:id', readBody, cart.delete);
  app.post('/api/Warenkorb/Ersetzen/:id/:offer', readBody, cart.replace);
  app.post('/api/Warenkorb/Plan', readPlan, cart.plan);
  app.post('/api/Warenkorb/Wiederherstellen/:id', readBody, cart.restore);
  app.get('/api/Warenkorb/Kasse', signedCart({ client, env }));
  app.post('/api/Warenkorb/Kasse', readSignedCart, checkoutHandoff({ client, env, routes, refusals }));
  app.all('/api/Warenkorb/:verb/:id', (request, response, next) => {
    if (!cartVerbs.has(request.params.verb)) return next();
    response.setHeader('Allow', 'POST');
    throw new ProblemError('method');
  });
  app.use('/api/user', checked, userApi(client));
  app.get('/api/vehicle/manufacturers', checked);
  app.get('/api/TrustedShops/Rating', ratingCall({ client, log, reputation, shopName: env.SHOP_NAME }));
  app.get('/api/TrustedShops/Reviews', reviewsCall({ client, log, reputation }));
  app.get('/api/experiments', experimentsCall({ client, secret, experiments, tagManager: env.TAG_MANAGER_URL }));
  app.post('/api/vitals', readBeacon, takeVitals({ log, metrics, routes: pages.routes, sample: env.VITALS_SAMPLE }));
  app.get('/api/search/suggestions', suggest({ client, routes, photograph }));
  app.get('/api/recommendation/spare-part/:id', recommend({ client, routes, texts, photograph }));
  app.get('/api/Fotos/:id/:content.jpg', photographCall({ pictures, limitDrawing: drawingLimit(env.RATE_LIMIT) }));
  const withNavigationItems = createNavigationItems({ routes, requests });
  const limitDrawing = drawingLimit(env.RATE_LIMIT);
  app.use('/api', apiProxy({ client, routes, log, limitDrawing, withNavigationItems }));

  if (accounts.demo) app.use('/oidc', demoProvider(accounts.demo));

  // 5. Pages, which compress themselves, and the forms that belong to them.
  app.use(chooseEdition(routes));
  app.use(texts.middleware);
  app.use(
    '/fragments',
    compression(),
    serveFragments({ env, flags: assets.flags, islandTexts, routes, requests, renderFragment }),
  );
  app.post('/consent', readBody, chooseConsent({ env, routes }));
  app.post('/delivery-country', readBody, chooseDeliveryCountry(routes));
  app.post('/{*path}', readPageForm);
  app.use(servePages({ pageOf: pages.pageOf, requests, answers }));

  // 6. Whatever failed on the way.
  app.use(handleErrors({ texts, routes, log, sendErrorPage }));
  return app;
}
