import type { Request, RequestHandler } from 'express';
import { ProblemError } from '../api/contract.js';
import { Buckets, clientOf } from '../rate-limit/buckets.js';
import { passName } from '../rate-limit/pass.js';
import type { Services } from '../services.js';
import { rawPath } from './place.js';

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

/** Changes of the cart are a person's work, and pictures are files (D55). */
const isExempt = (request: Request, path: string): boolean =>
  (request.method === 'POST' && path.startsWith('/api/Warenkorb/')) || path.startsWith('/api/Bilder/');

/**
 * One page out of the client's bucket for every request (D55). A read with an empty bucket is led to /bot and back
 * from there; a call, and a form, which would lose what it carries, get 429. A person with a pass has a bucket of
 * their own, so that a busy neighbour behind the same address is not in the way.
 */
export function limitRate({ env, secret }: Services): RequestHandler {
  const buckets = env.RATE_LIMIT > 0 ? new Buckets(env.RATE_LIMIT) : null;
  return (request, response, next) => {
    request.secondsUntilFree = 0;
    const path = rawPath(request);
    if (!buckets || isExempt(request, path)) return next();
    const pass = passName(secret, request.cookies?.[passCookie]);
    const client = pass ? `pass:${pass}` : clientOf(request.ip ?? '');
    if (request.place.path === '/bot') {
      request.secondsUntilFree = buckets.secondsUntilFree(client);
      return next();
    }
    if (buckets.take(client)) return next();
    request.notes.route = `limited___${request.place.edition.locale}`;
    response.setHeader('Retry-After', String(Math.max(1, buckets.secondsUntilFree(client))));
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (path.startsWith('/api/') || !isRead) throw new ProblemError('too_many');
    response.setHeader('Cache-Control', 'private, no-store');
    const back = encodeURIComponent(request.originalUrl.slice(0, 2048));
    response.redirect(302, `${request.place.prefix}/bot?back=${back}`);
  };
}
