import type { Clock } from '../../clock/clock.js';
import type { FeedPreview } from '../../contract/file-preview.js';
import { productKeysOf } from '../catalogue-file/product-keys.js';
import { KnownShops, type ShopInfo } from '../offer-store/known-shops.js';
import type { OfferValues } from '../offer-store/offer-rows.js';
import type { OfferChange } from '../offer-store/offer-tables.js';
import type { OfferWriter } from '../offer-store/offer-writer.js';
import type { Unsold } from '../offer-store/withheld.js';
import { withheldBits } from '../offer-store/withheld.js';
import type { GuardLimits } from './guards.js';
import type { Importer } from './import-target.js';
import { KnownKeys, type PlacedKey } from './known-keys.js';
import { type Approval, StoredOffers, storeOffers } from './newer-offers.js';
import { OfferComparison, type Row } from './offer-comparison.js';
import { handlingOf, isDeletion, partialOf, refuseSteep, stockOf, surchargeOf } from './offer-fields.js';
import { priceOf, sinceStart, type TimedPrice, untilEnd } from './offer-times.js';
import { ProductFinder } from './product-finder.js';
import { FeedError, RowError, SkippedRow } from './reading/import-errors.js';
import type { FeedRecord } from './reading/records.js';
import { time } from './reading/times.js';
import { RowHashes } from './row-hash.js';
import type { ServedProducts } from './served-products.js';
import { SureShops } from './sure-shops.js';
import { condition, money, requiredText } from './values.js';

/** Content of a file: all offers of its shops, changed offers, or some values of known offers. */
export type FeedMode = 'full' | 'update' | 'partial';

export interface OfferFeed {
  /** Shop of rows that name none; null = each row names its shop. */
  readonly shop: ShopInfo | null;
  readonly mode: FeedMode;
  /**
   * Whether the file was imported before. Then only the product of an offer may change, and rows whose product was
   * unknown become offers. Later changes of the same offers stay.
   */
  readonly isRepeated: boolean;
  /** Everything else that decides how a row is read, such as the mapping. */
  readonly context: string;
  readonly limits: GuardLimits;
  /** Decision about a held feed; null = the feed was not held. */
  readonly approval: Approval | null;
}

/**
 * Imports offers of one shop or of several. A row reaches the offer table in five steps:
 *
 * 1. `#identify` finds its shop, its key, and the offer with that key.
 * 2. A row with a known hash leaves its offer as it is. `OfferComparison` collects what all other rows change.
 * 3. `finish` compares whole offers with the stored ones, in the order of `offers.db`.
 * 4. It also removes offers that no row named, unless the file is an update.
 * 5. `apply` writes the changes in commits of whole products, then the hashes of the rows.
 *
 * A rejected row leaves its offer as it was. A row without a readable key keeps all offers of its shop from removal.
 */
export class OfferImporter implements Importer {
  readonly #finder: ProductFinder;
  readonly #shops: KnownShops;
  readonly #keys: KnownKeys;
  readonly #comparison: OfferComparison;
  readonly #named = new Map<number, ShopInfo>();
  /** Prices that begin later; they count only if the file is an update. */
  readonly #changesLater = new Map<string, { row: Row; changes: readonly OfferChange[] }>();
  /** Shops that keep all offers, because a row of theirs has no readable key; null = all shops. */
  readonly #spared = new Set<ShopInfo | null>();
  #lastName = '';
  #lastShops: readonly ShopInfo[] = [];
  readonly #hashes: RowHashes;
  readonly #sure: SureShops;
  /** Shops with an offer that stays although its row was not imported. */
  readonly #unsure = new Set<number>();
  /** Whether a row removes an offer that is not on sale. */
  #isOffAlready = false;
  /** Whether the feed is an update. Files that declare themselves one set it, too. */
  isUpdate: boolean;
  newer = 0;
  readonly incomplete: RowError[] = [];

  /** @throws FeedError if there is no catalogue */
  constructor(
    private readonly writer: OfferWriter,
    products: ServedProducts,
    private readonly clock: Clock,
    private readonly feed: OfferFeed,
  ) {
    const catalogue = products.database;
    if (!catalogue) throw new FeedError('There is no catalogue yet; import vehicles, categories and products first.');
    this.#finder = new ProductFinder(catalogue);
    this.#shops = new KnownShops(writer.database);
    this.#hashes = new RowHashes(feed.context);
    this.#keys = new KnownKeys(writer.statements);
    this.#sure = new SureShops(writer, productKeysOf(catalogue));
    this.#comparison = new OfferComparison(writer, products, this.#keys, feed.limits);
    this.isUpdate = feed.mode !== 'full' || feed.isRepeated;
  }

