import type { Request, Response } from 'express';
import { ProblemError } from '../api/contract.js';
import type { Received } from '../api/upstream.js';
import type { Services } from '../services.js';
import { keepSession, sessionOf, tellCount } from './session-cookie.js';

/** Keeps what a change of the cart has made for the visitor: a session for another thirty days, and the new count. */
export function keepCart({ secret }: Services, request: Request, response: Response, received: Received): void {
  const kept = received.session ?? sessionOf(request);
  if (kept) keepSession(secret, request, response, kept);
  const { cartData } = JSON.parse(received.body.toString()) as { cartData?: { countArticles?: unknown } };
  if (typeof cartData?.countArticles !== 'number') throw new ProblemError('upstream', 'cart without a count');
  tellCount(request, response, cartData.countArticles);
}
