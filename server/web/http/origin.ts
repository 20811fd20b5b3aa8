import type { Request, RequestHandler } from 'express';
import { ProblemError } from '../../contract/problem.js';

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

function isForeign(request: Request, ownOrigins: ReadonlySet<string>): boolean {
  const site = request.get('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const origin = request.get('origin');
  if (origin === undefined) return false;
  // A page without referrer sends `null`. Then `Sec-Fetch-Site` decides.
  if (origin === 'null') return site === undefined;
  const url = URL.parse(origin);
  if (url === null || (request.secure && url.protocol !== 'https:')) return true;
  return url.host !== request.host && !ownOrigins.has(url.origin);
}

/**
 * Refuses writes that do not come from the shop's own pages, by `Sec-Fetch-Site` and `Origin` (D28). A client that
 * sends neither is no browser, so it has no visitor's cookies.
 */
export function originCheck(ownOrigins: ReadonlySet<string>): RequestHandler {
  return (request, _response, next) => {
    if (!reads.has(request.method) && isForeign(request, ownOrigins)) throw new ProblemError('origin');
    next();
  };
}

/** Returns whether the navigation came from this origin, by `Sec-Fetch-Site`, in older browsers by the referrer. */
export function isSameOriginNavigation(request: Request): boolean {
  const site = request.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  return URL.parse(request.get('referer') ?? '')?.host === request.host;
}
