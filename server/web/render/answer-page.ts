import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { ProblemError } from '../../contract/problem.js';
import type { MadePage, PageCache } from '../cache/page-cache.js';
import { choiceIn, ownQueryOf, pageKey } from '../cache/page-key.js';
import { retryAfter } from '../http/retry-after.js';
import { Moved, Redirect } from '../http/signposts.js';
import type { Place, RouteMatch } from '../routes/routes.js';
import { askedPath, type MakePage } from './make-page.js';
import type { AnyPage } from './page.js';
import type { PageRequests } from './page-requests.js';
import { sendOwnPage, sendSharedPage } from './send.js';

interface Asked {
  place: Place;
  match: RouteMatch;
  query: URLSearchParams;
  /** The address was another spelling, or of another host: the page's own is answered, never the page. */
  isMoved?: boolean;
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

/** Answers requests with pages. */
export interface Answers {
  /**
   * Answers with a page that is made for this visitor. An address that is not the page's own is redirected, with its
   * query (D3); a refused form is shown on its page with its own status (D42).
   *
   * @param status where the page has none of its own; left out, 200.
   * @throws whatever the page's critical data throw.
   */
  own(request: Request, response: Response, page: AnyPage, asked: Asked, status?: number): Promise<void>;
  /**
   * Answers with a page that is the same for everybody who asks the same (D27), out of the cache where it is there. The
   * page is made from what its key names, and from nothing else of the request.
   *
   * @throws whatever the page's critical data throw.
   */
  shared(request: Request, response: Response, page: AnyPage, asked: Asked): Promise<void>;
}
interface Needs {
  requests: PageRequests;
  makePage: MakePage;
  pageCache: PageCache;
  log: Logger;
  /** Build of the files that pages name. */
  build: string;
  generation(): string | null;
  isDemonstration(): boolean;
  /** Caches in front of the shop may keep pages of everybody. */
  forCaches: boolean;
}

export function createAnswers(needs: Needs): Answers {
  const { requests, makePage, pageCache, log, build, generation, isDemonstration, forCaches } = needs;
  return {
    async own(request, response, page, asked, status = 200) {
      // A page of everybody that shows a refused form reads its address as ever.
      const query = page.query ? ownQueryOf(page, asked.query, log) : asked.query;
      const visitor = requests.visitorOf(request, asked.place);
      try {
        const input = requests.open(requests.askOf(request, { ...asked, query }), visitor);
        const made = await makePage(page, input, asked.place, asked.isMoved ?? false);
        if (made.status === 503) response.setHeader('Retry-After', retryAfter);
        await sendOwnPage(request, response, made.page, made.status ?? status);
      } catch (error) {
        if (!(error instanceof Redirect || error instanceof Moved)) throw error;
        if (page.isSaying) throw new ProblemError('not_found', 'the page of a refused form has moved');
        redirect(response, asked, error);
      }
    },
    async shared(request, response, page, asked) {
      const { place, match, isMoved = false } = asked;
      const whole = ownQueryOf(page, asked.query, log);
      const keyOf = (query: URLSearchParams): string =>
        pageKey({
          ...requests.askOf(request, { ...asked, query }),
          locale: place.edition.locale,
          prefix: place.prefix,
          path: isMoved ? `moved ${place.path}` : askedPath(place, match),
          isDemonstration: isDemonstration(),
          build,
          generation: generation(),
        });
      const choice = choiceIn(page, whole, log);
      const plain = choice && { query: choice.without, key: keyOf(choice.without) };
      const query = choice && plain && pageCache.isNoChoice(plain.key, choice.value) ? plain.query : whole;
      const key = keyOf(query);
      const make = async (): Promise<MadePage> => {
        const input = requests.open(requests.askOf(request, { ...asked, query }));
        const { page: made, address, status = 200, choices = [] } = await makePage(page, input, place, isMoved);
        const [, ownText] = address.split('?');
        const own = `${ownQueryOf(page, new URLSearchParams(ownText), log)}`;
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
        const kept = await pageCache.get(key, request.notes, make);
        request.notes.page = kept.outcome;
        await sendSharedPage(request, response, kept.page, forCaches);
        await pageCache.served(kept.page);
      } catch (error) {
        if (!(error instanceof Redirect || error instanceof Moved)) throw error;
        redirect(response, asked, error);
      }
    },
  };
}
