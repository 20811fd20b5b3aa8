import express, { type RequestHandler } from 'express';
import { ProblemError } from '../../../contract/problem.js';
import { cartNow, checkoutOf, signShown } from '../../checkout/checkout.js';
import { handedCart, isStillSo } from '../../checkout/signed-cart.js';
import { settle } from '../../http/forms.js';
import type { Services } from '../../services.js';
import { audienceOf, field, queryOf } from '../audience.js';
import { showOnCart } from './cart-write.js';
import { sessionOf } from './session-cookie.js';

/** A signed cart of 250 lines has about 100 kB; nothing else is sent here. */
export const readSignedCart: RequestHandler = express.urlencoded({ limit: '256kb', inflate: false, extended: false });

/** The visitor's cart, signed as it is now, for a page whose cart has been changed in place. */
export function signedCart({ client, env }: Services): RequestHandler {
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
export function handOver(services: Services): RequestHandler {
  const { client, env, routes } = services;
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
    await showOnCart(services, request, response, new ProblemError('cart_changed', 'not the cart that was shown'));
  };
}
