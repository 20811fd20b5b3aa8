import { buildIfStale } from '../../scripts/lib-run.ts';
import { makeCatalogue } from './make-catalogue.ts';
import { startShop } from './shop.ts';

/**
 * Before the first test of the built shop: a build of the sources as they are, the catalogue that all tests copy, and a
 * shop for those that need none of their own (`shared-shop.ts`). `finish.mts` ends it.
 */
export default async function prepare(): Promise<void> {
  await buildIfStale();
  makeCatalogue();
  const { origin, dataDir, stop } = await startShop({ LOG_LEVEL: 'warn' });
  process.env.SHARED_SHOP = JSON.stringify({ origin, dataDir });
  Object.assign(globalThis, { stopSharedShop: stop });
}
