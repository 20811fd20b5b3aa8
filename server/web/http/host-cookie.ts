import type { Request } from 'express';

/**
 * Name of a cookie that says who somebody is: over TLS with a prefix by which browsers take it from this very host
 * only, so that no neighbouring host can plant one (RFC 6265bis, 4.1.3.2). Set it with path `/`, `Secure` and no
 * domain.
 */
export const hostCookie = ({ secure }: Pick<Request, 'secure'>, name: string): string =>
  secure ? `__Host-${name}` : name;

/** Options of such a cookie, which no script may read. */
export const hostCookieOptions = ({ secure }: Pick<Request, 'secure'>) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure }) as const;

/** The value of such a cookie, unchecked. */
export const readHostCookie = (request: Pick<Request, 'secure' | 'cookies'>, name: string): unknown =>
  request.cookies?.[hostCookie(request, name)];
