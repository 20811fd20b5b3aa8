import express from 'express';
import supertest from 'supertest';
import { beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { type CartData, cartData } from '../../contract/carts.js';
import { checkoutData } from '../../contract/checkout-data.js';
import { ProblemError } from '../../contract/problem.js';
import { editions } from '../routes/editions.js';
import { createRoutes } from '../routes/routes.js';
import { checkoutHandoff, readSignedCart } from './checkout-handoff.js';
import { checkoutOf, signShown } from './signed-cart.js';

const session = 'a-visitor-of-the-shop';
const env = { CHECKOUT_URL: { 'de-DE': 'https://pay.example/cart' }, CHECKOUT_SECRET: ['k'.repeat(32)] as const };
const clock = new ManualClock();
const line = (id: string, quantity: number, sum: number) => ({
  ...{ id, offerId: '5001', shopId: '3', productId: '9001', title: 'Scheibe', articleNumber: 'K 1', normNumber: 'K1' },
  ...{ brand: { name: 'Kelvo', seoName: 'Kelvo' }, model: null, quantity, packSize: 1, pieces: null, unitPrice: 10 },
  ...{ previousPrice: null, sum, refund: 0, image: null, fit: { state: 'unknown', notes: [] }, durability: null },
  ...{ deliveryDays: null, available: true, state: 'ok' },
});
const shop = { id: '3', name: 'Nord', slug: 'Nord', city: 'Kiel', country: 'DE', rating: null, ratingCount: 0 };
const cartFor = (shippingSum: number): CartData =>
  cartData.parse({
    cartArticles: [line('a', 2, 20), line('b', 3, 30)],
    cartShops: [{ ...shop, priceSum: 50, refundSum: 0, shippingSum, freeShippingFrom: null }],
    ...{ minShopFeedbackAvg: 0, countArticles: 5, priceSum: 50, refundSum: 0, shippingSum },
    priceTotal: 50 + shippingSum,
  });
const unknown = { street: null, postcode: null, city: null, phone: null, email: null, register: null, vatId: null };
const handover = checkoutData.parse({
  lines: ['a', 'b'].map((id) => ({ id, sku: id, gtin: null, pack: { pieces: 1, content: null } })),
  shops: [
    { id: '3', trader: { ...unknown, name: 'Nord', country: 'DE' }, returns: { paidBy: 'shop', cost: null, days: 30 } },
  ],
});

let cart: CartData;
let reported: object[];
let isDown: boolean;
let warnings: number;
beforeEach(() => {
  [cart, reported, isDown, warnings] = [cartFor(4.95), [], false, 0];
});
const call = async (id: string, body: object) => {
  if (id === 'cart') return { cartData: cart, handover };
  reported.push(body);
  if (isDown) throw new ProblemError('unavailable');
  return body;
};
const routes = createRoutes(new Map(), undefined);
const app = express();
app.use((request, _response, next) => {
  request.notes = { route: '' } as typeof request.notes;
  request.cookies = { partavo: session };
  request.editionPath = routes.locate('shop.example', '/');
  next();
});
app.post(
  '/checkout',
  readSignedCart,
  checkoutHandoff({
    ...{
      env,
      routes,
      clock,
      client: { for: () => ({ call }) } as never,
      log: { warn: () => (warnings += 1) } as never,
    },
    refusals: {
      article: async () => {},
      cart: async (_request, response, error) => void response.status(error.status).send(error.code),
    },
  }),
);
/** Signs the cart that the page shows. */
async function signed(): Promise<string> {
  const checkout = checkoutOf(env, 'de-DE');
  if (!checkout) throw new Error('the edition has a checkout');
  const audience = { locale: editions['de-DE'].locale, country: 'DE' };
  return (await signShown({ cartData: cart, handover }, audience, session, checkout, clock)) ?? '';
}
const send = async (shown: string) => {
  const { status, headers, text } = await supertest(app).post('/checkout').type('form').send({ cart: shown });
  return [status, headers.location ?? text];
};
const jtiOf = (shown: string): string =>
  JSON.parse(Buffer.from(shown.split('.')[1] ?? '', 'base64url').toString()).jti as string;

test('the marketplace learns lines, pieces, shops and total of a cart that goes to the checkout', async () => {
  const shown = await signed();
  expect(await send(shown)).toEqual([307, 'https://pay.example/cart']);
  expect(reported).toEqual([{ id: jtiOf(shown), lines: 2, pieces: 5, shops: ['3'], priceTotal: 54.95 }]);
});

test('a purchase goes on although it could not be reported', async () => {
  isDown = true;
  expect(await send(await signed())).toEqual([307, 'https://pay.example/cart']);
  expect([reported.length, warnings]).toEqual([1, 1]);
});

test('a cart whose shipping has changed is shown again, and not reported', async () => {
  const shown = await signed();
  cart = cartFor(5.95);
  expect(await send(shown)).toEqual([409, 'cart_changed']);
  expect(await send('')).toEqual([409, 'cart_changed']);
  expect(reported).toEqual([]);
});
