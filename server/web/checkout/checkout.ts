import type { Clock } from '../../clock/clock.js';
import type { ResponseBody } from '../../contract/caller-types.js';
import type { Locale } from '../../contract/locales.js';
import type { SignedCart } from '../../contract/signed-cart.js';
import type { Env } from '../../env.js';
import type { Api } from '../api/client.js';
import type { Audience } from '../http/audience.js';
import { type Checkout, cartToSign, signCart } from './signed-cart.js';

/** The operator's checkouts. */
export type CheckoutSettings = Pick<Env, 'CHECKOUT_URL' | 'CHECKOUT_SECRET'>;

/** The checkout of an edition; null if none is configured, which the cart page says (D68). */
export function checkoutOf({ CHECKOUT_URL, CHECKOUT_SECRET }: CheckoutSettings, locale: Locale): Checkout | null {
  const address = CHECKOUT_URL[locale];
  return address && CHECKOUT_SECRET ? { address, secret: CHECKOUT_SECRET } : null;
}

/** A cart and what fulfilment needs of it, of one read. */
type CartRead = Pick<ResponseBody<'cart'>, 'cartData' | 'handover'>;

/** What goes to the checkout of a cart as it is shown; null while nothing in it can be bought. */
export const toSign = ({ cartData, handover }: CartRead, { locale, country }: Audience): SignedCart | null =>
  handover ? cartToSign(cartData, handover, locale, country) : null;

/** The same, signed. */
export async function signShown(
  read: CartRead,
  audience: Audience,
  session: string,
  checkout: Checkout,
  clock: Clock,
): Promise<string | null> {
  const handed = toSign(read, audience);
  return handed && signCart(handed, session, checkout, clock);
}

/** The visitor's cart at the prices of this moment, with what fulfilment needs of it. */
export const cartToHandOver = (api: Api, session: string): Promise<CartRead> =>
  api.call('cart', { handover: '1' }, { session });
