import type { Request, Response } from 'express';
import { ownPath } from '../actions/forms.js';
import { sessionOf } from '../actions/session-cookie.js';
import { ProblemError } from '../api/contract.js';
import { consentsOf } from '../consent/consent.js';
import { deliveryCountry } from '../middleware/place.js';
import type { Place, RouteMatch } from '../routes.js';
import type { Services } from '../services.js';
import { type Ask, askedPath, makePage, nobody, pageRequest, type Visitor } from './make-page.js';
import { type AnyPage, environmentOf, Moved, type PageProblem, Redirect } from './page.js';
import type { MadePage, PageCache } from './page-cache.js';
import { ownQueryOf, pageKey } from './page-key.js';
import { sendOwnPage, sendSharedPage } from './send.js';

interface Asked {
  place: Place;
  match: RouteMatch;
  query: URLSearchParams;
  problem?: PageProblem | null;
  /** The address was another spelling, or of another host: the page's own is answered, never the page. */
  isMoved?: boolean;
}

/** Path and query of the referring page, if it is one of the edition's own on this host. */
function cameFrom({ routes }: Services, request: Request, { edition }: Place): string | null {
  const from = URL.parse(request.get('referer') ?? '');
  if (!from || from.host !== request.host) return null;
  return routes.locate(from.host, from.pathname).edition === edition ? ownPath(from.pathname + from.search) : null;
}

/** What a request asks for. */
export function askOf({ routes }: Services, request: Request, { place, match, query }: Asked): Ask {
  return {
    place,
    match,
    query,
    host: routes.hostId(request.host ?? ''),
    environment: environmentOf(request),
    country: deliveryCountry(request, place.edition),
  };
}

/** Leads from a spelling of an address, or from a signpost, to the page's own. */
function redirect(response: Response, { place, query }: Asked, error: Moved | Redirect): void {
  response.setHeader('Cache-Control', 'private, max-age=0, must-revalidate');
  const origin = (location: string): string => (location.startsWith('/') ? place.origin : '');
  if (error instanceof Redirect) {
    response.redirect(error.status, origin(error.location) + error.location);
    return;
  }
  const [path = '', ownQuery] = error.address.split('?');
  const kept = query.size > 0 ? `?${query}` : ownQuery ? `?${ownQuery}` : '';
  response.redirect(301, origin(path) + path + kept);
}

/**
 * Answers with a page that is made for this visitor. An address that is not the page's own is redirected, with its
 * query (D3); a refused form is shown on its page with its own status (D42).
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
  const { problem = null } = asked;
  // A page of everybody that shows a refused form reads its address as ever.
  const query = page.query ? ownQueryOf(page, asked.query, services) : asked.query;
  const visitor: Visitor = {
    session: sessionOf(request),
    cameFrom: cameFrom(services, request, asked.place),
    consents: consentsOf(request),
    problem,
  };
  try {
    const input = pageRequest(services, askOf(services, request, { ...asked, query }), visitor);
    const made = await makePage(page, input, asked.place, asked.isMoved ?? false);
    await sendOwnPage(request, response, made.page, made.status ?? status);
  } catch (error) {
    if (!(error instanceof Redirect || error instanceof Moved)) throw error;
    if (problem) throw new ProblemError('not_found', 'the page of a refused form has moved');
    redirect(response, asked, error);
  }
}

/**
 * Answers with a page that is the same for everybody who asks the same (D27), out of the cache where it is there. The
 * page is made from what its key names, and from nothing else of the request.
 *
 * @throws whatever the page's critical data throw.
 */
export async function answerSharedPage(
  services: Services,
  pages: PageCache,
  request: Request,
  response: Response,
  page: AnyPage,
  asked: Asked,
): Promise<void> {
  const { place, match, isMoved = false } = asked;
  const query = ownQueryOf(page, asked.query, services);
  const ask = askOf(services, request, { ...asked, query });
  const key = pageKey({
    ...ask,
    locale: place.edition.locale,
    prefix: place.prefix,
    path: isMoved ? `moved ${place.path}` : askedPath(place, match),
    isDemonstration: services.isDemonstration(),
    build: services.assets.build,
    generation: services.client.generation(),
  });
  const make = async (): Promise<MadePage> => {
    const {
      page: made,
      address,
      status = 200,
    } = await makePage(page, pageRequest(services, ask, nobody), place, isMoved);
    const [, ownQuery] = address.split('?');
    return {
      page: made,
      status,
      isKept: `${ownQueryOf(page, new URLSearchParams(ownQuery), services)}` === `${query}`,
    };
  };
  try {
    const kept = await pages.get(key, request.notes, make);
    request.notes.page = kept.outcome;
    await sendSharedPage(request, response, kept.page, services.env.CDN_KEYS_COUNTRY);
    await pages.served(key, kept.page);
  } catch (error) {
    if (!(error instanceof Redirect || error instanceof Moved)) throw error;
    redirect(response, asked, error);
  }
}
