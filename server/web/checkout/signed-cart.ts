import { createHmac, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { errors, jwtVerify, SignJWT } from 'jose';
import { type Clock, dateOf } from '../../clock/clock.js';
import type { CartArticle, CartData, CartShop } from '../../contract/carts.js';
import type { CheckoutData } from '../../contract/checkout-data.js';
import type { Locale } from '../../contract/locales.js';
import type { ResponseBody } from '../../contract/operations/caller-types.js';
import { type SignedCart, signedCartVersion } from '../../contract/signed-cart.js';
import { vatRate } from '../../contract/vat.js';
import type { Env } from '../../env.js';
import type { Api } from '../api/client.js';
import type { Audience } from '../http/audience.js';

type SignedLine = SignedCart['lines'][number];

/** Seconds for which the checkout accepts a cart, because prices are promised no longer. */
const lifetimeSeconds = 3600;
const algorithm = 'HS256';

/** Address of the checkout, and the key that it shares with the shop (D68). */
export interface Checkout {
  address: string;
  /** Keys: the first signs, all verify. */
  secrets: readonly [string, ...string[]];
}

/** Returns the part of a cart that can be bought; null for none. @param data of the same read */
export function cartToSign(cart: CartData, data: CheckoutData, locale: Locale, country: string): SignedCart | null {
  const lines = cart.cartArticles.flatMap((line) => {
    const more = line.available ? data.lines.find(({ id }) => id === line.id) : undefined;
    return more ? [lineToSign(line, more, country)] : [];
  });
  if (lines.length === 0) return null;
  const shops = cart.cartShops.flatMap((shop) => {
    const more = data.shops.find(({ id }) => id === shop.id);
    return more && lines.some(({ shopId }) => shopId === shop.id) ? [shopToSign(shop, more)] : [];
  });
  const { priceSum, refundSum, shippingSum, priceTotal } = cart;
  const sums = { priceSum, refundSum, shippingSum, priceTotal };
  return { version: signedCartVersion, locale, country, currency: 'EUR', lines, shops, ...sums };
}

function lineToSign(
  line: CartArticle,
  { sku, gtin, pack }: CheckoutData['lines'][number],
  country: string,
): SignedLine {
  // 0 kW means that the power is not known.
  const { model, fit } = line;
  return {
    offerId: line.offerId,
    sku,
    shopId: line.shopId,
    productId: line.productId,
    brand: line.brand.name,
    articleNumber: line.articleNumber,
    gtin,
    title: line.title,
    modelId: model?.id ?? null,
    vehicle: model && { id: model.id, name: model.fullName, kw: model.kw || null },
    fit: { state: fit.state, notes: fit.notes },
    durability: line.durability,
    quantity: line.quantity,
    pack,
    unitPrice: line.unitPrice,
    sum: line.sum,
    refund: line.refund,
    tax: { included: true, class: line.taxClass, rate: vatRate(country, line.taxClass) },
  };
}

const shopToSign = (
  shop: CartShop,
  { trader, returns }: CheckoutData['shops'][number],
): SignedCart['shops'][number] => ({
  id: shop.id,
  name: shop.name,
  trader,
  returns,
  priceSum: shop.priceSum,
  refundSum: shop.refundSum,
  shippingSum: shop.shippingSum,
});

const keyOf = (secret: string): Uint8Array => new TextEncoder().encode(secret);
/** Returns an id of the cart that reveals nothing about its session. */
const cartId = (session: string, secret: string): string =>
  createHmac('sha256', secret).update(`cart:${session}`).digest('base64url').slice(0, 22);

/**
 * Signs a cart as compact JWS (RFC 7515) with the claims of a JWT. `aud` is the checkout's origin, `sub` the cart,
 * `jti` this signature, and `iat` and `exp` are Unix seconds.
 */
export function signCart(
  cart: SignedCart,
  session: string,
  { address, secrets: [secret] }: Checkout,
  clock: Clock,
): Promise<string> {
  const issuedAt = Math.floor(clock.now() / 1000);
  return new SignJWT({ ...cart })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setAudience(new URL(address).origin)
    .setSubject(cartId(session, secret))
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeSeconds)
    .sign(keyOf(secret));
}

/** Returns whether a signed cart is valid and equals the visitor's current cart: visitors buy what they saw. */
export async function isUnchanged(
  signed: string,
  cart: SignedCart,
  session: string,
  { address, secrets }: Checkout,
  clock: Clock,
): Promise<boolean> {
  for (const secret of secrets) {
    try {
      const { payload } = await jwtVerify(signed, keyOf(secret), {
        algorithms: [algorithm],
        audience: new URL(address).origin,
        subject: cartId(session, secret),
        currentDate: dateOf(clock),
      });
      const { aud: _aud, sub: _sub, jti: _jti, iat: _iat, exp: _exp, ...shown } = payload;
      return isDeepStrictEqual(shown, { ...cart });
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
    }
  }
  return false;
}

export type CheckoutSettings = Pick<Env, 'CHECKOUT_URL' | 'CHECKOUT_SECRET'>;

/** Returns the checkout of an edition; null without one, which the cart page says (D68). */
export function checkoutOf({ CHECKOUT_URL, CHECKOUT_SECRET }: CheckoutSettings, locale: Locale): Checkout | null {
  const address = CHECKOUT_URL[locale];
  return address && CHECKOUT_SECRET ? { address, secrets: CHECKOUT_SECRET } : null;
}

/** Cart and fulfilment data from one read. */
type CartRead = Pick<ResponseBody<'cart'>, 'cartData' | 'handover'>;

/** Returns the cart for the checkout; null while nothing in it can be bought. */
export const toSign = ({ cartData, handover }: CartRead, { locale, country }: Audience): SignedCart | null =>
  handover ? cartToSign(cartData, handover, locale, country) : null;

/** Signs the cart that the page shows. */
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

/** Reads the visitor's cart with its fulfilment data at current prices. */
export const readCartToSign = (api: Api, session: string): Promise<CartRead> =>
  api.call('cart', { handover: '1' }, { session });
