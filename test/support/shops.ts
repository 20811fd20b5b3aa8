import { afterAll, beforeAll } from 'vitest';
import { type Example, examples, type OpenRoute } from './examples.js';
import { sharedShop } from './shared-shop.js';
import { type RunningShop, type Shop, startShop } from './shop.js';

/** Origins of a shop with a name, and of its French edition. */
const publicOrigin = 'https://www.partavo.example';
const french = 'https://www.partavo-fr.example';

interface Shops {
  /** The shop without settings, on loopback. */
  shop: RunningShop;
  /** A shop with `publicOrigin`, and a host for the French edition. */
  named: Shop;
  table: Record<OpenRoute, Example>;
}

/** Provides two shops for tests of search engines, until the end of the calling file. */
export function setShops(): { shops: Shops; publicOrigin: string; french: string } {
  const shops: Partial<Shops> = { shop: sharedShop() };
  beforeAll(async () => {
    shops.named = await startShop({ PUBLIC_ORIGIN: publicOrigin, EDITION_HOSTS: 'www.partavo-fr.example=fr-FR' });
    shops.table = await examples(sharedShop().origin);
  });
  afterAll(() => shops.named?.stop());
  return { shops: shops as Shops, publicOrigin, french };
}
