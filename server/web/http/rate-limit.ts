import type { Request, RequestHandler, Response } from 'express';
import { ProblemError } from '../../contract/problem.js';
import { rawPath } from './edition-path.js';
import { passName } from './rate-limit/pass.js';
import { clientOf, pageRefill, TokenBuckets } from './rate-limit/token-buckets.js';

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

/** Changes of the cart are a person's work, and pictures are files, of which those that must be drawn count elsewhere (D55). */
const isExempt = (request: Request, path: string): boolean =>
  (request.method === 'POST' && path.startsWith('/api/Warenkorb/')) || /^\/api\/(?:Bilder|Fotos)\//.test(path);

/**
 * One page out of the client's bucket for every request (D55). A read with an empty bucket is led to /bot and back
 * from there; a call, and a form, which would lose what it carries, get 429. A person with a pass has a bucket of
 * their own, so that a busy neighbour behind the same address is not in the way, and shares one with all the passes of
 * that address.
 *
 * @param limit pages that a bucket holds; 0: nobody is limited.
 */
export function limitRate({ limit, secret }: { limit: number; secret: string }): RequestHandler {
  const clients = new TokenBuckets(limit);
  const passes = new TokenBuckets(limit);
  const people = new TokenBuckets(limit * peopleShare, Date.now, pageRefill * peopleShare);
  return (request, response, next) => {
    request.secondsUntilFree = 0;
    const path = rawPath(request);
    if (limit === 0 || isExempt(request, path)) return next();
    const client = clientOf(request.ip ?? '');
    const pass = passName(secret, request.cookies?.[passCookie]);
    const secondsUntilFree = (): number =>
      pass
        ? Math.max(passes.secondsUntilFree(pass), people.secondsUntilFree(client))
        : clients.secondsUntilFree(client);
    if (request.editionPath.path === '/bot') {
      request.secondsUntilFree = secondsUntilFree();
      return next();
    }
    const isFree = secondsUntilFree() === 0;
    if (isFree && (pass ? passes.take(pass) && people.take(client) : clients.take(client))) return next();
    request.notes.route = `limited___${request.editionPath.edition.locale}`;
    response.setHeader('Retry-After', String(Math.max(1, secondsUntilFree())));
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (path.startsWith('/api/') || !isRead) throw new ProblemError('too_many');
    response.setHeader('Cache-Control', 'private, no-store');
    const back = encodeURIComponent(request.originalUrl.slice(0, 2048));
    response.redirect(302, `${request.editionPath.prefix}/bot?back=${back}`);
  };
}

/** @throws ProblemError `too_many` for a client that may have no more new drawings now */
export type LimitDrawing = (request: Pick<Request, 'ip'>, response: Response) => void;

/**
 * Takes a drawing that has to be made out of a bucket that each client has for them: their addresses carry measures, so
 * that nobody runs out of new ones.
 *
 * @param limit pages that a client's bucket holds
 */
export function drawingLimit(limit: number): LimitDrawing {
  const share = limit * drawingShare;
  const clients = new TokenBuckets(share, Date.now, pageRefill * drawingShare);
  return (request, response) => {
    const client = clientOf(request.ip ?? '');
    if (share === 0 || clients.take(client)) return;
    response.setHeader('Retry-After', String(Math.max(1, clients.secondsUntilFree(client))));
    throw new ProblemError('too_many');
  };
}
