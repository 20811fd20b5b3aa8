import { expect, test } from '@jest/globals';
import { cartData } from '../../contract/carts.js';
import { isUnchanged, type SignedCart, signCart, signedCartSchema } from './signed-cart.js';

const shop = { slug: 'x', city: 'Kiel', country: 'DE', rating: 4, ratingCount: 9, freeShippingFrom: null };
const line = {
  productId: '9',
  title: 'Bremsscheibe',
  brand: { name: 'Kelvo', seoName: 'Kelvo' },
  articleNumber: 'K 1',
  normNumber: 'K1',
  pieces: null,
  previousPrice: null,
  image: null,
  fit: { state: 'unknown', notes: [] },
  deliveryDays: null,
};
const model = { id: '4711', fullName: 'Golf', kw: 77, ps: 105 };
/** Two lines of one shop, and one of another that has gone. */
const cart = cartData.parse({
  cartArticles: [
    {
      ...line,
      id: 'a',
      offerId: '1',
      shopId: '3',
      model,
      quantity: 2,
      unitPrice: 10.5,
      sum: 21,
      refund: 5,
      available: true,
      state: 'ok',
    },
    {
      ...line,
      id: 'b',
      offerId: '2',
      shopId: '3',
      model: null,
      quantity: 9,
      unitPrice: 1,
      sum: 9,
      refund: 0,
      available: true,
      state: 'tooFew',
    },
    {
      ...line,
      id: 'c',
      offerId: '3',
      shopId: '4',
      model: null,
      quantity: 1,
      unitPrice: 99,
      sum: 0,
      refund: 0,
      available: false,
      state: 'gone',
    },
  ],
  cartShops: [
    { ...shop, id: '3', name: 'Nord', priceSum: 30, refundSum: 5, shippingSum: 4.95 },
    { ...shop, id: '4', name: 'Süd', priceSum: 0, refundSum: 0, shippingSum: 0 },
  ],
  minShopFeedbackAvg: 4,
  countArticles: 12,
  priceSum: 30,
  refundSum: 5,
  shippingSum: 4.95,
  priceTotal: 39.95,
});
const handed = signedCartSchema(cart, 'de-AT', 'CH') as SignedCart;
const checkout = { address: 'https://pay.example/in?x=1', secret: 'c'.repeat(32) };
const [session, other] = ['session-of-one', 'session-of-another'];
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

test('what is handed over is what can be bought, in cents, with the sums that were shown', () => {
  const same = { productId: '9', brand: 'Kelvo', articleNumber: 'K 1', title: 'Bremsscheibe', shopId: '3' };
  expect(handed).toEqual({
    locale: 'de-AT',
    country: 'CH',
    currency: 'EUR',
    lines: [
      { ...same, offerId: '1', modelId: '4711', quantity: 2, unitPrice: 1050, sum: 2100, refund: 500 },
      { ...same, offerId: '2', modelId: null, quantity: 9, unitPrice: 100, sum: 900, refund: 0 },
    ],
    shops: [{ id: '3', name: 'Nord', priceSum: 3000, refundSum: 500, shippingSum: 495 }],
    priceSum: 3000,
    refundSum: 500,
    shippingSum: 495,
    priceTotal: 3995,
  });
  const gone = { ...cart, cartArticles: cart.cartArticles.slice(2) };
  expect(signedCartSchema(gone, 'de-DE', 'DE')).toBeNull();
});

test('a signed cart is for its checkout, for an hour, and says nothing of its session', async () => {
  const now = Date.parse('2026-07-15T12:00:00.900Z');
  const [one, again] = [await signCart(handed, session, checkout, now), await signCart(handed, session, checkout, now)];
  const { aud, iat, exp, sub, jti, ...content } = claimsOf(one);
  expect([aud, iat, exp - iat]).toEqual(['https://pay.example', Math.floor(now / 1000), 3600]);
  expect(content).toEqual(handed);
  expect(sub).toMatch(/^[\w-]{22}$/);
  expect([claimsOf(again).sub, claimsOf(again).jti === jti]).toEqual([sub, false]);
  expect(claimsOf(await signCart(handed, other, checkout, now)).sub).not.toBe(sub);
});

test('only the very cart of the very session, signed by us and not an hour old, is unchanged', async () => {
  const signed = await signCart(handed, session, checkout);
  const isSame = (token: string, content = handed, of = session, at = checkout) => isUnchanged(token, content, of, at);
  expect(await isSame(signed)).toBe(true);
  expect(await isSame(signed, { ...handed, priceTotal: handed.priceTotal + 1 })).toBe(false);
  expect(await isSame(signed, { ...handed, country: 'AT' })).toBe(false);
  expect(await isSame(signed, { ...handed, lines: handed.lines.toReversed() })).toBe(false);
  expect(await isSame(signed, handed, other)).toBe(false);
  expect(await isSame(signed, handed, session, { ...checkout, secret: 'd'.repeat(32) })).toBe(false);
  expect(await isSame(signed, handed, session, { ...checkout, address: 'https://other.example/in' })).toBe(false);
  expect(await isSame(await signCart(handed, session, checkout, Date.now() - 3601_000))).toBe(false);
  expect(await isSame(await signCart(handed, session, checkout, Date.now() - 3500_000))).toBe(true);
  for (const rubbish of ['', 'a.b', 'a.b.c', signed.slice(0, -4)]) expect(await isSame(rubbish)).toBe(false);
});
