import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type IdRegistry, offerNaturalKey } from '../store/ids.js';
import { returnWithheldOffers, withholdRejectedOffers } from '../store/offer-rejections.js';
import { countUnsold, type Unsold } from '../store/unsold-offers.js';
import { offerTables, updateFromChangedOffers } from '../store/update-from-offers.js';
import { applyDueChanges } from './due-changes.js';
import { FeedError, RowError, SkippedRow } from './import-errors.js';
import type { Importer } from './importer.js';
import { KnownBrands, nameKey } from './known-brands.js';
import { Flags, NumberTable } from './number-table.js';
import { OfferChanges } from './offer-changes.js';
import { handlingOf, isDeletion, readShops, refuseSteep, type ShopRow, stockOf, surchargeOf } from './offer-fields.js';
import { type OfferChange, type PriceInTime, priceOf, sinceStart, untilEnd } from './offer-times.js';
import { ProductFinder } from './product-finder.js';
import type { FeedRecord } from './reading/records.js';
import { time } from './times.js';
import { condition, money, requiredText } from './values.js';

/** Columns of an offer that a row tells, in their order; product, price and `lowest30` are the first, second and fifth. */
const feedColumns = [
  ...['product_id', 'price', 'refund', 'surcharge', 'lowest30'],
  ...['stock', 'condition', 'handling_min', 'handling_max'],
];
type Value = number | string | null;

/**
 * Offers of one shop or of several. A file holds all offers of each shop that it names: what it does not name any
 * longer is taken off, unless the file is an update. A rejected row leaves its offer as it was; where it does not tell which
 * offer that is, nothing is taken off. A row may also take an offer off by its key, or change the price alone.
 */
export class OfferImporter implements Importer {
  readonly tables = ['offer', 'offer_change', ...offerTables];
  readonly #finder: ProductFinder;
  readonly #shops: ReadonlyMap<string, ShopRow>;
  /** The shop of all rows; null where each names its own. */
  readonly #onlyShop: ShopRow | null;
  readonly #find: StatementSync;
  readonly #insert: StatementSync;
  readonly #update: StatementSync;
  readonly #changes: OfferChanges;
  readonly #named = new Map<number, ShopRow>();
  readonly #lineOf: NumberTable;
  readonly #touched: Flags;
  /** What offers will cost whose price begins later, which counts where the file only updates. */
  readonly #changesByOffer = new Map<number, readonly OfferChange[]>();
  /** Offers whose row is in error: a slip in a feed leaves them as they were. */
  readonly #rejected = new Set<number>();
  /** Shops of which no offer is taken off, since a row does not tell which of their offers it stands for; null = of any shop. */
  readonly #spared = new Set<ShopRow | null>();
  readonly #counts = { added: 0, changed: 0, unchanged: 0, removed: 0 };
  /** Whether prices or ends that were told before are due by now. */
  readonly #isDue: boolean;
  /** Whether a row asked for an offer to be off that is not there. */
  #isOffAlready = false;
  /** Set by a file that only updates. */
  isUpdate = false;

  /** @param shop the shop of all rows that do not name one: id, name or slug; null = each row names its own */
  constructor(
    private readonly database: DatabaseSync,
    private readonly ids: IdRegistry,
    private readonly shop: string | null,
  ) {
    returnWithheldOffers(database);
    this.#finder = new ProductFinder(database, new KnownBrands(database));
    this.#shops = readShops(database);
    this.#onlyShop = shop === null ? null : (this.#shops.get(nameKey(shop)) ?? null);
    if (shop !== null && this.#onlyShop === null)
      throw new FeedError(`There is no shop "${shop}"; import it first (npm run import -- shops FILE).`);
    const last = (table: string): number =>
      Number(database.prepare(`select max(id) as id from ${table}`).get()?.id ?? 0);
    this.#lineOf = new NumberTable(last('offer'));
    this.#touched = new Flags(last('product'));
    const due = applyDueChanges(database, Date.now());
    this.#isDue = due.length > 0;
    for (const product of due) this.#touched.set(product);
    this.#changes = new OfferChanges(database, last('offer'));
    this.#find = database.prepare(`select ${feedColumns.join(', ')} from offer where id = ?`);
    this.#find.setReturnArrays(true);
    this.#insert = database.prepare('insert into offer values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
    this.#update = database.prepare(
      `update offer set ${feedColumns.map((column) => `${column} = ?`).join(', ')} where id = ?`,
    );
  }

