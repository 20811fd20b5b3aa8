import type { RequestListener } from 'node:http';
import compression from 'compression';
import cookieParser from 'cookie-parser';
import express from 'express';
import { documentsPath } from '../contract/articles.js';
import { ProblemError } from '../contract/problem.js';
import { userApi } from './accounts/account-api.js';
import { demoProvider } from './accounts/demo-routes.js';
import { createLoginLifetime } from './accounts/login-lifetime.js';
import { namedOrigins } from './accounts/login-origins.js';
import { createUserCalls } from './accounts/user-calls.js';
import { cartCalls } from './api/calls/cart.js';
import { fits, recommend, suggest } from './api/calls/catalogue.js';
import { chooseDeliveryCountry } from './api/calls/delivery-country.js';
import { requireChallenge, session } from './api/calls/session.js';
import { apiProxy } from './api/proxy.js';
import { createApiDescription, serveDescription } from './api-description/serve-description.js';
import { checkoutHandoff, readSignedCart, signedCart } from './checkout/checkout-handoff.js';
import { composePages } from './compose-pages.js';
import { chooseConsent } from './consent/consent.js';
import { trustBadge } from './consent/external-content.js';
import { experimentsCall } from './experiments/experiments.js';
import { chooseEdition } from './http/choose-edition.js';
import { refuseLargeBodies } from './http/connections.js';
import { findEditionPath } from './http/edition-path.js';
import { handleErrors } from './http/errors.js';
import { readBeacon, readBody, readPageForm, readPlan } from './http/forms.js';
import { health } from './http/health.js';
import { originCheck } from './http/origin.js';
import { createRateLimit, drawingLimit, newCartLimit } from './http/rate-limit.js';
import { requestLog } from './http/request-log.js';
import { oneHost, policyReports, securityHeaders } from './http/security.js';
import { staticFiles } from './http/static-files.js';
import { countBrowserErrors, countPolicyReports, countVitals, readPolicyReports } from './metrics/browser-reports.js';
import { createNavigationItems } from './pages/navigation-items.js';
import { serveFragments } from './pages/serve-fragments.js';
import { servePages } from './pages/serve-pages.js';
import type { Services } from './pages/services.js';
import { createRefusals } from './pages/show-refusal.js';
import { operatorPrefix } from './pictures/operator-pictures.js';
import { photographCall, pictureCall } from './pictures/picture-calls.js';
import type { RenderPage } from './render/render-page.js';
import { ratingCall, reviewsCall } from './reputation/reputation.js';
import { siteFiles } from './search-engines/serve-site-files.js';

const cartVerbs: ReadonlySet<string> = new Set(['Hinzufuegen', 'Aendern', 'Loeschen', 'Wiederherstellen', 'Ersetzen']);

