import type { RequestHandler } from 'express';
import { ProblemError } from '../../contract/problem.js';
import { accountRoutes } from '../accounts/account-routes.js';
import { queryOf } from '../api/audience.js';
import { PageCache } from '../cache/page-cache.js';
import { describeError } from '../http/log.js';
import { events } from '../http/log-events.js';
import { rawPath, rawQuery } from '../http/place.js';
import { answerPage, answerSharedPage } from '../render/answer-page.js';
import { keptPartBytes, keptPartLimit } from '../render/kept-parts.js';
import { NoRoute } from '../render/page.js';
import { matchPath } from '../routes/routes.js';
import type { Services } from '../services.js';
import { cartGenerate } from './cart-generate.js';
import { filterListing } from './filter-listing.js';
import { findVehicle } from './find-vehicle.js';
import { listingRoutes, pageOf } from './pages.js';
import { passBot } from './pass-bot.js';
import { withdraw } from './withdraw.js';

/**
 * The one catch-all: the route table decides which page an address is (D6). Another spelling of an address answers one
 * 301 to the right one; an address without a page, and a page that is not built, 404.
 */
export function servePages(services: Services): RequestHandler {
  const pass = passBot(services);
  const pages = new PageCache({
    maxBytes: services.env.PAGE_CACHE_MB * 1024 * 1024,
    generation: () => services.client.generation(),
    onRefreshFailed: (error) => services.log.warn({ error: describeError(error) }, events.cacheRefreshFailed),
  });
  services.metrics.watchCache('pages', () => pages.bytes, services.env.PAGE_CACHE_MB * 1024 * 1024);
  services.metrics.watchCache('parts', keptPartBytes, keptPartLimit);
  return async (request, response) => {
    const { place } = request;
    request.notes.route = `none___${place.edition.locale}`;
    // Absolute-form targets and `*` are no paths of ours.
    if (!rawPath(request).startsWith('/')) throw new ProblemError('invalid', 'not a path');
    const found = matchPath(place.edition, place.path);
    if (!found) throw new NoRoute();
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isMoved = 'redirect' in found || place.moved;
    const path = 'redirect' in found ? found.redirect : place.path;
    if (isMoved && !isRead) throw new ProblemError('not_found', 'form sent to an old address');
    // Only the page knows all of its own address, such as a slug: asking it now saves a second redirect.
    const canonical = 'redirect' in found ? matchPath(place.edition, path) : found;
    const match = canonical && 'match' in canonical ? canonical.match : null;
    const page = match && pageOf(place.edition, match);
    if (isMoved && (!match || page?.cache !== 'shared')) {
      response.setHeader('Cache-Control', 'private, max-age=0, must-revalidate');
      response.redirect(301, place.origin + place.prefix + path + rawQuery(request));
      return;
    }
    if (!match) throw new NoRoute();
    request.notes.route = `${match.name}___${place.edition.locale}`;
    const account = accountRoutes[match.name];
    if (account && (isRead || (account.takesPost && request.method === 'POST'))) {
      return account.answer(services, request, response, { place, match });
    }
    if (account?.takesPost) response.setHeader('Allow', 'GET, HEAD, POST');
    if (match.name === 'cartGenerate') return cartGenerate(services, request, response, place);
    if (request.method === 'POST' && listingRoutes.has(match.name)) {
      return filterListing(services, request, response, { place, match, page });
    }
    if (request.method === 'POST' && match.name === 'bot') return pass(request, response, { place, match });
    if (request.method === 'POST' && match.name === 'information') {
      return withdraw(services, request, response, { place, match });
    }
    if (request.method === 'POST' && match.name === 'vehicles') {
      return findVehicle(services, request, response, { place, match });
    }
    if (!isRead) {
      if (!account?.takesPost) response.setHeader('Allow', 'GET, HEAD');
      throw new ProblemError('method');
    }
    if (!page) throw new ProblemError('not_found', 'page is not built');
    // The explanation is no success while there is something to explain (D12).
    const isLimited = match.name === 'bot' && request.secondsUntilFree > 0;
    if (isLimited) response.setHeader('Retry-After', String(request.secondsUntilFree));
    const asked = { place, match, query: queryOf(request), isMoved };
    if (page.cache === 'shared') await answerSharedPage(services, pages, request, response, page, asked);
    else await answerPage(services, request, response, page, asked, isLimited ? 429 : 200);
  };
}
