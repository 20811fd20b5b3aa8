import { afterAll, beforeAll } from 'vitest';
import { type Example, examples, type OpenRoute } from './examples.js';
import { sharedShop } from './shared-shop.js';
import { type RunningShop, type Shop, startShop } from './shop.js';

/** Where a shop with a name is found, and its French edition. */
const publicOrigin = 'https://www.partavo.example';
const french = 'https://www.partavo-fr.example';

interface Shops {
  /** As it comes, on loopback. */
  shop: RunningShop;
  /** With `publicOrigin`, and a host of its own for the French edition. */
  named: Shop;
  table: Record<OpenRoute, Example>;
}

/** Two shops as search engines meet them, for the file that calls this, there from its first test to its end. */
export function setShops(): { shops: Shops; publicOrigin: string; french: string } {
  const shops: Partial<Shops> = { shop: sharedShop() };
  beforeAll(async () => {
    shops.named = await startShop({ PUBLIC_ORIGIN: publicOrigin, EDITION_HOSTS: 'www.partavo-fr.example=fr-FR' });
    shops.table = await examples(sharedShop().origin);
  }, 120_000);
  afterAll(() => shops.named?.stop());
  return { shops: shops as Shops, publicOrigin, french };
}
