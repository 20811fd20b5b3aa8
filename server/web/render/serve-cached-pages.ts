import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Express, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { Admission } from '../admission/admission.js';
import type { PageCache } from '../cache/page-cache.js';
import type { EditionChoice } from '../http/choose-edition.js';
import { describeError } from '../http/log.js';
import { events } from '../http/log-events.js';
import type { RateLimit } from '../http/rate-limit.js';
import { hasOneHost } from '../http/security.js';
import type { CachedAddresses } from './cached-addresses.js';
import { bodyAtHand, type CachesInFront, writeSharedPage } from './write-page.js';

interface Needs {
  /** Answers all other requests. */
  app: Express;
  addresses: CachedAddresses;
  pageCache: PageCache;
  forCaches: CachesInFront;
  admission: Pick<Admission, 'remember'>;
  rateLimit: RateLimit;
  editionChoice: EditionChoice;
  readCookies: RequestHandler;
  logRequest: RequestHandler;
  log: Logger;
  /** Handlers of every page that do nothing but set headers, in the order of the app. */
  headers: readonly RequestHandler[];
}

const next = (): void => {};

/**
 * Answers a read of a page that is in the cache and fresh before all that finds out what a request may be otherwise,
 * which takes much longer than the answer. First it is decided, without a trace, whether the app would answer so; then
 * the same handlers as in the app do it: one log line, the same headers, one page out of the client's bucket.
 */
export function serveCachedPages({
  app,
  addresses,
  pageCache,
  forCaches,
  admission,
  rateLimit,
  editionChoice,
  readCookies,
  logRequest,
  log,
  headers,
}: Needs): RequestListener {
  function isAnswered(message: IncomingMessage, reply: ServerResponse): boolean {
    const { method, headers: sent } = message;
    if (method !== 'GET' && method !== 'HEAD') return false;
    if (sent['content-length'] !== undefined || sent['transfer-encoding'] !== undefined) return false;
    // What the app would do first.
    const request: Request = Object.setPrototypeOf(message, app.request);
    const response: Response = Object.setPrototypeOf(reply, app.response);
    request.originalUrl = request.url;
    readCookies(request, response, next);
    const address = hasOneHost(request) ? addresses.of(request) : undefined;
    const page = address && pageCache.fresh(address.key);
    const body = page && bodyAtHand(request, page);
    if (!body || !editionChoice.isHere(request) || !rateLimit.take(request)) return false;
    logRequest(request, response, () => {
      request.editionPath = address.editionPath;
      for (const set of headers) set(request, response, next);
      request.notes.route = address.route;
      request.notes.page = 'hit';
      admission.remember(request, 'hit');
      writeSharedPage(request, response, page, body, forCaches);
      void pageCache.served(page);
    });
    return true;
  }
  return (message, response) => {
    try {
      if (!isAnswered(message, response)) app(message, response);
    } catch (error) {
      // Nobody else catches what is thrown here, and one request ends no process.
      log.error({ error: describeError(error) }, events.requestFailed);
      if (!response.headersSent) response.statusCode = 500;
      response.end();
    }
  };
}