/** Makes the web tier: the order of its middleware and calls. @param renderErrorPage a test passes one that fails */
export function createApp(services: Services, renderErrorPage?: RenderPage): RequestListener {
  const { env, log, metrics, client, routes, texts, assets, islandTexts, branding, isDemonstration } = services;
  const { accounts, reputation, experiments, pictures, keys, clock, isReady } = services;
  const photograph = pictures.addressOf;
  const newCarts = newCartLimit({ isOn: env.RATE_LIMIT > 0, tiers: env.WEB_TIERS, keys, clock });
  const userCalls = createUserCalls(createLoginLifetime(keys, clock));
  const apiDescription = createApiDescription(texts, env.SHOP_NAME);
  const pages = composePages(services, { newCarts, userCalls, apiDescription }, renderErrorPage);
  const { requests, answers, articlePage, cartPage, renderFragment, sendErrorPage } = pages;
  const refusals = createRefusals({ answers, routes, texts, articlePage, cartPage });
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // Calls and pages differ by the case of `/api`, for limits, logs and errors alike.
  app.enable('case sensitive routing');
  app.set('query parser', 'simple');
  app.set('trust proxy', env.TRUST_PROXY);

  // 1. Every response gets an id, a log line and safe headers, every error a language.
  app.use(requestLog({ log, metrics, timeoutMs: client.timeoutMs, tracing: services.tracing, clock }));
  app.use(securityHeaders());
  app.use(findEditionPath(routes));
  app.use(oneHost());
  app.use(refuseLargeBodies());

  // 2. Responses that do not depend on the visitor.
  app.use(health(isReady, services.troubles));
  app.use(branding.serve);
  app.use(staticFiles(services.staticFolder));
  if (env.PICTURES_DIR) app.use(staticFiles(env.PICTURES_DIR, operatorPrefix));
  if (env.DOCUMENTS_DIR) app.use(staticFiles(env.DOCUMENTS_DIR, documentsPath));
  app.use(siteFiles({ clock, env, client, routes, texts, branding, isDemonstration }));
  app.get('/images/:width/:signature', pictureCall(pictures, keys));
  app.get('/trust-badge', trustBadge(env.TRUST_BADGE_URL));

  // 3. Cookies, origin and rate limits.
  app.use(cookieParser());
  app.use(originCheck(new Set(namedOrigins(env))));
  app.use(createRateLimit({ limit: env.RATE_LIMIT, tiers: env.WEB_TIERS, keys, clock }));

  // 4. Calls: the visitor's own first, then reads of the marketplace through the cache.
  const checked = requireChallenge(keys, clock);
  const cart = cartCalls({ client, keys, routes, texts, metrics, refusals, newCarts });
  app.use('/api', compression());
  app.post(policyReports, readPolicyReports, countPolicyReports(metrics));
  // A router of their own, so that no page is compared with the address of each call.
  const calls = express.Router({ caseSensitive: true });
  calls.get('/openapi.json', serveDescription(apiDescription));
  calls.get('/session', session(client, keys, clock));
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
  calls.get('/Warenkorb/Kasse', signedCart({ client, env, clock }));
  calls.post('/Warenkorb/Kasse', readSignedCart, checkoutHandoff({ client, env, routes, refusals, log, clock }));
  calls.all('/Warenkorb/:verb/:id', (request, response, next) => {
    if (!cartVerbs.has(request.params.verb)) return next();
    response.setHeader('Allow', 'POST');
    throw new ProblemError('method');
  });
  calls.use('/user', checked, userApi(client, userCalls, routes));
  calls.get('/vehicle/manufacturers', checked);
  calls.get('/TrustedShops/Rating', ratingCall(client, log, reputation, env.SHOP_NAME));
  calls.get('/TrustedShops/Reviews', reviewsCall(client, log, reputation));
  calls.get('/experiments', experimentsCall(client, keys, experiments, env.TAG_MANAGER_URL));
  const reports = { clock, log, metrics, routes: pages.routes, ...assets, sample: env.VITALS_SAMPLE };
  calls.post('/vitals', readBeacon, countVitals(reports));
  calls.post('/browser-errors', readBeacon, countBrowserErrors(reports));
  const catalogue = { client, routes, texts, photograph };
  calls.get('/search/suggestions', suggest(catalogue));
  calls.get('/vehicle/models/:modelId/fits', fits(catalogue));
  calls.get('/recommendation/spare-part/:id', recommend(catalogue));
  // Photographs and drawings have separate buckets.
  calls.get('/Fotos/:id/:content.jpg', photographCall(pictures, drawingLimit(env.RATE_LIMIT, env.WEB_TIERS, clock)));
  const withNavigationItems = createNavigationItems({ routes, requests });
  const limitDrawing = drawingLimit(env.RATE_LIMIT, env.WEB_TIERS, clock);
  calls.use(apiProxy({ client, routes, log, limitDrawing, withNavigationItems }));
  app.use('/api', calls);

  if (accounts.demo && routes.editions.all.some(({ hasLogin }) => hasLogin))
    app.use('/oidc', demoProvider(accounts.demo));

  // 5. Pages, which compress themselves, and their forms.
  app.use(chooseEdition(routes));
  app.use(texts.middleware);
  app.use(
    '/fragments',
    compression(),
    serveFragments({ env, flags: assets.flags, islandTexts, routes, requests, renderFragment }),
  );
  app.post('/consent', readBody, chooseConsent(env, routes, clock));
  app.post('/delivery-country', readBody, chooseDeliveryCountry(routes));
  app.post('/{*path}', readPageForm);
  app.use(servePages({ pageOf: pages.pageOf, requests, answers, findNear: pages.findNear }));

  // 6. Error handling.
  app.use(handleErrors(texts, routes, log, sendErrorPage));
  return app;
}
