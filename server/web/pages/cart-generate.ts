import type { Request, Response } from 'express';
import type { GenerateBody } from '../../contract/carts.js';
import { ProblemError } from '../../contract/problem.js';
import { addressOf } from '../api/addresses.js';
import { cartAfter, keepCart } from '../api/calls/keep-cart.js';
import { sessionToBegin } from '../api/calls/session-cookie.js';
import { deliveryCountry, rawQuery } from '../http/place.js';
import { answerPage } from '../render/answer-page.js';
import { localPath } from '../routes/paths.js';
import type { Place } from '../routes/routes.js';
import type { Services } from '../services.js';
import { pendingCartPage } from './cart.page.js';
import { generatedItems } from './generated-items.js';

/** How a link was followed: by a person, by a machine that only looks ahead, or by a browser that does not say. */
function howFollowed(request: Request): 'person' | 'machine' | 'unknown' {
  if (request.method === 'POST') return 'person';
  const purpose = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => request.get(name) ?? '').join();
  if (request.method !== 'GET' || /prefetch|prerender|preview/i.test(purpose)) return 'machine';
  const [mode, target] = [request.get('sec-fetch-mode'), request.get('sec-fetch-dest')];
  if (mode === undefined) return 'unknown';
  return mode === 'navigate' && (target === undefined || target === 'document') ? 'person' : 'machine';
}

async function fill(services: Services, request: Request, response: Response, body: GenerateBody): Promise<void> {
  const { edition } = request.place;
  const audience = { locale: edition.locale, country: deliveryCountry(request, edition) };
  const address = addressOf('cartGenerate', audience);
  const session = sessionToBegin(services.secret, request);
  keepCart(services, request, response, await services.client.fetch(address, { ...session, body }));
}

/**
 * The link that fills a cart (D31). It changes something though it is a GET, so it does so only for a person who
 * really goes there. A browser that does not say how it came (older than Fetch Metadata) is shown the cart with a
 * button that posts the same link.
 */
export async function cartGenerate(
  services: Services,
  request: Request,
  response: Response,
  place: Place,
): Promise<void> {
  response.setHeader('Cache-Control', 'private, no-store');
  response.setHeader('X-Robots-Tag', 'noindex, nofollow');
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead && request.method !== 'POST') {
    response.setHeader('Allow', 'GET, HEAD, POST');
    throw new ProblemError('method');
  }
  const followed = howFollowed(request);
  if (followed === 'machine') return void response.status(204).end();
  const cart = localPath(place.edition, 'cart', {});
  const body = generatedItems(rawQuery(request));
  if (body && followed === 'person') await fill(services, request, response, body);
  if (!body) return response.redirect(303, place.prefix + cart);
  if (followed === 'person') return response.redirect(303, cartAfter(request, place));
  const page = pendingCartPage({ action: request.originalUrl, count: body.items.length, replace: body.replace });
  const match = { name: 'cart', params: {}, tail: null, rest: '/' } as const;
  const asked = { place: { ...place, path: cart }, match, query: new URLSearchParams() };
  await answerPage(services, request, response, page, asked);
}
