import type { Request, Response } from 'express';

const name = 'account';
const lifetime = 30 * 24 * 3600 * 1000;

/**
 * Tells the loader that somebody is logged in, and which models they have saved, without a request on every page:
 * `in`, or `active.4711.4712` once something is saved (D27, D57). It is no proof of anything: what somebody may do is asked of their session.
 *
 * @param saved model ids; null = nobody is logged in.
 */
export function tellAccount(request: Request, response: Response, saved: readonly string[] | null): void {
  const options = { path: '/', sameSite: 'lax', secure: request.secure } as const;
  if (saved === null) response.clearCookie(name, options);
  else
    response.cookie(name, [saved.length > 0 ? 'active' : 'in', ...saved].join('.'), { ...options, maxAge: lifetime });
}

/** Somebody seems to be logged in. */
export const seemsLoggedIn = (request: Request): boolean => typeof request.cookies?.[name] === 'string';
