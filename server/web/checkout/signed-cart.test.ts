import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { cartData } from '../../contract/carts.js';
import { checkoutData } from '../../contract/checkout-data.js';
import { cents } from '../../contract/money.js';
import { type SignedCart, signedCart, signedCartSchema } from '../../contract/signed-cart.js';
import { type Checkout, cartToSign, isUnchanged, signCart } from './signed-cart.js';

const shop = { slug: 'x', city: 'Kiel', country: 'DE', rating: 4, ratingCount: 9, freeShippingFrom: null };
const durability = { years: 2.5, producer: 'Kelvo', model: 'KV 1', terms: 'https://kelvo.example/terms.pdf' };
const line = {
  productId: '9',
  title: 'Bremsscheibe',
  brand: { name: 'Kelvo', seoName: 'Kelvo' },
  articleNumber: 'K 1',
  normNumber: 'K1',
  packSize: 1,
  durability,
  pieces: null,
  previousPrice: null,
  image: null,
  fit: { state: 'unknown', notes: [] },
  deliveryDays: null,
};
const model = { id: '4711', fullName: 'Golf', kw: 77, ps: 105 };
/** Two lines of one shop, and one of another shop that is gone. */
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
      taxClass: 'reduced',
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
const trader = {
  name: 'Nord',
  street: 'Kai 1',
  postcode: '24103',
  city: 'Kiel',
  country: 'DE',
  phone: null,
  email: 'nord@shop.example',
  register: 'HRB 1',
  vatId: null,
};
const more = checkoutData.parse({
  lines: [
    { id: 'a', sku: 'N-1', gtin: '4006381333931', pack: { pieces: 2, content: null } },
    { id: 'b', sku: 'N-2', gtin: null, pack: { pieces: null, content: { value: 5, unit: 'l' } } },
  ],
  shops: [{ id: '3', trader, returns: { paidBy: 'buyer', cost: 4.5, days: 30 } }],
});
const handed = cartToSign(cart, more, 'de-AT', 'AT') as SignedCart;
const checkout: Checkout = { address: 'https://pay.example/in?x=1', secrets: ['c'.repeat(32)] };
const [session, other] = ['session-of-one', 'session-of-another'];
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

test('the signed cart holds the lines that can be bought, in cents, with the shown sums and the data for fulfilment', () => {
  const same = {
    productId: '9',
    brand: 'Kelvo',
    articleNumber: 'K 1',
    title: 'Bremsscheibe',
    shopId: '3',
    fit: { state: 'unknown', notes: [] },
    durability,
  };
  const taxed = (taxClass: string, rate: number) => ({ tax: { included: true, class: taxClass, rate } });
  const [first, second] = [
    { offerId: '1', sku: 'N-1', gtin: '4006381333931', pack: { pieces: 2, content: null } },
    { offerId: '2', sku: 'N-2', gtin: null, pack: { pieces: null, content: { value: 5, unit: 'l' } } },
  ];
  const vehicle = { id: '4711', name: 'Golf', kw: 77 };
  expect(handed).toEqual({
    version: 2,
    locale: 'de-AT',
    country: 'AT',
    currency: 'EUR',
    lines: [
      {
        ...same,
        ...first,
        ...taxed('standard', 20),
        modelId: '4711',
        vehicle,
        quantity: 2,
        unitPrice: 1050,
        sum: 2100,
        refund: 500,
      },
      {
        ...same,
        ...second,
        ...taxed('reduced', 10),
        modelId: null,
        vehicle: null,
        quantity: 9,
        unitPrice: 100,
        sum: 900,
        refund: 0,
      },
    ],
    shops: [
      {
        id: '3',
        name: 'Nord',
        trader,
        returns: { days: 30, paidBy: 'buyer', cost: 450 },
        priceSum: 3000,
        refundSum: 500,
        shippingSum: 495,
      },
    ],
    priceSum: 3000,
    refundSum: 500,
    shippingSum: 495,
    priceTotal: 3995,
  });
  expect(signedCart.parse(handed)).toEqual(handed);
  // Lines that cannot be bought are omitted, although fulfilment has their data.
  const [firstLine, firstShop] = [more.lines[0], more.shops[0]];
  if (!firstLine || !firstShop) throw new Error('the cart has no line');
  const known = {
    lines: [...more.lines, { ...firstLine, id: 'c' }],
    shops: [...more.shops, { ...firstShop, id: '4' }],
  };
  expect(cartToSign(cart, known, 'de-AT', 'AT')).toEqual(handed);
  const gone = { ...cart, cartArticles: cart.cartArticles.slice(2) };
  expect(cartToSign(gone, more, 'de-DE', 'DE')).toBeNull();
});

