import type { Request, Response } from 'express';

const name = 'account';
const lifetime = 30 * 24 * 3600 * 1000;

/**
 * Tells the browser's loader, without a request on every page, that the visitor is logged in and which models they have
 * saved: `in`, or `active.4711.4712` once something is saved (D27, D57). It proves nothing: permissions are checked
 * against the session.
 *
 * @param saved model ids; null = nobody is logged in.
 */
export function setAccountCookie(request: Request, response: Response, saved: readonly string[] | null): void {
  const options = { path: '/', sameSite: 'lax', secure: request.secure } as const;
  if (saved === null) response.clearCookie(name, options);
  else
    response.cookie(name, [saved.length > 0 ? 'active' : 'in', ...saved].join('.'), { ...options, maxAge: lifetime });
}

/** Whether the cookie says that somebody is logged in; a hint, no proof. */
export const seemsLoggedIn = (request: Request): boolean => typeof request.cookies?.[name] === 'string';
