import express, { type RequestHandler } from 'express';
import { ProblemError } from '../../contract/problem.js';
import type { Refusals } from '../api/calls/cart.js';
import type { Client } from '../api/client.js';
import { audienceOf, field, queryOf } from '../http/audience.js';
import { settle } from '../http/forms.js';
import { sessionOf } from '../http/session-cookie.js';
import type { Routes } from '../routes/routes.js';
import { type CheckoutSettings, cartNow, checkoutOf, signShown } from './checkout.js';
import { handedCart, isStillSo } from './signed-cart.js';

interface Needs {
  client: Client;
  env: CheckoutSettings;
  routes: Routes;
  refusals: Refusals;
}

/** A signed cart of 250 lines has about 100 kB; nothing else is sent here. */
export const readSignedCart: RequestHandler = express.urlencoded({ limit: '256kb', inflate: false, extended: false });

/** The visitor's cart, signed as it is now, for a page whose cart has been changed in place. */
export function signedCart({ client, env }: Pick<Needs, 'client' | 'env'>): RequestHandler {
  return async (request, response) => {
    response.setHeader('Cache-Control', 'private, no-store');
    const audience = audienceOf(request, queryOf(request));
    request.notes.route = `api.signedCart___${audience.locale}`;
    const checkout = checkoutOf(env, audience.locale);
    if (!checkout) throw new ProblemError('not_found', 'no checkout is configured');
    const session = sessionOf(request);
    const cart =
      session && (await signShown(await cartNow(client.for(audience), session), audience, session, checkout));
    response.json({ cart });
  };
}

/**
 * Leads to the checkout (D68). The cart is read again: while it is what the visitor has been shown, 307 lets the browser
 * post the same signed cart on; once a price or the content has changed, the visitor is shown the cart as it is now.
 */
export function handOver({ client, env, routes, refusals }: Needs): RequestHandler {
  return async (request, response) => {
    response.setHeader('Cache-Control', 'private, no-store');
    const audience = audienceOf(request, queryOf(request));
    settle(routes, request, audience);
    request.notes.route = `api.handOver___${audience.locale}`;
    const checkout = checkoutOf(env, audience.locale);
    if (!checkout) throw new ProblemError('not_found', 'no checkout is configured');
    const session = sessionOf(request);
    const shown = field(request.body, 'cart');
    const now = session && handedCart(await cartNow(client.for(audience), session), audience.locale, audience.country);
    if (session && now && typeof shown === 'string' && (await isStillSo(shown, now, session, checkout))) {
      return response.redirect(307, checkout.address);
    }
    const error = new ProblemError('cart_changed', 'not the cart that was shown');
    await refusals.cart(request, response, error, null);
  };
}
