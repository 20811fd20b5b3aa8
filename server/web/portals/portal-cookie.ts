import type { CookieOptions, Request, Response } from 'express';
import { hostCookie, readHostCookie } from '../http/host-cookie.js';
import { isSigned, type SigningKeys, sign } from '../http/signing-keys.js';

/** Browsers send the cookie from pages of the portal only, hide it from scripts, and drop it when they close. */
const options = ({ secure }: Request): CookieOptions => ({ path: '/', httpOnly: true, sameSite: 'strict', secure });

/**
 * Keeps the session of a portal in a cookie.
 * @param name of the cookie
 * @param prefix of its sessions, which 43 characters follow
 * @param keys of signatures
 */
export function portalCookie(name: string, prefix: string, keys: SigningKeys) {
  const pattern = new RegExp(`^${prefix}_[\\w-]{43}$`);
  const textOf = (session: string): string => `${name}-form:${session}`;
  return {
    /** The proof that forms of a session carry; only the portal can compute it. */
    proofOf: (session: string): string => sign(keys, textOf(session)),
    /** The session of a request, unchecked; null without one. */
    of(request: Request): string | null {
      const sent = readHostCookie(request, name);
      return typeof sent === 'string' && pattern.test(sent) ? sent : null;
    },
    keep: (request: Request, response: Response, session: string): void =>
      void response.cookie(hostCookie(request, name), session, options(request)),
    drop: (request: Request, response: Response): void =>
      void response.clearCookie(hostCookie(request, name), options(request)),
    /** Whether a form comes from a page of the session. */
    isProof: (session: string, given: unknown): boolean =>
      typeof given === 'string' && isSigned(keys, textOf(session), given),
  };
}
