import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from './catalogue.js';
import { type Shop, startShop } from './shop.js';
import { Visitor } from './visitor.js';

/** Key that signs carts for the checkout. */
export const secret = 'only-the-shop-and-its-checkout-know';
const json = { accept: 'application/json', 'content-type': 'application/json' };

/** A shop with an external checkout (D68), the example of docs/. */
export interface ShopWithCheckout {
  shop: Shop;
  /** Origin of the checkout. */
  paying: string;
  /** Offers of one category. */
  offers: readonly string[];
  /** Makes a visitor whose cart has these quantities of the first offers. */
  shopper(...quantities: number[]): Promise<Visitor>;
  stop(): Promise<void>;
}

export async function startShopWithCheckout(): Promise<ShopWithCheckout> {
  const checkout = spawn(process.execPath, [join(root, 'docs/checkout.mjs')], {
    env: { PATH: process.env.PATH, PORT: '0', CHECKOUT_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(checkout.stdout, 'data');
  const paying = String(line).trim();
  const shop = await startShop({
    CHECKOUT_URL: `de-DE=${paying}/cart?from=partavo,fr-FR=${paying}/panier`,
    CHECKOUT_SECRET: secret,
  });
  const { spareParts } = await (await fetch(`${shop.origin}/api/-/-/--1523`)).json();
  const offers: string[] = spareParts.map(({ offerId }: { offerId: string }) => offerId);
  return {
    shop,
    paying,
    offers,
    async shopper(...quantities) {
      const visitor = new Visitor(shop.origin);
      for (const [at, quantity] of quantities.entries()) {
        const path = `/api/Warenkorb/Hinzufuegen/${offers[at]}`;
        const { status, text } = await visitor.ask(path, {
          method: 'POST',
          headers: json,
          body: JSON.stringify({ quantity }),
        });
        if (status !== 200) throw new Error(`${path} answers ${status}: ${text}`);
      }
      return visitor;
    },
    async stop() {
      checkout.kill();
      await shop.stop();
    },
  };
}
