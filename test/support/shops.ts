import { beforeAll } from 'vitest';
import { type Example, examples, type OpenRoute } from './examples.js';
import { french } from './named-shop.js';
import { fetchPage, type PageResponse } from './page.js';
import { namedShop, type SharedShop, sharedShop } from './shared-shop.js';

interface Shops {
  /** The shop without settings, on loopback. */
  shop: SharedShop;
  /** A shop with `publicOrigin`, and a host for the French edition. */
  named: SharedShop;
  table: Record<OpenRoute, Example>;
}

/** Provides the two shops that all test files share, and the addresses of their pages. */
export function setShops(): Shops {
  const shops: Partial<Shops> = { shop: sharedShop(), named: namedShop() };
  beforeAll(async () => {
    shops.table = await examples(sharedShop().origin);
  });
  return shops as Shops;
}

/** Requests a path of the shop with a name; French ones on the host of that edition. */
export function fetchNamed({ named }: Shops, path: string): Promise<PageResponse> {
  const prefix = '/fr-FR';
  if (!path.startsWith(prefix)) return fetchPage(named.origin, path);
  return fetchPage(named.origin, path.slice(prefix.length) || '/', { host: new URL(french).host });
}
