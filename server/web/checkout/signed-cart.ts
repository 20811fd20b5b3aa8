import { createHmac, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { CartData } from '../../contract/carts.js';
import type { Locale } from '../../contract/locales.js';

/** Seconds for which the checkout takes a cart: prices are promised no longer. */
const lifetime = 3600;
const algorithm = 'HS256';

/** A cart as the checkout gets it. Amounts are integer cents; lines that cannot be bought as they stand are left out. */
export interface SignedCart {
  locale: Locale;
  /** Delivery country (ISO 3166-1 alpha-2) that prices and shipping are for. */
  country: string;
  currency: 'EUR';
  lines: {
    offerId: string;
    shopId: string;
    productId: string;
    brand: string;
    articleNumber: string;
    title: string;
    /** Vehicle that it was chosen for. */
    modelId: string | null;
    quantity: number;
    unitPrice: number;
    sum: number;
    /** Deposit of the whole line, beside its sum (D13). */
    refund: number;
  }[];
  /** One contract and one parcel each. */
  shops: { id: string; name: string; priceSum: number; refundSum: number; shippingSum: number }[];
  priceSum: number;
  refundSum: number;
  shippingSum: number;
  /** What is to be paid: priceSum + refundSum + shippingSum. */
  priceTotal: number;
}
/** Where carts go, and the key that both sides know (D68). */
export interface Checkout {
  address: string;
  secret: string;
}

/** The part of a cart that goes to the checkout; null while nothing in it can be bought. */
export function signedCartSchema(cart: CartData, locale: Locale, country: string): SignedCart | null {
  const lines = cart.cartArticles.filter(({ available }) => available);
  if (lines.length === 0) return null;
  const shopIds = new Set(lines.map(({ shopId }) => shopId));
  const { priceSum, refundSum, shippingSum, priceTotal } = cart;
  return {
    locale,
    country,
    currency: 'EUR',
    lines: lines.map((line) => ({
      offerId: line.offerId,
      shopId: line.shopId,
      productId: line.productId,
      brand: line.brand.name,
      articleNumber: line.articleNumber,
      title: line.title,
      modelId: line.model?.id ?? null,
      quantity: line.quantity,
      unitPrice: line.unitPrice,
      sum: line.sum,
      refund: line.refund,
    })),
    shops: cart.cartShops
      .filter(({ id }) => shopIds.has(id))
      .map((shop) => ({
        id: shop.id,
        name: shop.name,
        priceSum: shop.priceSum,
        refundSum: shop.refundSum,
        shippingSum: shop.shippingSum,
      })),
    priceSum,
    refundSum,
    shippingSum,
    priceTotal,
  };
}

const keyOf = (secret: string): Uint8Array => new TextEncoder().encode(secret);
/** The same for every look at one cart, and says nothing about its session. */
const cartId = (session: string, secret: string): string =>
  createHmac('sha256', secret).update(`cart:${session}`).digest('base64url').slice(0, 22);

/**
 * The cart as a compact JWS (RFC 7515) with the registered claims of a JWT: `aud` the origin of the checkout, `sub` the
 * cart, `jti` this very signature, `iat` and `exp` in Unix seconds.
 */
export function signCart(
  cart: SignedCart,
  session: string,
  { address, secret }: Checkout,
  now = Date.now(),
): Promise<string> {
  const issuedAt = Math.floor(now / 1000);
  return new SignJWT({ ...cart })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setAudience(new URL(address).origin)
    .setSubject(cartId(session, secret))
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetime)
    .sign(keyOf(secret));
}

/** Whether a signed cart is ours, still good, and of this very session and content: what was shown is what is bought. */
export async function isUnchanged(
  signed: string,
  cart: SignedCart,
  session: string,
  { address, secret }: Checkout,
): Promise<boolean> {
  try {
    const { payload } = await jwtVerify(signed, keyOf(secret), {
      algorithms: [algorithm],
      audience: new URL(address).origin,
      subject: cartId(session, secret),
    });
    const { aud: _aud, sub: _sub, jti: _jti, iat: _iat, exp: _exp, ...shown } = payload;
    return isDeepStrictEqual(shown, { ...cart });
  } catch (error) {
    if (error instanceof errors.JOSEError) return false;
    throw error;
  }
}
