import { randomBytes } from 'node:crypto';
import type { CookieOptions, Request, Response } from 'express';
import { hostCookie, readHostCookie } from './host-cookie.js';
import { isSigned, type SigningKeys, sign } from './signing-keys.js';

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

/** Id and signature; the specification's `10` and anything as guessable is no session (D26). */
const shape = /^([\w-]{16,64})(?:\.([\w-]{43}))?$/;
const textOf = (sid: string): string => `session:${sid}`;

const read = (request: Request): [sid: string, signature: string] | null => {
  // Sessions of before the prefix go on under it with their next write.
  const sent: unknown = readHostCookie(request, name) ?? request.cookies?.[name];
  const [, sid, signature = ''] = (typeof sent === 'string' && shape.exec(sent)) || [];
  return sid === undefined ? null : [sid, signature];
};

/** The session that the visitor names, or null. Whether there is one of that name, the marketplace knows. */
export const sessionOf = (request: Request): string | null => read(request)?.[0] ?? null;

/** The same if the shop has signed it: it then names a visitor before anything is stored about them (D79). */
export function signedSessionOf(keys: SigningKeys, request: Request): string | null {
  const [sid, signature] = read(request) ?? [];
  if (sid === undefined || !signature) return null;
  return isSigned(keys, textOf(sid), signature) ? sid : null;
}

/** A new session, not stored yet: 128 random bits. */
export const newSession = (): string => randomBytes(16).toString('base64url');

/** What a write of the cart tells of the session: its id, and whether it may begin with it. */
export const sessionToBegin = (keys: SigningKeys, request: Request): { session?: string; isSigned?: true } => {
  const session = sessionOf(request);
  if (session === null) return {};
  return signedSessionOf(keys, request) === null ? { session } : { session, isSigned: true };
};

/** Sets the visitor's session cookie, or renews it for another thirty days. @returns it as the cookie holds it */
export function keepSession(keys: SigningKeys, request: Request, response: Response, sid: string): string {
  const value = `${sid}.${sign(keys, textOf(sid))}`;
  response.cookie(hostCookie(request, name), value, { ...options(request), httpOnly: true });
  if (request.secure && request.cookies?.[name] !== undefined)
    response.clearCookie(name, { path: '/', sameSite: 'lax', secure: true });
  return value;
}

/** Whether the browser has sent no cookie at all: it refuses cookies, or is here for the first time. */
export const sendsNoCookie = (request: Request): boolean => !request.get('cookie');

/** Tells the loader how many pieces are in the cart without a request (D57). */
export function setCountCookie(request: Request, response: Response, count: number): void {
  if (count > 0) response.cookie(countName, String(count), options(request));
  else response.clearCookie(countName, { path: '/', sameSite: 'lax', secure: request.secure });
}