  take(record: FeedRecord): void {
    const { shop, key } = this.#identify(record);
    const id = this.ids.idOf('offer', offerNaturalKey(shop.id, key));
    try {
      if (isDeletion(record)) this.#delete(id, key);
      else if (record.isPriceOnly) this.#takePrice(record, shop, key, id);
      else this.#takeOffer(record, shop, key, id);
    } catch (error) {
      if (error instanceof RowError) this.#rejected.add(id);
      throw error;
    }
  }

  skip(): void {
    this.#spared.add(this.#onlyShop);
  }

  /** Of the shop of all rows; null where each names its own. */
  get country(): string | null {
    return this.#onlyShop?.country ?? null;
  }

  /** Which offer a row stands for. @throws RowError; the offers that it may have meant stay then */
  #identify(record: FeedRecord): { shop: ShopRow; key: string } {
    let shop = this.#onlyShop;
    try {
      shop = this.#shopOf(record);
      this.#named.set(shop.id, shop);
      return { shop, key: requiredText(record.fields, 'key', 64) };
    } catch (error) {
      this.#spared.add(shop);
      throw error;
    }
  }

  #takeOffer(record: FeedRecord, shop: ShopRow, key: string, id: number): void {
    const { fields } = record;
    // First of all: what is sold out is taken off, whatever else the row says.
    const { stock, end } = this.#soldNow(id, () => {
      const last = untilEnd(fields, 'expiration_date', 'is when the offer ended');
      sinceStart(fields, 'availability_date', 'is when it can be sold');
      return { stock: stockOf(record), end: last };
    });
    const { price, changes } = this.#priceOf(record, id, end);
    const productId = this.#finder.find(record);
    const handling = handlingOf(record);
    const values = [
      productId,
      price,
      money(fields, 'deposit') ?? 0,
      money(fields, 'surcharge') ?? surchargeOf(record, shop),
      money(fields, 'lowest30'),
      stock,
      condition(fields) ?? 'new',
      handling[0],
      handling[1],
    ];
    this.#refuseSecond(id, key);
    this.#lineOf.set(id, record.line);
    this.#write(id, shop.id, key, values, changes);
  }

  /** The shop's own offer by its key: all but the price and its times stays as it is. */
  #takePrice(record: FeedRecord, shop: ShopRow, key: string, id: number): void {
    const known = this.#find.get(id) as unknown as [product: number, before: number, ...Value[]] | undefined;
    if (!known) throw new RowError('key', key, `is no offer of ${shop.name}`);
    refuseSteep(record, known[1]);
    const { price, changes } = this.#priceOf(record, id, null);
    this.#refuseSecond(id, key);
    this.#lineOf.set(id, record.line);
    const [product, before, refund, surcharge, lowest30, ...rest] = known;
    // As where a price changes that was told beforehand: what it cost until now is the lowest price, if it is.
    const lowest = lowest30 === null || price === before ? lowest30 : Math.min(Number(lowest30), before);
    this.#write(id, shop.id, key, [product, price, refund ?? 0, surcharge ?? 0, lowest ?? null, ...rest], changes);
  }

  /** @throws SkippedRow where there is no such offer: a file may ask again for what is done */
  #delete(id: number, key: string): void {
    this.#refuseSecond(id, key);
    if (this.#takeOff(id)) return;
    this.#isOffAlready = true;
    throw new SkippedRow('key', key, 'is to be taken off, and is not on sale');
  }

  #refuseSecond(id: number, key: string): void {
    const earlier = this.#lineOf.get(id);
    if (earlier > 0) throw new RowError('key', key, `stands in line ${earlier} already`);
  }

  /**
   * What an offer costs from now on.
   * @param end last moment of the offer; null = open
   * @throws SkippedRow where its price begins later: what it cost until then stays where the file only updates
   */
  #priceOf(record: FeedRecord, id: number, end: number | null): PriceInTime {
    const { fields } = record;
    const start = time(fields, 'price_from');
    if (start === null || start <= Date.now()) return this.#soldNow(id, () => priceOf(record, end));
    const { price, changes } = priceOf(record, end, start);
    if (changes.some(({ at }) => at <= start))
      throw new RowError('price_from', fields.price_from ?? '', 'is after the end of the price or of the offer');
    this.#changesByOffer.set(id, [{ at: start, price }, ...changes]);
    throw new SkippedRow('price_from', fields.price_from ?? '', 'is when the price begins to be good');
  }

  /**
   * What a row says of an offer on sale. One that is not any more is taken off, also by a file that only updates.
   * @throws SkippedRow
   */
  #soldNow<T>(id: number, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error instanceof SkippedRow && !this.#takeOff(id)) this.#isOffAlready = true;
      throw error;
    }
  }

  /** @returns whether the offer was there, and no row of it before */
  #takeOff(id: number): boolean {
    const known = this.#find.get(id) as unknown as [productId: number] | undefined;
    if (!known || this.#lineOf.get(id) > 0) return false;
    this.database.prepare('delete from offer where id = ?').run(id);
    this.#changes.write(id, []);
    this.#touched.set(known[0]);
    this.#counts.removed++;
    return true;
  }

  #write(id: number, shopId: number, key: string, values: Value[], changes: readonly OfferChange[]): void {
    const isSameInTime = !this.#changes.write(id, changes);
    const known = this.#find.get(id) as unknown as Value[] | undefined;
    if (!known) {
      const [productId, ...rest] = values as [number, ...Value[]];
      this.#insert.run(id, productId, shopId, key, ...rest);
      this.#touched.set(productId);
      this.#counts.added++;
      return;
    }
    if (isSameInTime && known.every((value, index) => value === values[index])) {
      this.#counts.unchanged++;
      return;
    }
    this.#update.run(...values, id);
    this.#touched.set(Number(known[0]));
    this.#touched.set(Number(values[0]));
    this.#counts.changed++;
  }

  #shopOf({ fields }: FeedRecord): ShopRow {
    const name = fields.shop?.trim() || this.shop;
    if (!name) throw new RowError('shop', '', 'is missing; name it in the file or with --shop');
    const shop = this.#shops.get(nameKey(name));
    if (!shop) throw new RowError('shop', name, 'is no known shop');
    if (this.shop !== null && shop !== this.#onlyShop)
      throw new RowError('shop', name, `is another shop than ${this.shop}`);
    return shop;
  }

  get hasEffect(): boolean {
    // A merchant may send an update twice. Of a whole file that names nothing on sale, the shop would be empty.
    const isRepeated = this.isUpdate && this.#isOffAlready;
    return this.#counts.removed > 0 || isRepeated || this.#changesOfKnown().length > 0;
  }

  get hasChanged(): boolean {
    const { added, changed, removed } = this.#counts;
    return this.#isDue || added + changed + removed > 0;
  }

  get unsold(): Unsold {
    return countUnsold(this.database, (offer) => this.#lineOf.get(offer) > 0);
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
    if (!this.isUpdate) this.#removeUnnamed();
    for (const [id, changes] of this.#changesOfKnown())
      if (this.#changes.writeChanges(id, changes)) this.#counts.changed++;
    if (this.hasChanged) updateFromChangedOffers(this.database, this.#touched.bytes);
    else withholdRejectedOffers(this.database);
    return this.#counts;
  }

  /** Prices to come of offers that an update leaves as they are now. */
  #changesOfKnown(): (readonly [id: number, changes: readonly OfferChange[]])[] {
    if (!this.isUpdate) return [];
    return [...this.#changesByOffer].filter(([id]) => this.#lineOf.get(id) === 0 && this.#find.get(id) !== undefined);
  }

  #removeUnnamed(): void {
    const owned = this.database.prepare('select id, product_id from offer where shop_id = ?');
    const remove = this.database.prepare('delete from offer where id = ?');
    if (this.#spared.has(null)) return;
    for (const [shopId, shop] of this.#named) {
      if (this.#spared.has(shop)) continue;
      for (const { id, product_id } of owned.all(shopId)) {
        if (this.#lineOf.get(Number(id)) > 0 || this.#rejected.has(Number(id))) continue;
        remove.run(Number(id));
        this.#changes.write(Number(id), []);
        this.#touched.set(Number(product_id));
        this.#counts.removed++;
      }
    }
  }
}
