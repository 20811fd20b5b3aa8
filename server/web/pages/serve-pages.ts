import type { Request, RequestHandler, Response } from 'express';
import { ProblemError } from '../../contract/problem.js';
import { queryOf } from '../http/audience.js';
import { rawPath, rawQuery } from '../http/edition-path.js';
import { NoRouteError } from '../http/redirect-errors.js';
import type { Act, AnyPage } from '../render/page.js';
import type { PageRequests } from '../render/page-requests.js';
import type { Answers } from '../render/send-page.js';
import type { Edition } from '../routes/editions.js';
import { matchPath, type RouteMatch } from '../routes/route-table.js';
import type { EditionPath } from '../routes/routes.js';
import type { FindNearAddresses } from './near-addresses.js';

interface Needs {
  pageOf(edition: Edition, match: RouteMatch): AnyPage;
  requests: PageRequests;
  answers: Answers;
  findNear: FindNearAddresses;
}
const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** Returns the action of a page for the method. @throws ProblemError `method` for one that it does not have */
function actFor(page: AnyPage, request: Request, response: Response): Act | undefined {
  if (isRead(request)) return page.get;
  if (request.method === 'POST' && page.post) return page.post;
  response.setHeader('Allow', page.post ? 'GET, HEAD, POST' : 'GET, HEAD');
  throw new ProblemError('method');
}

/**
 * Handles every path that no other handler matches: the route table finds its page (D6). A non-canonical spelling gets
 * a 301 to the canonical one. A truncated or guessed address gets one to its page, and an unknown one a 404.
 */
export function servePages({ pageOf, requests, answers, findNear }: Needs): RequestHandler {
  async function visit(
    act: Act,
    request: Request,
    response: Response,
    editionPath: EditionPath,
    match: RouteMatch,
  ): Promise<void> {
    const query = isRead(request) ? queryOf(request) : new URLSearchParams();
    const ask = requests.askOf(request, { editionPath, match, query });
    const input = requests.open(ask, requests.visitorOf(request, editionPath));
    const outcome = await act({ ...input, request, response, editionPath });
    if (!outcome) return;
    if ('page' in outcome) {
      const target = { editionPath, match, query: outcome.query ?? query };
      return answers.own(request, response, outcome.page, target, outcome.status);
    }
    response.setHeader('Cache-Control', 'private, no-store');
    response.redirect(outcome.status ?? 303, outcome.location);
  }
  return async (request, response) => {
    const { editionPath } = request;
    request.notes.route = `none___${editionPath.edition.locale}`;
    // Absolute-form targets and `*` are no paths of the shop.
    if (!rawPath(request).startsWith('/')) throw new ProblemError('invalid', 'not a path');
    const { edition } = editionPath;
    const own = matchPath(edition, editionPath.path);
    const meaning = own || !isRead(request) ? null : (await findNear(editionPath, request.get('accept'))).meaning;
    const found = own ?? (meaning === null ? null : { redirect: meaning });
    if (!found) throw new NoRouteError();
    const isMoved = 'redirect' in found || editionPath.moved;
    const path = 'redirect' in found ? found.redirect : editionPath.path;
    if (isMoved && !isRead(request)) throw new ProblemError('not_found', 'form sent to an old address');
    // Only the page knows its canonical address with slugs. Asking it here saves a second redirect.
    const canonical = 'redirect' in found ? matchPath(edition, path) : found;
    const match = canonical && 'match' in canonical ? canonical.match : null;
    const page = match && pageOf(edition, match);
    if (isMoved && page?.cache !== 'shared') {
      response.setHeader('Cache-Control', 'private, max-age=0, must-revalidate');
      const query = path.includes('?') ? rawQuery(request).replace('?', '&') : rawQuery(request);
      response.redirect(301, editionPath.origin + editionPath.prefix + path + query);
      return;
    }
    if (!match || !page) throw new NoRouteError();
    request.notes.route = `${match.name}___${edition.locale}`;
    const act = actFor(page, request, response);
    if (act) return visit(act, request, response, editionPath, match);
    const target = { editionPath, match, query: queryOf(request), isMoved };
    if (page.cache === 'shared') await answers.shared(request, response, page, target);
    else await answers.own(request, response, page, target);
  };
}
