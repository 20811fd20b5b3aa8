import type { Request, RequestHandler, Response } from 'express';
import type { Clock } from '../../clock/clock.js';
import { ProblemError } from '../../contract/problem.js';
import { rawPath } from './edition-path.js';
import { readHostCookie } from './host-cookie.js';
import { passName } from './pass.js';
import type { SigningKeys } from './signing-keys.js';
import { clientOf, pageRefill, TokenBuckets } from './token-buckets.js';

declare global {
  namespace Express {
    interface Request {
      /** Seconds until the client's bucket holds a page again (D55); 0 if it holds one. The page /bot shows them. */
      secondsUntilFree: number;
    }
  }
}

/** Cookie of a person who passed /bot (D12). */
export const passCookie = 'person';

/**
 * Size of the bucket that all passes of one address share, as a multiple of a client's. It limits a robot that solves
 * one proof of work after another, and leaves room for several people.
 */
const peopleShare = 4;

/**
 * Size of a client's bucket of new drawings, as a multiple of its bucket of pages. A page shows a few dozen drawings,
 * nearly all cached. Rendering one costs about as much as a page.
 */
const drawingShare = 4;

/**
 * Returns whether a request is exempt: persons write carts, pictures are files. Drawings have their own limit (D55).
 */
const isExempt = (request: Request, path: string): boolean =>
  (request.method === 'POST' && path.startsWith('/api/Warenkorb/')) || /^\/api\/(?:Bilder|Fotos)\//.test(path);

interface LimitNeeds {
  /** Number of web tiers among which requests are spread. */
  tiers: number;
  keys: SigningKeys;
  clock: Clock;
}

/**
 * Limits requests by one page from the client's bucket each (D55). With an empty bucket, a read is redirected to /bot
 * and back from there. Calls get 429, and so do forms, whose content a redirect would lose. A person with a pass has a
 * bucket of their own, so that a busy neighbour behind the same address does not block them. All passes of an address
 * share another one.
 *
 * @param limit pages that a bucket holds; 0 turns the limit off
 */
export function createRateLimit({ limit, tiers, keys, clock }: LimitNeeds & { limit: number }): RequestHandler {
  const clients = new TokenBuckets(limit, clock, pageRefill, tiers);
  const passes = new TokenBuckets(limit, clock, pageRefill, tiers);
  const people = new TokenBuckets(limit * peopleShare, clock, pageRefill * peopleShare, tiers);
  const isOff = limit === 0;
  const passOf = (request: Request): string | null => passName(keys, readHostCookie(request, passCookie), clock.now());
  const secondsUntilFree = (request: Request): number => {
    const client = clientOf(request.ip ?? '');
    const pass = passOf(request);
    return pass
      ? Math.max(passes.secondsUntilFree(pass), people.secondsUntilFree(client))
      : clients.secondsUntilFree(client);
  };
  const take = (request: Request): boolean => {
    const client = clientOf(request.ip ?? '');
    const pass = passOf(request);
    if (!pass) return clients.take(client);
    return people.secondsUntilFree(client) === 0 && passes.take(pass) && people.take(client);
  };
  return (request, response, next) => {
    request.secondsUntilFree = 0;
    const path = rawPath(request);
    if (isOff || isExempt(request, path)) return next();
    if (request.editionPath.path === '/bot') {
      request.secondsUntilFree = secondsUntilFree(request);
      return next();
    }
    if (take(request)) return next();
    request.notes.route = `limited___${request.editionPath.edition.locale}`;
    response.setHeader('Retry-After', String(Math.max(1, secondsUntilFree(request))));
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (path.startsWith('/api/') || !isRead) throw new ProblemError('too_many');
    response.setHeader('Cache-Control', 'private, no-store');
    const back = encodeURIComponent(request.originalUrl.slice(0, 2048));
    response.redirect(302, `${request.editionPath.prefix}/bot?back=${back}`);
  };
}

/** @throws ProblemError `too_many` if the client's bucket of drawings is empty */
export type LimitDrawing = (request: Pick<Request, 'ip'>, response: Response) => void;

/** Limits new drawings. Their addresses contain measures, so a client can always ask for another one. */
export function drawingLimit(limit: number, tiers: number, clock: Clock): LimitDrawing {
  const share = limit * drawingShare;
  const clients = new TokenBuckets(share, clock, pageRefill * drawingShare, tiers);
  return (request, response) => {
    const client = clientOf(request.ip ?? '');
    if (share === 0 || clients.take(client)) return;
    response.setHeader('Retry-After', String(Math.max(1, clients.secondsUntilFree(client))));
    throw new ProblemError('too_many');
  };
}

/** New carts that a client may make at once, and per second afterwards. They bound the growth of the store (D86). */
const newCarts = { atOnce: 60, refill: 1 / 12 };

export interface NewCartLimit {
  /**
   * Runs a write that may create a cart, and charges the client's bucket only if it did.
   * @param write receives whether it must not create one
   */
  guard<R extends { session: string | null }>(
    request: Request,
    write: (mayNotBegin: boolean) => Promise<R>,
  ): Promise<R>;
}

/** Limits new carts. A person with a pass has a bucket of their own. @param isOn whether pages are limited at all */
export function newCartLimit({ isOn, tiers, keys, clock }: LimitNeeds & { isOn: boolean }): NewCartLimit {
  const clients = new TokenBuckets(newCarts.atOnce, clock, newCarts.refill, tiers);
  return {
    async guard(request, write) {
      const pass = passName(keys, readHostCookie(request, passCookie), clock.now());
      const client = pass ?? `address ${clientOf(request.ip ?? '')}`;
      // Taken before the write, because other requests arrive meanwhile.
      const isTaken = isOn && clients.take(client);
      let isMade = false;
      try {
        const written = await write(isOn && !isTaken);
        isMade = written.session !== null;
        return written;
      } finally {
        if (isTaken && !isMade) clients.giveBack(client);
      }
    },
  };
}
