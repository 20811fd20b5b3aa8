import { join } from 'node:path';
import type { Clock } from '../../clock/clock.js';
import type { IdRegistry } from '../catalogue-file/ids.js';
import { refuseLostIds } from '../data-folder/lost-files.js';
import { finishShops } from '../offer-store/change-shop.js';
import { OfferWriter } from '../offer-store/offer-writer.js';
import { knownShops } from '../offer-store/stored-shops.js';
import { openRegistry } from './catalogue-copy.js';
import { FeedLock } from './feed-lock.js';
import type { ImportTarget, Outcome } from './import-target.js';
import { ServedProducts } from './served-products.js';
import { ShopImporter } from './shops.js';

export class ShopTarget implements ImportTarget {
  readonly importer: ShopImporter;
  readonly #ids: IdRegistry;
  readonly #lock: FeedLock;
  readonly #products: ServedProducts;
  readonly #writer: OfferWriter;

  /** @param embargo countries that no shop may say it ships to. @throws FeedError where another import runs */
  constructor(dataDir: string, clock: Clock, embargo: readonly string[], timeoutMs?: number) {
    refuseLostIds(dataDir);
    this.#lock = new FeedLock(dataDir, null, timeoutMs);
    this.#products = new ServedProducts(dataDir);
    this.#writer = new OfferWriter(dataDir, this.#products.facts, clock);
    this.#ids = openRegistry(join(dataDir, 'ids.db'), timeoutMs);
    this.importer = new ShopImporter(this.#writer, shopIds(this.#writer, this.#ids), embargo);
  }

  activate(): Pick<Outcome, 'generation' | 'commit'> {
    // Ids first: one that was given and is not used does no harm.
    this.#ids.commit();
    finishShops(this.#writer);
    return { generation: null, commit: this.importer.apply() };
  }

  close(): void {
    this.#ids.close();
    this.#writer.close();
    this.#products.close();
    this.#lock.release();
  }
}

/**
 * Gives ids to names of shops: a shop that comes back has the id it had, and no other ever gets it (D50). Offers that
 * several folders share have their shops' ids in common, which the registry of one folder does not know; it learns them
 * as soon as the offers are its folder's own again.
 */
export function shopIds({ database, isShared }: OfferWriter, ids: IdRegistry): (name: string) => number {
  const known = knownShops(database);
  if (!isShared) {
    for (const [name, id] of known) ids.give('shop', name, id);
    return (name) => ids.idOf('shop', name);
  }
  const lastOfOffers = Number(database.prepare('select max(shop_id) as last from offer_key').get()?.last);
  let next = Math.max(lastOfOffers, ...known.values()) + 1;
  return (name) => {
    const id = known.get(name) ?? next++;
    known.set(name, id);
    return id;
  };
}
