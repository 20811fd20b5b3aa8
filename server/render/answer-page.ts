import type { Request, Response } from 'express';
import { ownPath } from '../actions/forms.js';
import { sessionOf } from '../actions/session-cookie.js';
import { type Category, ProblemError } from '../api/contract.js';
import { externalLink } from '../external-pages.js';
import { describeError } from '../log.js';
import { events } from '../log-events.js';
import { deliveryCountry } from '../middleware/place.js';
import { localPath } from '../routes/paths.js';
import type { Place, RouteMatch } from '../routes.js';
import type { Services } from '../services.js';
import { type AnyPage, type PageProblem, type PageRequest, Redirect } from './page.js';
import { renderPage } from './render-page.js';
import { sendPage } from './send.js';

interface Asked {
  place: Place;
  match: RouteMatch;
  query: URLSearchParams;
  problem?: PageProblem | null;
  /** The address was another spelling, or of another host: the page's own is answered, never the page. */
  isMoved?: boolean;
}

/** Path and query of the referring page, if it is one of the edition's own on this host. */
function cameFrom(request: Request, { prefix }: Place): string | null {
  const from = URL.parse(request.get('referer') ?? '');
  if (!from || from.host !== request.host) return null;
  const path = ownPath(from.pathname + from.search);
  return path?.startsWith(`${prefix}/`) ? path : null;
}

/** What a page is given, from the request and where it stands in the route table. */
export function pageRequest(
  services: Services,
  request: Request,
  { place, match, query, problem = null }: Asked,
): PageRequest {
  const { edition, prefix } = place;
  const country = deliveryCountry(request, edition);
  const { t, format } = services.texts.of(edition);
  return {
    services,
    edition,
    prefix,
    host: request.host ?? '',
    country,
    match,
    query,
    api: services.client.for({ locale: edition.locale, country }),
    t: request.t ?? t,
    format,
    url: (name, parameters, page) =>
      externalLink(services.env, edition, name, parameters) ?? prefix + localPath(edition, name, parameters, page),
    session: sessionOf(request),
    cameFrom: cameFrom(request, place),
    problem,
    optional(what, loading) {
      return loading.catch((error) => {
        services.log.warn({ what, route: request.notes.route, error: describeError(error) }, events.pageOptionalFailed);
        return null;
      });
    },
  };
}

/** The roots of the catalogue for the navigation of every page; without them the page is still a page. */
export async function topCategories({ api, optional }: PageRequest): Promise<Category[]> {
  return (await optional('navigation', api.call('navigation', {})))?.categories ?? [];
}

/** The path that was asked for without what follows the tail (D7). */
function askedPath({ prefix, path }: Place, { rest }: RouteMatch): string {
  return prefix + (rest === '/' ? path : path.split('/').slice(0, 4).join('/'));
}

/**
 * Answers with a page. An address that is not the page's own is redirected, with its query (D3); a refused form is
 * shown on its page with its own status (D42).
 *
 * @throws whatever the page's critical data throw.
 */
export async function answerPage(
  services: Services,
  request: Request,
  response: Response,
  page: AnyPage,
  asked: Asked,
  status = 200,
): Promise<void> {
  const input = pageRequest(services, request, asked);
  try {
    const [prepared, categories] = await Promise.all([page.prepare(input), topCategories(input)]);
    const [ownPath = '', ownQuery] = prepared.address.split('?');
    if (!asked.problem && (asked.isMoved || ownPath !== askedPath(asked.place, asked.match))) {
      const query = asked.query.size > 0 ? `?${asked.query}` : ownQuery ? `?${ownQuery}` : '';
      throw new Redirect(301, ownPath + query);
    }
    const rendered = renderPage(request, input, prepared, {
      name: page.name,
      head: prepared.head,
      topCategories: categories,
      view: prepared.view,
    });
    await sendPage(request, response, rendered, {
      status: prepared.status ?? status,
      cache: asked.problem ? 'private' : page.cache,
    });
  } catch (error) {
    if (!(error instanceof Redirect)) throw error;
    if (asked.problem) throw new ProblemError('not_found', 'the page of a refused form has moved');
    response.setHeader('Cache-Control', 'private, max-age=0, must-revalidate');
    const isOwn = error.location.startsWith('/');
    response.redirect(error.status, (isOwn ? asked.place.origin : '') + error.location);
  }
}
