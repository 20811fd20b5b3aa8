import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SoldOffer, shownOffer } from './support/feeds.js';
import { changePrice, newToken, type ShopWithPortal, startShopWithPortal } from './support/merchants.js';
import { isLong } from './support/sample.js';
import { Visitor } from './support/visitor.js';

/** The next read in the same process sees a merchant's change (D102). */
let shop: ShopWithPortal;
let offer: SoldOffer;
let page: string;
let product: string;
let tokens: string[];
beforeAll(async () => {
  shop = await startShopWithPortal();
  ({ offer, page, product } = await shownOffer(shop.origin, shop.dataDir));
  tokens = [newToken(shop.dataDir, offer.shop), newToken(shop.dataDir, offer.shop)];
});
afterAll(() => shop.stop());

const text = async (path: string): Promise<string> => (await fetch(`${shop.origin}${path}`)).text();

const writes = isLong ? 1000 : 3;
/** Milliseconds. Each write starts an import program, and thousands of them need more than the usual time. */
const ofAllWritesMs = 360_000 * (isLong ? 10 : 1);
test(
  `${writes} changes of a price: page, call, cart and plans show each at their next read`,
  async () => {
    const visitor = new Visitor(shop.origin);
    await visitor.ask(`/api/Warenkorb/Hinzufuegen/${offer.id}`, {
      method: 'POST',
      headers: { accept: 'application/json' },
    });
    const read = async (path: string) => JSON.parse((await visitor.ask(path)).text);
    const priceOfCall = async (): Promise<number> => {
      const { offers } = JSON.parse(await text(`/api/Angebote?sparePartId=${product}`));
      return offers.find(({ id }: { id: string }) => id === String(offer.id))?.price;
    };
    const priceOfCart = async (): Promise<number> => (await read('/api/Warenkorb')).cartData.cartArticles[0]?.unitPrice;
    const priceOfPlans = async (): Promise<number> => (await read('/api/Warenkorb/optimize')).current.sums.priceSum;
    const late = { page: 0, call: 0, cart: 0, plans: 0 };
    for (let write = 0; write < writes; write += 1) {
      const price = (offer.price + 10 + (write % 50)) / 100;
      await Promise.all([text(page), priceOfCall(), priceOfCart(), priceOfPlans()]);
      const token = tokens[write % 2] ?? '';
      await changePrice(shop, token, offer.key, price);
      const [html, ofCall, ofCart, ofPlans] = await Promise.all([
        text(page),
        priceOfCall(),
        priceOfCart(),
        priceOfPlans(),
      ]);
      if (!html.includes(price.toFixed(2).replace('.', ','))) late.page += 1;
      if (ofCall !== price) late.call += 1;
      if (ofCart !== price) late.cart += 1;
      if (ofPlans !== price) late.plans += 1;
    }
    expect(late).toEqual({ page: 0, call: 0, cart: 0, plans: 0 });
  },
  ofAllWritesMs,
);
