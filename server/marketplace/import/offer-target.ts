import type { Clock } from '../../clock/clock.js';
import { finishShops } from '../offer-store/change-shop.js';
import { KnownShops } from '../offer-store/known-shops.js';
import { OfferWriter } from '../offer-store/offer-writer.js';
import type { ShopChoice } from '../program/shop-choice.js';
import { applyDue } from './due-changes.js';
import { FeedLock } from './feed-lock.js';
import type { ImportTarget, Outcome } from './import-target.js';
import { type OfferFeed, OfferImporter } from './offers.js';
import { ServedProducts } from './served-products.js';

/** Imports a feed of offers: compares all rows, then applies the changes in short commits. */
export class OfferTarget implements ImportTarget {
  readonly importer: OfferImporter;
  readonly due: number | null;
  readonly #writer: OfferWriter;
  readonly #products: ServedProducts;
  readonly #lock: FeedLock;

  /**
   * @param isDryRun writes nothing, not even prices that are due
   * @param timeoutMs how long to wait for another feed of the same shop
   * @throws ExpectedError for an unknown shop, a missing catalogue, or if another feed runs
   */
  constructor(
    dataDir: string,
    clock: Clock,
    choice: ShopChoice | null,
    feed: Omit<OfferFeed, 'shop'>,
    isDryRun: boolean,
    timeoutMs?: number,
  ) {
    this.#products = new ServedProducts(dataDir);
    this.#writer = new OfferWriter(dataDir, this.#products.facts, clock);
    let shop: OfferFeed['shop'];
    try {
      shop = choice && new KnownShops(this.#writer.database).find(choice);
      this.#lock = new FeedLock(dataDir, shop, timeoutMs);
    } catch (error) {
      this.#writer.close();
      this.#products.close();
      throw error;
    }
    try {
      if (!isDryRun) finishShops(this.#writer);
      this.due = isDryRun ? null : applyDue(this.#writer).commit;
      this.importer = new OfferImporter(this.#writer, this.#products, clock, { ...feed, shop });
    } catch (error) {
      this.close();
      throw error;
    }
  }

  activate(): Pick<Outcome, 'generation' | 'commit'> {
    return { generation: null, commit: this.importer.apply() };
  }

  close(): void {
    this.#lock.release();
    this.#writer.close();
    this.#products.close();
  }
}
