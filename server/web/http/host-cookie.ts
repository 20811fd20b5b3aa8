import type { Request } from 'express';

/**
 * Returns the name of a cookie that identifies a visitor. Over TLS its prefix makes browsers accept it from this host
 * only, so no other host can plant one (RFC 6265bis, 4.1.3.2). It needs path `/`, `Secure` and no domain.
 */
export const hostCookie = ({ secure }: Pick<Request, 'secure'>, name: string): string =>
  secure ? `__Host-${name}` : name;

/** Options of such a cookie; scripts cannot read it. */
export const hostCookieOptions = ({ secure }: Pick<Request, 'secure'>) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure }) as const;

/** Returns the value of such a cookie, unchecked. */
export const readHostCookie = (request: Pick<Request, 'secure' | 'cookies'>, name: string): unknown =>
  request.cookies?.[hostCookie(request, name)];
