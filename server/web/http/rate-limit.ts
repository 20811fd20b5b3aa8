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
      /** Seconds until the client's bucket holds a page again (D55); 0 = it does. Told on /bot. */
      secondsUntilFree: number;
    }
  }
}

/** Name of the cookie of a person who went on by the button of /bot (D12). */
export const passCookie = 'person';

/**
 * Times the bucket of one client that all passes used from one address have together: people behind it are several, and
 * a robot that solves one proof of work after the other gets no more than that.
 */
const peopleShare = 4;

/**
 * Times the bucket of pages that a client has for new drawings: a page shows a few dozen, nearly all of them kept by
 * browser or shop, and one costs about as much as a page.
 */
const drawingShare = 4;

/** Carts are changed by persons, and pictures are files; drawings that must be made count elsewhere (D55). */
const isExempt = (request: Request, path: string): boolean =>
  (request.method === 'POST' && path.startsWith('/api/Warenkorb/')) || /^\/api\/(?:Bilder|Fotos)\//.test(path);

interface LimitNeeds {
  /** Web tiers among which requests are spread. */
  tiers: number;
  keys: SigningKeys;
  clock: Clock;
}

/**
 * Takes one page out of the client's bucket for every request (D55). A read with an empty bucket is led to /bot and back
 * from there; a call, and a form, which would lose what it carries, get 429. A person with a pass has a bucket of their own, so that a busy neighbour behind the same address is not in the way,
 * and shares one with all the passes of that address.
 *
 * @param limit pages that a bucket holds; 0: nobody is limited.
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

/** @throws ProblemError `too_many` for a client that may have no more new drawings now */
export type LimitDrawing = (request: Pick<Request, 'ip'>, response: Response) => void;

/** Takes a new drawing out of its own bucket: as addresses carry measures, nobody ever runs out of new ones. */
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

/** New carts that a client makes at once, and gets back a second: what it can make the store keep in a day (D86). */
const newCarts = { atOnce: 60, refill: 1 / 12 };

export interface NewCartLimit {
  /**
   * Does a write that may make a cart, if the client has one left, and takes it where it has made one.
   * @param write told that it may make none
   */
  guard<R extends { session: string | null }>(
    request: Request,
    write: (mayNotBegin: boolean) => Promise<R>,
  ): Promise<R>;
}

/** A person with a pass has a bucket of their own, as for pages. @param isOn as pages are limited at all */
export function newCartLimit({ isOn, tiers, keys, clock }: LimitNeeds & { isOn: boolean }): NewCartLimit {
  const clients = new TokenBuckets(newCarts.atOnce, clock, newCarts.refill, tiers);
  return {
    async guard(request, write) {
      const pass = passName(keys, readHostCookie(request, passCookie), clock.now());
      const client = pass ?? `address ${clientOf(request.ip ?? '')}`;
      // Taken before, since others come meanwhile.
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