  importRow(record: FeedRecord): void {
    const row = this.#identify(record);
    try {
      if (row.known && this.feed.isRepeated) this.#follow(row, row.known);
      else if (isDeletion(record)) this.#delete(row);
      else if (record.isPriceOnly || this.feed.mode === 'partial') this.#importPartial(row);
      else this.#importOffer(row);
    } catch (error) {
      if (error instanceof RowError) this.#comparison.reject(row);
      if (this.#comparison.isLeft(row)) this.#unsure.add(row.shop.id);
      throw error;
    }
  }

  skip(): void {
    this.#spared.add(this.feed.shop);
  }

  get country(): string | null {
    return this.feed.shop?.country ?? null;
  }

  /** Finds the offer of a row. @throws RowError; all offers that the row may mean stay then */
  #identify(record: FeedRecord): Row {
    let shop = this.feed.shop;
    try {
      shop = this.#shopOf(record);
      this.#named.set(shop.id, shop);
      const key = requiredText(record.fields, 'key', 64);
      return { record, shop, key, known: this.#keys.find(shop.id, key) };
    } catch (error) {
      this.#spared.add(shop);
      throw error;
    }
  }

  #importOffer(row: Row): void {
    const { record, shop, key, known } = row;
    const { fields } = record;
    const hash = this.#hashes.of(fields, shop);
    if (known && this.#comparison.isKnown(row, hash) && (this.#sure.has(shop.id) || this.#isStillOf(record, known))) {
      this.#comparison.leave(row, known);
      return;
    }
    // Availability comes first: a row that is sold out removes its offer, whatever else it says.
    const { stock, end } = this.#soldNow(row, () => {
      const now = this.clock.now();
      const last = untilEnd(fields, 'expiration_date', 'is when the offer ended', now);
      sinceStart(fields, 'availability_date', 'is when it can be sold', now);
      return { stock: stockOf(record), end: last };
    });
    const { price, changes } = this.#priceOf(row, end);
    const productId = this.#finder.find(record);
    const [handlingMin, handlingMax] = handlingOf(record, this.incomplete);
    // Written out, because spreading an object takes several times as long.
    const values: OfferValues = {
      product_id: productId,
      shop_id: shop.id,
      key,
      price,
      refund: money(fields, 'deposit') ?? 0,
      surcharge: money(fields, 'surcharge') ?? surchargeOf(record, shop),
      lowest30: money(fields, 'lowest30'),
      stock,
      condition: condition(fields) ?? 'new',
      handling_min: handlingMin,
      handling_max: handlingMax,
    };
    this.#comparison.refuseSecond(row);
    this.#comparison.put(row, values, hash, changes);
  }

  /** Moves the offer of a repeated row to its current product. */
  #follow(row: Row, known: PlacedKey): void {
    this.#comparison.refuseSecond(row);
    if (known.productId === 0 || isDeletion(row.record) || this.#isStillOf(row.record, known))
      this.#comparison.leave(row, known);
    else this.#comparison.move(row, known, this.#finder.find(row.record));
  }

  /**
   * Whether a row still leads to the product of its offer. If both are gone, it does.
   * @throws RowError if only the row's product is unknown
   */
  #isStillOf(record: FeedRecord, known: PlacedKey): boolean {
    try {
      return this.#finder.find(record) === known.productId;
    } catch (error) {
      if (error instanceof RowError && (known.withheld & withheldBits.gone) !== 0) return true;
      throw error;
    }
  }

  /** Changes some values of a known offer; other values stay. */
  #importPartial(row: Row): void {
    const { record, shop, key } = row;
    const former = this.#comparison.former(row);
    if (!former) throw new RowError('key', key, `is no offer of ${shop.name}`);
    const hasPrice = record.isPriceOnly || record.fields.price !== undefined || record.fields.sale_price !== undefined;
    if (hasPrice) refuseSteep(record, former.price);
    const price = hasPrice ? this.#priceOf(row, null) : null;
    const part = record.isPriceOnly ? {} : partialOf(record);
    this.#comparison.refuseSecond(row);
    this.#comparison.change(row, former, part, price);
  }

  /** @throws SkippedRow if the offer is not on sale, since a file may repeat a removal */
  #delete(row: Row): void {
    this.#comparison.refuseSecond(row);
    if (this.#comparison.removeOffer(row)) return;
    this.#isOffAlready = true;
    throw new SkippedRow('key', row.key, 'is to be taken off, and is not on sale');
  }

  /**
   * Reads the price from now on.
   * @param end last moment of the offer; null = open
   * @throws SkippedRow if the price begins later; in an update the current price stays until then
   */
  #priceOf(row: Row, end: number | null): TimedPrice {
    const { record, shop, key, known } = row;
    const { fields } = record;
    const start = time(fields, 'price_from');
    const now = this.clock.now();
    if (start === null || start <= now) return this.#soldNow(row, () => priceOf(record, end, now));
    const { price, changes } = priceOf(record, end, now, start);
    if (changes.some(({ at }) => at <= start))
      throw new RowError('price_from', fields.price_from ?? '', 'is after the end of the price or of the offer');
    if (known) this.#changesLater.set(`${shop.id}|${key}`, { row, changes: [{ at: start, price }, ...changes] });
    throw new SkippedRow('price_from', fields.price_from ?? '', 'is when the price begins to be good');
  }

  /** Removes the offer if `read` finds that it is not for sale now, also in an update. */
  #soldNow<T>(row: Row, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error instanceof SkippedRow && !this.#comparison.removeOffer(row)) this.#isOffAlready = true;
      throw error;
    }
  }

  #shopOf({ fields }: FeedRecord): ShopInfo {
    const name = fields.shop?.trim();
    if (!name) {
      if (this.feed.shop) return this.feed.shop;
      throw new RowError('shop', '', 'is missing; name it in the file, with --shop or with --shop-id');
    }
    // Rows of a shop usually follow each other.
    if (name !== this.#lastName) {
      this.#lastShops = this.#shops.called(name);
      this.#lastName = name;
    }
    const [shop, ...others] = this.#lastShops;
    if (!shop) throw new RowError('shop', name, 'is no known shop');
    if (others.length > 0) throw new RowError('shop', name, 'may be several shops');
    if (this.feed.shop && shop.id !== this.feed.shop.id)
      throw new RowError('shop', name, `is another shop than ${this.feed.shop.name}`);
    return shop;
  }

  get hasEffect(): boolean {
    // A merchant may send an update twice. A whole file that names nothing on sale would empty the shop.
    const isRepeated = this.isUpdate && this.#isOffAlready;
    const isLater = this.isUpdate && [...this.#changesLater.values()].some(({ row }) => this.#comparison.isLeft(row));
    return this.#comparison.counts.removed > 0 || isRepeated || isLater;
  }

  get hasChanged(): boolean {
    const { added, changed, removed } = this.#comparison.counts;
    return added + changed + removed > 0;
  }

  get unsold(): Unsold {
    return this.#comparison.unsold;
  }

  get held(): string | null {
    return this.#comparison.held;
  }

  get notes(): readonly string[] {
    if (this.isUpdate || this.#spared.size === 0) return [];
    const names = this.#spared.has(null) ? [...this.#named.values()] : [...this.#spared];
    const shops = names.map((shop) => shop?.name).join(', ');
    return [
      `No offer of ${shops || 'any shop'} was taken off for not being named: a rejected row does not tell its offer.`,
    ];
  }

  finish(): Readonly<Record<string, number>> {
    this.#comparison.compare();
    if (this.isUpdate)
      for (const { row, changes } of this.#changesLater.values()) this.#comparison.noteLater(row, changes);
    else if (!this.#spared.has(null))
      for (const shop of this.#named.values()) if (!this.#spared.has(shop)) this.#comparison.removeUnnamed(shop);
    const { stored = null, newer } = this.feed.approval ?? {};
    if (stored !== null) {
      const offers = new StoredOffers(stored, this.writer.statements);
      this.writer.read(() => {
        this.newer = this.#comparison.findNewer(offers, newer === 'keep');
      });
      offers.close();
    }
    return this.#comparison.counts;
  }

  get preview(): FeedPreview {
    return this.#comparison.preview;
  }

  storeOffers(file: string): void {
    storeOffers(this.writer.database, file, [...this.#named.keys()]);
  }

  /** Writes the changes. @returns the number of the last commit; null = no commit was needed */
  apply(): number | null {
    const last = this.#comparison.apply();
    this.remember();
    return last;
  }

  /** Notes which shops need no lookup of unchanged rows next time. */
  remember(): void {
    const isSure = (shop: ShopInfo): boolean =>
      !this.isUpdate && !this.#spared.has(null) && !this.#spared.has(shop) && !this.#unsure.has(shop.id);
    this.#sure.remember(new Map([...this.#named].map(([id, shop]) => [id, isSure(shop)])));
  }
}
