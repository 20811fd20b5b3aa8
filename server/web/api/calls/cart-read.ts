import type { RequestHandler } from 'express';
import type { Services } from '../../services.js';
import { addressOf } from '../addresses.js';
import { audienceOf, queryOf } from '../audience.js';
import { emptyCart, emptyPlans } from './empty-cart.js';
import { sessionOf } from './session-cookie.js';

const empty = { cart: { cartData: emptyCart, undo: null }, cartCount: { countArticles: 0 }, cartOptimise: emptyPlans };

/** The visitor's cart, or its count. Who has no session has an empty cart, and nobody is asked for it (D26, D57). */
export function cartRead({ client }: Services, operation: 'cart' | 'cartCount' | 'cartOptimise'): RequestHandler {
  return async (request, response) => {
    response.setHeader('Cache-Control', 'private, no-store');
    const audience = audienceOf(request, queryOf(request));
    request.notes.route = `api.${operation}___${audience.locale}`;
    const session = sessionOf(request);
    if (!session) {
      response.json(empty[operation]);
      return;
    }
    const { body } = await client.fetch(addressOf(operation, { ...audience }), { session });
    response.type('application/json').send(body);
  };
}
