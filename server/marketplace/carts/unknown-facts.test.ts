import { afterAll, beforeAll, expect, test } from 'vitest';
import { CartVisitor } from '../../../test/fixtures/marketplace/carts/visitor.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { startTestService, type TestService } from '../../../test/fixtures/marketplace/workers/service.js';
import { until } from '../../../test/support/until.js';
import { cartData } from '../../contract/carts.js';
import { checkoutData } from '../../contract/checkout-data.js';
import { signedCart } from '../../contract/signed-cart.js';
import { cartToSign } from '../../web/checkout/signed-cart.js';
import { unknownDays, unknownStock } from '../offer-store/unknown-facts.js';

/** A cart says no fact that the shop of its offers has not given (D93). */
let service: TestService;
beforeAll(async () => {
  service = await startTestService('state');
});
afterAll(() => service.stop());
const offerId = ids.offerOf(1001, 'A');

/** Removes facts of the offer and of its shop from the store. */
const forget = (columns: string, table: 'offer' | 'shop') =>
  service.changeOffers((writer) =>
    writer.commit((commit) => {
      writer.database.exec(`update ${table} set ${columns} where ${table === 'shop' ? 'id = 1' : `id = ${offerId}`}`);
      commit.touch(1001);
      commit.touchShop(1);
    }),
  );
const cartNow = async () => {
  const visitor = new CartVisitor(service);
  await visitor.add(offerId, 99);
  const cart = await visitor.cart('?locale=de-DE');
  const { body } = await visitor.call('/api/Warenkorb?locale=de-DE&handover=1');
  return { cart, data: checkoutData.parse(body.handover) };
};

test.each([
  ['stock', `stock = ${unknownStock}`, 'offer', ({ cart }) => cart.cartArticles[0].state === 'ok'],
  [
    'delivery time',
    `handling_min = ${unknownDays}, handling_max = ${unknownDays}`,
    'offer',
    ({ cart }) => cart.cartArticles[0].deliveryDays === null,
  ],
  ['rating', 'rating = 0, rating_count = 0', 'shop', ({ cart }) => cart.cartShops[0].rating === null],
  ['cost of a return', 'return_cost = null', 'shop', ({ data }) => data.shops[0]?.returns.cost === null],
] satisfies [string, string, 'offer' | 'shop', (seen: Awaited<ReturnType<typeof cartNow>>) => boolean][])(
  '%s',
  async (name, columns, table, isServed) => {
    forget(columns, table);
    // The service notices the commit a moment later.
    await until('the commit is served', async () => isServed(await cartNow()));
    const { cart, data } = await cartNow();
    expect(cart.cartArticles[0]).toMatchObject({ available: true, state: 'ok', quantity: 99 });
    if (name === 'rating') expect(cart.minShopFeedbackAvg).toBe(0);
    const signed = signedCart.parse(cartToSign(cartData.parse(cart), data, 'de-DE', 'DE'));
    const cost = name === 'cost of a return' ? null : 490;
    expect(signed.shops[0]?.returns).toEqual({ paidBy: 'buyer', cost, days: 30 });
  },
);

test('an offer of a shop that no longer says who pays for a return cannot be bought', async () => {
  const visitor = new CartVisitor(service);
  await visitor.add(offerId, 1);
  forget("return_payer = ''", 'shop');
  await until('the commit is served', async () => (await visitor.cart()).cartArticles[0].state === 'gone');
  expect((await visitor.cart()).cartArticles[0]).toMatchObject({ available: false, state: 'gone' });
});
