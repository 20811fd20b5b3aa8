import type { CookieOptions, Request, Response } from 'express';

const name = 'partavo';
const countName = 'cartCount';
/** Carts live thirty days after their last change (D71). */
const lifetime = 30 * 24 * 3600 * 1000;

const options = (request: Request): CookieOptions => ({
  path: '/',
  sameSite: 'lax',
  secure: request.secure,
  maxAge: lifetime,
});

/** The visitor's session, or null. The specification's `10` and anything as guessable is no session (D26). */
export function sessionOf(request: Request): string | null {
  const sid: unknown = request.cookies?.[name];
  return typeof sid === 'string' && /^[\w-]{16,64}$/.test(sid) ? sid : null;
}

/** Gives the visitor a session, or the one they have for another thirty days. */
export function keepSession(request: Request, response: Response, sid: string): void {
  response.cookie(name, sid, { ...options(request), httpOnly: true });
}

/** Tells the loader how many pieces are in the cart without a request (D57). */
export function tellCount(request: Request, response: Response, count: number): void {
  if (count > 0) response.cookie(countName, String(count), options(request));
  else response.clearCookie(countName, { path: '/', sameSite: 'lax', secure: request.secure });
}
