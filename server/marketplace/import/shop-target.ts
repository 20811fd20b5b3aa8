import { join } from 'node:path';
import type { Clock } from '../../clock/clock.js';
import { finishShops } from '../offer-store/change-shop.js';
import { OfferWriter } from '../offer-store/offer-writer.js';
import type { IdRegistry } from '../store/ids.js';
import { refuseLostIds } from '../store/lost-files.js';
import { openRegistry } from './catalogue-copy.js';
import { FeedLock } from './feed-lock.js';
import type { ImportTarget, Outcome } from './import-target.js';
import { ServedProducts } from './served-products.js';
import { shopIds } from './shop-ids.js';
import { ShopImporter } from './shops.js';

/** Takes shops and tariffs in. */
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

  check(): void {}

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