test('an unknown power is null', () => {
  const [first, ...others] = cart.cartArticles;
  const unknown = {
    ...cart,
    cartArticles: [{ ...first, model: { ...model, kw: 0, ps: 0 } }, ...others],
  } as typeof cart;
  expect(cartToSign(unknown, more, 'de-DE', 'DE')?.lines[0]?.vehicle).toEqual({ id: '4711', name: 'Golf', kw: null });
});

test('the cart names the payer of a return, and no unknown tax rate', () => {
  const free = {
    ...more,
    shops: more.shops.map((each) => ({ ...each, returns: { paidBy: 'shop' as const, cost: cents(0), days: 14 } })),
  };
  const swiss = cartToSign(cart, free, 'de-DE', 'CH');
  expect(swiss?.shops.map(({ returns }) => returns)).toEqual([{ days: 14, paidBy: 'shop', cost: 0 }]);
  expect(swiss?.lines.map(({ tax }) => tax.rate)).toEqual([null, null]);
});

test('a line has the tax rate of its class in the delivery country, also a rate of 0', () => {
  const [first, ...others] = cart.cartArticles;
  const untaxed = { ...cart, cartArticles: [{ ...first, taxClass: 'zero' as const }, ...others] } as typeof cart;
  const taxesIn = (country: string) => cartToSign(untaxed, more, 'fr-FR', country)?.lines.map(({ tax }) => tax);
  const taxes = (reduced: number) => [
    { included: true, class: 'zero', rate: 0 },
    { included: true, class: 'reduced', rate: reduced },
  ];
  expect(taxesIn('FR')).toEqual(taxes(5.5));
  expect(taxesIn('ES')).toEqual(taxes(4));
  const { priceTotal } = cartToSign(untaxed, more, 'fr-FR', 'FR') ?? {};
  expect(priceTotal).toBe(handed.priceTotal);
});

test('the JSON Schema beside the sample checkout is that of the cart', () => {
  const kept = new URL('../../../docs/signed-cart.schema.json', import.meta.url);
  // Written by `npm run schemas`.
  expect(JSON.parse(readFileSync(kept, 'utf8'))).toEqual(JSON.parse(JSON.stringify(signedCartSchema())));
});

test('a signed cart is for its checkout, for an hour, and reveals nothing of its session', async () => {
  const now = Date.parse('2026-07-15T12:00:00.900Z');
  const clock = new ManualClock(now);
  const [one, again] = [
    await signCart(handed, session, checkout, clock),
    await signCart(handed, session, checkout, clock),
  ];
  const { aud, iat, exp, sub, jti, ...content } = claimsOf(one);
  expect([aud, iat, exp - iat]).toEqual(['https://pay.example', Math.floor(now / 1000), 3600]);
  expect(content).toEqual(handed);
  expect(sub).toMatch(/^[\w-]{22}$/);
  expect([claimsOf(again).sub, claimsOf(again).jti === jti]).toEqual([sub, false]);
  expect(claimsOf(await signCart(handed, other, checkout, clock)).sub).not.toBe(sub);
});

test('only the same cart of the same session, signed within the hour, is unchanged', async () => {
  const clock = new ManualClock();
  const signed = await signCart(handed, session, checkout, clock);
  const isSame = (token: string, content = handed, of = session, at = checkout) =>
    isUnchanged(token, content, of, at, clock);
  expect(await isSame(signed)).toBe(true);
  expect(await isSame(signed, { ...handed, priceTotal: handed.priceTotal + 1 })).toBe(false);
  expect(await isSame(signed, { ...handed, country: 'CH' })).toBe(false);
  expect(await isSame(signed, { ...handed, lines: handed.lines.toReversed() })).toBe(false);
  expect(await isSame(signed, handed, other)).toBe(false);
  const newer = 'd'.repeat(32);
  expect(await isSame(signed, handed, session, { ...checkout, secrets: [newer] })).toBe(false);
  // During a change of keys the previous one still verifies.
  expect(await isSame(signed, handed, session, { ...checkout, secrets: [newer, ...checkout.secrets] })).toBe(true);
  expect(await isSame(signed, handed, session, { ...checkout, address: 'https://other.example/in' })).toBe(false);
  for (const rubbish of ['', 'a.b', 'a.b.c', signed.slice(0, -4)]) expect(await isSame(rubbish)).toBe(false);
  await clock.advance(3599_000);
  expect(await isSame(signed)).toBe(true);
  await clock.advance(1000);
  expect(await isSame(signed)).toBe(false);
});
