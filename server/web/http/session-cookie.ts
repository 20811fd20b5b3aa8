import { randomBytes } from 'node:crypto';
import type { CookieOptions, Request, Response } from 'express';
import { hostCookie, readHostCookie } from './host-cookie.js';
import { isSigned, type SigningKeys, sign } from './signing-keys.js';

const name = 'partavo';
const countName = 'cartCount';
/** Milliseconds: carts live thirty days after their last change (D71). */
const lifetimeMs = 30 * 24 * 3600 * 1000;

const options = (request: Request): CookieOptions => ({
  path: '/',
  sameSite: 'lax',
  secure: request.secure,
  maxAge: lifetimeMs,
});

/** Id and signature. Guessable values such as the specification's `10` are no session (D26). */
const shape = /^([\w-]{16,64})(?:\.([\w-]{43}))?$/;
const textOf = (sid: string): string => `session:${sid}`;

const read = (request: Request): [sid: string, signature: string] | null => {
  // Sessions from before the prefix get it with their next write.
  const sent: unknown = readHostCookie(request, name) ?? request.cookies?.[name];
  const [, sid, signature = ''] = (typeof sent === 'string' && shape.exec(sent)) || [];
  return sid === undefined ? null : [sid, signature];
};

/** Returns the session id in the cookie, or null. Only the marketplace knows whether the session exists. */
export const sessionOf = (request: Request): string | null => read(request)?.[0] ?? null;

/** Returns the same id if the shop signed it. It then identifies a visitor before anything is stored (D79). */
export function signedSessionOf(keys: SigningKeys, request: Request): string | null {
  const [sid, signature] = read(request) ?? [];
  if (sid === undefined || !signature) return null;
  return isSigned(keys, textOf(sid), signature) ? sid : null;
}

/** Returns a new session id of 128 random bits; nothing is stored. */
export const newSession = (): string => randomBytes(16).toString('base64url');

/** Returns what a write of the cart sends about the session: its id, and whether the write may create it. */
export const sessionToBegin = (keys: SigningKeys, request: Request): { session?: string; isSigned?: true } => {
  const session = sessionOf(request);
  if (session === null) return {};
  return signedSessionOf(keys, request) === null ? { session } : { session, isSigned: true };
};

/** Sets the session cookie for another thirty days. @returns its value */
export function keepSession(keys: SigningKeys, request: Request, response: Response, sid: string): string {
  const value = `${sid}.${sign(keys, textOf(sid))}`;
  response.cookie(hostCookie(request, name), value, { ...options(request), httpOnly: true });
  if (request.secure && request.cookies?.[name] !== undefined)
    response.clearCookie(name, { path: '/', sameSite: 'lax', secure: true });
  return value;
}

/** Returns whether the browser sent no cookie at all: it refuses cookies, or this is its first request. */
export const sendsNoCookie = (request: Request): boolean => !request.get('cookie');

/** Sets the cookie by which the loader shows the number of pieces in the cart without a request (D57). */
export function setCountCookie(request: Request, response: Response, count: number): void {
  if (count > 0) response.cookie(countName, String(count), options(request));
  else response.clearCookie(countName, { path: '/', sameSite: 'lax', secure: request.secure });
}
