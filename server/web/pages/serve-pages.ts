import type { Request, RequestHandler, Response } from 'express';
import { ProblemError } from '../../contract/problem.js';
import { queryOf } from '../http/audience.js';
import { rawPath, rawQuery } from '../http/place.js';
import { NoRoute } from '../http/signposts.js';
import type { Answers } from '../render/answer-page.js';
import type { Act, AnyPage } from '../render/page.js';
import type { PageRequests } from '../render/page-requests.js';
import type { Edition } from '../routes/editions.js';
import { matchPath, type Place, type RouteMatch } from '../routes/routes.js';

interface Needs {
  pageOf(edition: Edition, match: RouteMatch): AnyPage;
  requests: PageRequests;
  answers: Answers;
}
const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** What a page does with the request besides showing itself. @throws ProblemError `method` for one that it does not take */
function actFor(page: AnyPage, request: Request, response: Response): Act | undefined {
  if (isRead(request)) return page.get;
  if (request.method === 'POST' && page.post) return page.post;
  response.setHeader('Allow', page.post ? 'GET, HEAD, POST' : 'GET, HEAD');
  throw new ProblemError('method');
}

/**
 * The one catch-all: the route table decides which page an address is (D6), also that of a form. Another spelling of an
 * address answers one 301 to the right one; an address without a page 404.
 */
export function servePages({ pageOf, requests, answers }: Needs): RequestHandler {
  async function visit(act: Act, request: Request, response: Response, place: Place, match: RouteMatch): Promise<void> {
    const query = isRead(request) ? queryOf(request) : new URLSearchParams();
    const ask = requests.askOf(request, { place, match, query });
    const input = requests.open(ask, requests.visitorOf(request, place));
    const outcome = await act({ ...input, request, response, place });
    if (!outcome) return;
    if ('page' in outcome) {
      const asked = { place, match, query: outcome.query ?? query };
      return answers.own(request, response, outcome.page, asked, outcome.status);
    }
    response.setHeader('Cache-Control', 'private, no-store');
    response.redirect(outcome.status ?? 303, outcome.location);
  }
  return async (request, response) => {
    const { place } = request;
    request.notes.route = `none___${place.edition.locale}`;
    // Absolute-form targets and `*` are no paths of ours.
    if (!rawPath(request).startsWith('/')) throw new ProblemError('invalid', 'not a path');
    const found = matchPath(place.edition, place.path);
    if (!found) throw new NoRoute();
    const isMoved = 'redirect' in found || place.moved;
    const path = 'redirect' in found ? found.redirect : place.path;
    if (isMoved && !isRead(request)) throw new ProblemError('not_found', 'form sent to an old address');
    // Only the page knows all of its own address, such as a slug: asking it now saves a second redirect.
    const canonical = 'redirect' in found ? matchPath(place.edition, path) : found;
    const match = canonical && 'match' in canonical ? canonical.match : null;
    const page = match && pageOf(place.edition, match);
    if (isMoved && page?.cache !== 'shared') {
      response.setHeader('Cache-Control', 'private, max-age=0, must-revalidate');
      response.redirect(301, place.origin + place.prefix + path + rawQuery(request));
      return;
    }
    if (!match || !page) throw new NoRoute();
    request.notes.route = `${match.name}___${place.edition.locale}`;
    const act = actFor(page, request, response);
    if (act) return visit(act, request, response, place, match);
    const asked = { place, match, query: queryOf(request), isMoved };
    if (page.cache === 'shared') await answers.shared(request, response, page, asked);
    else await answers.own(request, response, page, asked);
  };
}
