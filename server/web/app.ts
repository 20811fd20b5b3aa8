import compression from 'compression';
import cookieParser from 'cookie-parser';
import express, { type Express } from 'express';
import { ProblemError } from '../contract/problem.js';
import { userApi } from './accounts/api.js';
import { demoProvider } from './accounts/demo-routes.js';
import { cartAdd } from './api/calls/cart-add.js';
import { cartChange } from './api/calls/cart-change.js';
import { cartDelete } from './api/calls/cart-delete.js';
import { cartPlan, cartReplace } from './api/calls/cart-plan.js';
import { cartRead } from './api/calls/cart-read.js';
import { cartRestore } from './api/calls/cart-restore.js';
import { cartWrite } from './api/calls/cart-write.js';
import { requireChallenge } from './api/calls/challenge.js';
import { chooseConsent } from './api/calls/consent.js';
import { chooseDeliveryCountry } from './api/calls/delivery-country.js';
import { handOver, readSignedCart, signedCart } from './api/calls/hand-over.js';
import { recommend } from './api/calls/recommend.js';
import { session } from './api/calls/session.js';
import { suggest } from './api/calls/suggest.js';
import { apiProxy } from './api/proxy.js';
import { trustBadge } from './consent/trust-badge.js';
import { experimentsCall } from './experiments/experiments-call.js';
import { handleErrors } from './http/errors.js';
import { readBeacon, readBody, readPageForm, readPlan } from './http/forms.js';
import { health } from './http/health.js';
import { originCheck } from './http/origin.js';
import { findPlace } from './http/place.js';
import { limitRate } from './http/rate-limit.js';
import { requestLog } from './http/request-log.js';
import { securityHeaders } from './http/security.js';
import { siteFiles } from './http/site-files.js';
import { staticFiles } from './http/static-files.js';
import { takeVitals } from './metrics/take-vitals.js';
import { serveFragments } from './pages/serve-fragments.js';
import { servePages } from './pages/serve-pages.js';
import { operatorPrefix } from './pictures/operator-pictures.js';
import { photographCall } from './pictures/photograph-call.js';
import { pictureCall } from './pictures/picture-call.js';
import { errorPages } from './render/error-page.js';
import { ratingCall, reviewsCall } from './reputation/reputation-calls.js';
import { chooseEdition } from './routes/root.js';
import type { Services } from './services.js';

const cartVerbs: ReadonlySet<string> = new Set(['Hinzufuegen', 'Aendern', 'Loeschen', 'Wiederherstellen', 'Ersetzen']);

/**
 * The web tier: what happens to a request, in this order.
 *
 * @param sendErrorPage how faults are shown; a test passes one whose drawing fails.
 */
export function createApp(services: Services, sendErrorPage = errorPages(services)): Express {
  const { env, routes, texts } = services;
  const ownOrigins = new Set(
    [env.PUBLIC_ORIGIN, ...[...env.EDITION_HOSTS.keys()].map((host) => `https://${host}`)].filter(Boolean),
  ) as Set<string>;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // Limits, logs and kinds of faults tell calls from pages by the letters of the path.
  app.enable('case sensitive routing');
  app.set('query parser', 'simple');
  app.set('trust proxy', env.TRUST_PROXY);

  // 1. Every answer has an id, one log line, safe headers; every fault a language.
  app.use(requestLog(services));
  app.use(securityHeaders());
  app.use(findPlace(routes));

  // 2. What needs no visitor.
  app.use(health(services));
  app.use(staticFiles(services.staticFolder));
  if (env.PICTURES_DIR) app.use(staticFiles(env.PICTURES_DIR, operatorPrefix));
  app.use(siteFiles(services));
  app.get('/images/:width/:signature/:data', pictureCall(services));
  app.get('/trust-badge', trustBadge(services));

  // 3. Who asks, and from where.
  app.use(cookieParser());
  app.use(originCheck(ownOrigins));
  app.use(limitRate(services));

  // 4. Calls: the visitor's own first, then reads of the marketplace through the cache.
  const checked = requireChallenge(services);
  app.use('/api', compression());
  app.get('/api/session', session(services));
  app.get('/api/Warenkorb', cartRead(services, 'cart'));
  app.get('/api/Warenkorb/count', checked, cartRead(services, 'cartCount'));
  app.get('/api/Warenkorb/optimize', cartRead(services, 'cartOptimise'));
  app.post('/api/Warenkorb/Hinzufuegen/:id', readBody, cartWrite(services, cartAdd));
  app.post('/api/Warenkorb/Aendern/:id', readBody, cartWrite(services, cartChange));
  app.post('/api/Warenkorb/Loeschen/:id', readBody, cartWrite(services, cartDelete));
  app.post('/api/Warenkorb/Ersetzen/:id/:offer', readBody, cartWrite(services, cartReplace));
  app.post('/api/Warenkorb/Plan', readPlan, cartWrite(services, cartPlan));
  app.post('/api/Warenkorb/Wiederherstellen/:id', readBody, cartWrite(services, cartRestore));
  app.get('/api/Warenkorb/Kasse', signedCart(services));
  app.post('/api/Warenkorb/Kasse', readSignedCart, handOver(services));
  app.all('/api/Warenkorb/:verb/:id', (request, response, next) => {
    if (!cartVerbs.has(request.params.verb)) return next();
    response.setHeader('Allow', 'POST');
    throw new ProblemError('method');
  });
  app.use('/api/user', checked, userApi(services));
  app.get('/api/vehicle/manufacturers', checked);
  app.get('/api/TrustedShops/Rating', ratingCall(services));
  app.get('/api/TrustedShops/Reviews', reviewsCall(services));
  app.get('/api/experiments', experimentsCall(services));
  app.post('/api/vitals', readBeacon, takeVitals(services));
  app.get('/api/search/suggestions', suggest(services));
  app.get('/api/recommendation/spare-part/:id', recommend(services));
  app.get('/api/Fotos/:id/:content.jpg', photographCall(services));
  app.use('/api', apiProxy(services));

  if (services.accounts.demo) app.use('/oidc', demoProvider(services));

  // 5. Pages, which compress themselves, and the forms that belong to them.
  app.use(chooseEdition(routes));
  app.use(texts.middleware);
  app.use('/fragments', compression(), serveFragments(services));
  app.post('/consent', readBody, chooseConsent(services));
  app.post('/delivery-country', readBody, chooseDeliveryCountry(services));
  app.post('/{*path}', readPageForm);
  app.use(servePages(services));

  // 6. Whatever failed on the way.
  app.use(handleErrors(services, sendErrorPage));
  return app;
}
