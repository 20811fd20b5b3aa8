import type { Request, Response } from 'express';
import { ProblemError } from '../../contract/problem.js';
import { sessionOf } from '../api/calls/session-cookie.js';
import type { MadePage, PageCache } from '../cache/page-cache.js';
import { choiceIn, ownQueryOf, pageKey } from '../cache/page-key.js';
import { consentsOf } from '../consent/consent.js';
import { ownPath } from '../http/forms.js';
import { deliveryCountry } from '../http/place.js';
import { retryAfter } from '../http/retry-after.js';
import type { Place, RouteMatch } from '../routes/routes.js';
import type { Services } from '../services.js';
import { environmentOf } from './environment.js';
import { type Ask, askedPath, makePage, nobody, pageRequest, type Visitor } from './make-page.js';
import { type AnyPage, Moved, type PageProblem, Redirect } from './page.js';
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
export function askOf({ env, routes }: Services, request: Request, { place, match, query }: Asked): Ask {
  return {
    place,
    match,
    query,
    host: routes.hostId(request.host ?? ''),
    environment: environmentOf(env, request.host),
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
    if (made.status === 503) response.setHeader('Retry-After', retryAfter);
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
  const whole = ownQueryOf(page, asked.query, services);
  const keyOf = (query: URLSearchParams): string =>
    pageKey({
      ...askOf(services, request, { ...asked, query }),
      locale: place.edition.locale,
      prefix: place.prefix,
      path: isMoved ? `moved ${place.path}` : askedPath(place, match),
      isDemonstration: services.isDemonstration(),
      build: services.assets.build,
      generation: services.client.generation(),
    });
  const choice = choiceIn(page, whole, services);
  const plain = choice && { query: choice.without, key: keyOf(choice.without) };
  const query = choice && plain && pages.isNoChoice(plain.key, choice.value) ? plain.query : whole;
  const key = keyOf(query);
  const make = async (): Promise<MadePage> => {
    const input = pageRequest(services, askOf(services, request, { ...asked, query }), nobody);
    const { page: made, address, status = 200, choices = [] } = await makePage(page, input, place, isMoved);
    const [, ownText] = address.split('?');
    const own = `${ownQueryOf(page, new URLSearchParams(ownText), services)}`;
    // The page without a choice that there is not is not made once more for who asks for it.
    const isPlain = plain !== null && own === `${plain.query}`;
    return {
      page: made,
      status,
      choices,
      key: isPlain ? plain.key : key,
      isKept: isPlain || own === `${query}`,
    };
  };
  try {
    const kept = await pages.get(key, request.notes, make);
    request.notes.page = kept.outcome;
    await sendSharedPage(request, response, kept.page, services.env.CDN_KEYS_COUNTRY);
    await pages.served(kept.page);
  } catch (error) {
    if (!(error instanceof Redirect || error instanceof Moved)) throw error;
    redirect(response, asked, error);
  }
}
