import type { Request, Response } from 'express';

const name = 'account';
const lifetimeMs = 30 * 24 * 3600 * 1000;

/**
 * Shows the browser's loader that the visitor is logged in and which models they have saved, without a request on every
 * page. The value is `in`, or `active.4711.4712` (D27, D57). It proves nothing: the session decides on permissions.
 *
 * @param saved model ids; null if nobody is logged in
 */
export function setAccountCookie(request: Request, response: Response, saved: readonly string[] | null): void {
  const options = { path: '/', sameSite: 'lax', secure: request.secure } as const;
  if (saved === null) response.clearCookie(name, options);
  else
    response.cookie(name, [saved.length > 0 ? 'active' : 'in', ...saved].join('.'), { ...options, maxAge: lifetimeMs });
}

/** Whether the cookie says that somebody is logged in; a hint, no proof. */
export const seemsLoggedIn = (request: Request): boolean => typeof request.cookies?.[name] === 'string';
