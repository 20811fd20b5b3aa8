import type { CartData } from '../../contract/carts.js';
import type { Locale } from '../../contract/locales.js';
import type { Env } from '../../env.js';
import type { Api } from '../api/client.js';
import { type Checkout, signCart, signedCartSchema } from './signed-cart.js';

/** The operator's checkouts. */
export type CheckoutSettings = Pick<Env, 'CHECKOUT_URL' | 'CHECKOUT_SECRET'>;

/** The checkout of an edition; null if none is configured, which the cart page says (D68). */
export function checkoutOf({ CHECKOUT_URL, CHECKOUT_SECRET }: CheckoutSettings, locale: Locale): Checkout | null {
  const address = CHECKOUT_URL[locale];
  return address && CHECKOUT_SECRET ? { address, secret: CHECKOUT_SECRET } : null;
}

/** A cart as it is shown, signed; null while nothing in it can be bought. */
export async function signShown(
  cart: CartData,
  audience: { locale: Locale; country: string },
  session: string,
  checkout: Checkout,
): Promise<string | null> {
  const handed = signedCartSchema(cart, audience.locale, audience.country);
  return handed && signCart(handed, session, checkout);
}

/** The visitor's cart at the prices of this moment. */
export async function cartNow(api: Api, session: string): Promise<CartData> {
  return (await api.call('cart', {}, { session })).cartData;
}
