import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { ProblemError } from '../../contract/problem.js';
import type { Admission } from '../admission/admission.js';
import type { CacheableResult, PageCache } from '../cache/page-cache.js';
import { choiceIn, declaredQuery, pageKey } from '../cache/page-key.js';
import { MovedError, RedirectError } from '../http/redirect-errors.js';
import { retryAfter } from '../http/timeouts.js';
import type { RouteMatch } from '../routes/route-table.js';
import type { EditionPath } from '../routes/routes.js';
import type { Texts } from '../texts/texts.js';
import { type MakePage, requestedPath } from './make-page.js';
import type { AnyPage } from './page.js';
import type { PageRequests } from './page-requests.js';
import { bodyOf, type CachesInFront, writePrivatePage, writeSharedPage } from './write-page.js';

interface PageTarget {
  editionPath: EditionPath;
  match: RouteMatch;
  query: URLSearchParams;
  /** The request used another spelling or host, so it is redirected. */
  isMoved?: boolean;
}

/** Redirects to the page's own address with the rest of the path (D7), or to the target of its redirect. */
function redirect(
  response: Response,
  { editionPath, match, query }: PageTarget,
  error: MovedError | RedirectError,
): void {
  response.setHeader('Cache-Control', 'private, max-age=0, must-revalidate');
  const origin = (location: string): string => (location.startsWith('/') ? editionPath.origin : '');
  if (error instanceof RedirectError) {
    response.redirect(error.status, origin(error.location) + error.location);
    return;
  }
  const [path = '', declared] = error.address.split('?');
  const kept = query.size > 0 ? `?${query}` : declared ? `?${declared}` : '';
  response.redirect(301, origin(path) + path + match.rest + kept);
}

/** Functions that send pages. */
export interface Answers {
  /**
   * Sends a page for this visitor. Other addresses than the page's own are redirected with their query (D3).
   *
   * @param status of a page without its own; left out, 200
   * @throws the errors of the page's critical data
   */
  own(request: Request, response: Response, page: AnyPage, target: PageTarget, status?: number): Promise<void>;
  /**
   * Sends a shared page (D27), from the cache if possible. It is made only from the parts of its key.
   *
   * @throws the errors of the page's critical data
   */
  shared(request: Request, response: Response, page: AnyPage, target: PageTarget): Promise<void>;
}
interface Needs {
  requests: PageRequests;
  makePage: MakePage;
  pageCache: PageCache;
  log: Logger;
  /** Id of the browser files' build. */
  build: string;
  generation(): string | null;
  isDemonstration(): boolean;
  isAnswering(): boolean;
  texts: Texts;
  forCaches: CachesInFront;
  admission: Pick<Admission, 'remember' | 'forget'>;
}

export function createAnswers(needs: Needs): Answers {
  const { requests, makePage, pageCache, log, build, generation, isDemonstration, texts, forCaches, admission } = needs;
  return {
    async own(request, response, page, target, status = 200) {
      // A shared page with a refused form reads only its own parameters.
      const query = page.query ? declaredQuery(page, target.query, log) : target.query;
      const visitor = requests.visitorOf(request, target.editionPath);
      try {
        const input = requests.open(requests.askOf(request, { ...target, query }), visitor);
        const made = await makePage(page, input, target.editionPath, target.isMoved ?? false);
        if (made.status === 503) response.setHeader('Retry-After', retryAfter);
        await writePrivatePage(request, response, made.page, made.status ?? status);
      } catch (error) {
        if (!(error instanceof RedirectError || error instanceof MovedError)) throw error;
        if (page.hasNotice) throw new ProblemError('not_found', 'the page of a refused form has moved');
        redirect(response, target, error);
      }
    },
    async shared(request, response, page, target) {
      const { editionPath, match, isMoved = false } = target;
      const whole = declaredQuery(page, target.query, log);
      const keyOf = (query: URLSearchParams): string =>
        pageKey({
          ...requests.askOf(request, { ...target, query }),
          locale: editionPath.edition.locale,
          prefix: editionPath.prefix,
          path: isMoved ? `moved ${editionPath.path}` : requestedPath(editionPath, match),
          isDemonstration: isDemonstration(),
          build,
          generation: generation(),
        });
      const choice = choiceIn(page, whole, log);
      const plain = choice && { query: choice.without, key: keyOf(choice.without) };
      const query = choice && plain && pageCache.isNoChoice(plain.key, choice.value) ? plain.query : whole;
      const key = keyOf(query);
      const make = async (): Promise<CacheableResult> => {
        const input = requests.open(requests.askOf(request, { ...target, query }));
        const { page: made, address, status = 200, choices = [] } = await makePage(page, input, editionPath, isMoved);
        const [, ownText] = address.split('?');
        const own = `${declaredQuery(page, new URLSearchParams(ownText), log)}`;
        // An unknown choice gives the page without it, which is not rendered again.
        const isPlain = plain !== null && own === `${plain.query}`;
        return {
          page: made,
          status,
          choices,
          key: isPlain ? plain.key : key,
          isCacheable: isPlain || own === `${query}`,
        };
      };
      try {
        const kept = await pageCache.get(key, request.notes, make);
        request.notes.page = kept.outcome;
        if (pageCache.isKept(kept.page)) admission.remember(request, kept.outcome);
        // The note that prices could not be checked is a header, so that the page's bytes do not change.
        const isOld = kept.outcome !== 'hit' && kept.page.madeOf.length > 0 && !needs.isAnswering();
        if (isOld) request.notes.oldness = texts.of(editionPath.edition).t('layout:old');
        writeSharedPage(request, response, kept.page, await bodyOf(request, kept.page), forCaches);
        await pageCache.served(kept.page);
      } catch (error) {
        if (error instanceof ProblemError && error.code === 'busy') admission.forget(request);
        if (!(error instanceof RedirectError || error instanceof MovedError)) throw error;
        redirect(response, target, error);
      }
    },
  };
}
