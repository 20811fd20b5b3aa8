import type { Request, Response } from 'express';
import { z } from 'zod';
import { modelId } from '../../contract/ids.js';
import { ownPath } from '../http/forms.js';
import { hostCookie, hostCookieOptions, readHostCookie } from '../http/host-cookie.js';

const name = 'login';
/** Milliseconds until an unfinished login expires. */
const lifetimeMs = 15 * 60 * 1000;
const freshName = 'freshLogin';

const memory = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Checked again on return, because a neighbouring host can plant cookies. */
  redirectUrl: z.string().refine((path) => ownPath(path) !== null),
  /** The vehicle that the visitor was about to save; null where they only logged in. */
  modelId: modelId.nullable(),
});
/** Data of a login that the browser keeps while the visitor is at the provider. */
export type LoginMemory = z.output<typeof memory>;

export function rememberLogin(request: Request, response: Response, login: LoginMemory): void {
  const text = Buffer.from(JSON.stringify(login)).toString('base64url');
  response.cookie(hostCookie(request, name), text, { ...hostCookieOptions(request), maxAge: lifetimeMs });
}

/** Returns the login that this browser has begun, and forgets it, so that its secrets serve once. Null without one. */
export function consumeLogin(request: Request, response: Response): LoginMemory | null {
  response.clearCookie(hostCookie(request, name), hostCookieOptions(request));
  try {
    return memory.parse(JSON.parse(Buffer.from(String(readHostCookie(request, name)), 'base64url').toString()));
  } catch {
    return null;
  }
}

/** Makes the provider ask for the password again after a logout, since others may use this browser. */
export function wantFreshLogin(request: Request, response: Response): void {
  response.cookie(hostCookie(request, freshName), '1', hostCookieOptions(request));
}
export const wantsFreshLogin = (request: Request): boolean => readHostCookie(request, freshName) === '1';
export function forgetFreshLogin(request: Request, response: Response): void {
  response.clearCookie(hostCookie(request, freshName), hostCookieOptions(request));
}
