import express, { type RequestHandler } from 'express';
import { decodeJwt } from 'jose';
import type { Logger } from 'pino';
import type { Clock } from '../../clock/clock.js';
import { cents, toEuros } from '../../contract/money.js';
import { ProblemError } from '../../contract/problem.js';
import type { SignedCart } from '../../contract/signed-cart.js';
import type { Refusals } from '../api/calls/cart.js';
import type { Api, Client } from '../api/client.js';
import { audienceOf, field } from '../http/audience.js';
import { signedCartForm } from '../http/connections.js';
import { validate } from '../http/forms.js';
import { describeError } from '../http/log.js';
import { events } from '../http/log-events.js';
import { sessionOf } from '../http/session-cookie.js';
import type { Routes } from '../routes/routes.js';
import { type CheckoutSettings, checkoutOf, isUnchanged, readCartToSign, signShown, toSign } from './signed-cart.js';

interface Needs {
  client: Client;
  env: CheckoutSettings;
  routes: Routes;
  refusals: Refusals;
  log: Logger;
  clock: Clock;
}

/** Reads the one form that this address accepts. */
export const readSignedCart: RequestHandler = express.urlencoded({
  limit: signedCartForm.bytes,
  inflate: false,
  extended: false,
});

/** Answers the visitor's current cart, signed, for a page that changed its cart in place. */
export function signedCart({ client, env, clock }: Pick<Needs, 'client' | 'env' | 'clock'>): RequestHandler {
  return async (request, response) => {
    response.setHeader('Cache-Control', 'private, no-store');
    const audience = audienceOf(request);
    request.notes.route = `api.signedCart___${audience.locale}`;
    const checkout = checkoutOf(env, audience.locale);
    if (!checkout) throw new ProblemError('not_found', 'no checkout is configured');
    const session = sessionOf(request);
    const read = session && (await readCartToSign(client.for(audience), session));
    const cart = session && read && (await signShown(read, audience, session, checkout, clock));
    response.json({ cart });
  };
}

/** Reports the cart to the marketplace. A failure does not stop the purchase. */
async function reportCheckout(
  api: Api,
  log: Logger,
  signed: string,
  { lines, shops, priceTotal }: SignedCart,
): Promise<void> {
  const body = {
    id: decodeJwt(signed).jti ?? '',
    lines: lines.length,
    pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    shops: shops.map(({ id }) => id),
    priceTotal: toEuros(cents(priceTotal)),
  };
  await api.call('cartHandedOver', body, { body }).catch((error: unknown) => {
    log.warn({ error: describeError(error) }, events.checkoutNotReported);
  });
}

/**
 * Redirects to the checkout (D68). It reads the cart again. If the visitor saw the same cart, a 307 makes the browser
 * post the signed cart to the checkout. If price or content changed, the visitor sees the current cart instead.
 */
export function checkoutHandoff({ client, env, routes, refusals, log, clock }: Needs): RequestHandler {
  return async (request, response) => {
    response.setHeader('Cache-Control', 'private, no-store');
    const audience = audienceOf(request);
    validate(routes, request, audience);
    request.notes.route = `api.handOver___${audience.locale}`;
    const checkout = checkoutOf(env, audience.locale);
    if (!checkout) throw new ProblemError('not_found', 'no checkout is configured');
    const session = sessionOf(request);
    const shown = field(request.body, 'cart');
    const now = session && toSign(await readCartToSign(client.for(audience), session), audience);
    if (session && now && typeof shown === 'string' && (await isUnchanged(shown, now, session, checkout, clock))) {
      await reportCheckout(client.for(audience), log, shown, now);
      return response.redirect(307, checkout.address);
    }
    const error = new ProblemError('cart_changed', 'not the cart that was shown');
    await refusals.cart(request, response, error, null);
  };
}
