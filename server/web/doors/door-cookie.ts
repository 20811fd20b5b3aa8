import type { CookieOptions, Request, Response } from 'express';
import { hostCookie, readHostCookie } from '../http/host-cookie.js';
import { isSigned, type SigningKeys, sign } from '../http/signing-keys.js';

/** Sent from pages of the door alone, and never to a script; it ends with the browser. */
const options = ({ secure }: Request): CookieOptions => ({ path: '/', httpOnly: true, sameSite: 'strict', secure });

/**
 * How a door knows who has signed in.
 * @param name of the cookie
 * @param prefix of its sessions, which 43 characters follow
 * @param keys of signatures
 */
export function doorCookie(name: string, prefix: string, keys: SigningKeys) {
  const pattern = new RegExp(`^${prefix}_[\\w-]{43}$`);
  const textOf = (session: string): string => `${name}-form:${session}`;
  return {
    /** What forms of a session carry: nobody else can know it, so that a form with it is one of ours. */
    proofOf: (session: string): string => sign(keys, textOf(session)),
    /** The session of a request, unchecked; null where there is none. */
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
