import type { RequestHandler } from 'express';
import { filterListing } from '../actions/filter-listing.js';
import { queryOf } from '../api/audience.js';
import { ProblemError } from '../api/contract.js';
import { listingRoutes, pages } from '../pages/pages.js';
import { answerPage } from '../render/answer-page.js';
import { matchPath } from '../routes.js';
import type { Services } from '../services.js';
import { rawPath, rawQuery } from './place.js';

/**
 * The one catch-all: the route table decides which page an address is (D6). Another spelling of an address answers one
 * 301 to the right one; an address without a page, and a page that is not built, 404.
 */
export function servePages(services: Services): RequestHandler {
  return async (request, response) => {
    const { place } = request;
    request.notes.route = `none___${place.edition.locale}`;
    // Absolute-form targets and `*` are no paths of ours.
    if (!rawPath(request).startsWith('/')) throw new ProblemError('invalid', 'not a path');
    const found = matchPath(place.edition, place.path);
    if (!found) throw new ProblemError('not_found', 'no route');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if ('redirect' in found || place.moved) {
      if (!isRead) throw new ProblemError('not_found', 'form sent to an old address');
      const path = 'redirect' in found ? found.redirect : place.path;
      response.setHeader('Cache-Control', 'private, max-age=0, must-revalidate');
      response.redirect(301, place.origin + place.prefix + path + rawQuery(request));
      return;
    }
    const { match } = found;
    request.notes.route = `${match.name}___${place.edition.locale}`;
    if (request.method === 'POST' && listingRoutes.has(match.name)) return filterListing(request, response, place);
    if (!isRead) {
      response.setHeader('Allow', 'GET, HEAD');
      throw new ProblemError('method');
    }
    const page = pages[match.name];
    if (!page) throw new ProblemError('not_found', 'page is not built');
    await answerPage(services, request, response, page, { place, match, query: queryOf(request) });
  };
}
