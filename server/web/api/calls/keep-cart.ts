import type { Request, Response } from 'express';
import { ProblemError } from '../../../contract/problem.js';
import { localPath } from '../../routes/paths.js';
import type { Place } from '../../routes/routes.js';
import type { Services } from '../../services.js';
import type { Received } from '../upstream.js';
import { keepSession, sessionOf, tellCount } from './session-cookie.js';

/**
 * Where a form that has changed the cart leads. Whoever had no session before the change is asked there whether the
 * browser has kept the one that came with it: `new` says so to the cart's page.
 */
export const cartAfter = (request: Request, { edition, prefix }: Place): string =>
  `${prefix}${localPath(edition, 'cart', {})}${sessionOf(request) ? '' : '?new=1'}`;

/** Keeps what a change of the cart has made for the visitor: a session for another thirty days, and the new count. */
export function keepCart({ secret }: Services, request: Request, response: Response, received: Received): void {
  const kept = received.session ?? sessionOf(request);
  if (kept) keepSession(secret, request, response, kept);
  const { cartData } = JSON.parse(received.body.toString()) as { cartData?: { countArticles?: unknown } };
  if (typeof cartData?.countArticles !== 'number') throw new ProblemError('upstream', 'cart without a count');
  tellCount(request, response, cartData.countArticles);
}
