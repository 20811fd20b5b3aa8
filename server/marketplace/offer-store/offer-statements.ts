import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type CommitLog, packBest, packIds, packTexts } from './offer-log.js';
import { type Cells, packedColumns, rowOfCells } from './offer-rows.js';
import { type OfferChange, type OfferRow, offerTables } from './offer-tables.js';

/** A shop's key; `productId` 0 = its offer is gone. */
export interface KnownKey {
  readonly id: number;
  readonly productId: number;
  readonly hash: number | null;
  /** Bits of `withheldBits` that apply to the offer. */
  readonly withheld: number;
}

type KeyCells = [key: string, id: number, productId: number, hash: number | null, withheld: number];
/** Keys read at once: single reads take twice as long, and all keys of a large shop need too much memory. */
const keysAtATime = 1000;
type KeyOwner = Pick<OfferRow, 'shop_id' | 'key' | 'id' | 'withheld'>;

const offerColumns = Object.keys(offerTables.offer.columns);

const statements = {
  findKey: 'select id, product_id, hash, withheld from offer_key where shop_id = ? and key = ?',
  putKey: 'insert or replace into offer_key (shop_id, key, id, product_id, hash, withheld) values (?, ?, ?, ?, ?, ?)',
  // The key is usually up to date, and reading costs less than writing.
  markKey:
    'update offer_key set hash = null, withheld = ?1 where shop_id = ?2 and key = ?3 and (hash is not null or withheld <> ?1)',
  withholdKey: 'update offer_key set withheld = ? where shop_id = ? and key = ?',
  hashKey: 'update offer_key set hash = ? where shop_id = ? and key = ?',
  forgetHashes: 'update offer_key set hash = null where shop_id = ? and hash is not null',
  price: 'select price from offer where product_id = ? and id = ?',
  offers: `select ${packedColumns} from offer where product_id = ?`,
  offer: `select ${packedColumns} from offer where product_id = ? and id = ?`,
  keys: `select key, id, product_id, hash, withheld from offer_key where shop_id = ? and key > ? order by key limit ${keysAtATime}`,
  countKeys: 'select count(*) as keys from offer_key where shop_id = ?',
  putOffer: `insert or replace into offer (${offerColumns.join(', ')}) values (${offerColumns.map(() => '?').join(', ')})`,
  // An update without the key takes a third less time than a whole row.
  changeOffer:
    'update offer set price = ?3, stock = ?4, lowest30 = ?5, withheld = ?6 where product_id = ?1 and id = ?2',
  dropOffer: 'delete from offer where product_id = ? and id = ?',
  putProduct: 'insert or replace into offer_product (id, product_id) values (?, ?)',
  dropProduct: 'delete from offer_product where id = ?',
  productOf: 'select product_id from offer_product where id = ?',
  recall: 'select 1 from recall where product_id = ?',
  anyRecall: 'select 1 from recall limit 1',
  changes: 'select at, price from offer_change where offer_id = ? order by at',
  anyChange: 'select 1 from offer_change limit 1',
  dropChanges: 'delete from offer_change where offer_id = ?',
  putChange: 'insert into offer_change (offer_id, at, price) values (?, ?, ?)',
  count: 'update shop set offers = offers + ? where id = ?',
  log: `insert into change (number, at, products, best_ids, best, leaves, shops, flags, texts)
    select coalesce(max(number), (select value from meta where key = 'floor')) + 1, ?, ?, ?, ?, ?, ?, ?, ? from change
    returning number`,
  meta: 'select value from meta where key = ?',
  setMeta: 'insert or replace into meta (key, value) values (?, ?)',
  dropMeta: 'delete from meta where key = ?',
} as const;
/** Statements that return arrays: objects made here take a third of the time of SQLite's. */
const asLists = ['findKey', 'offers', 'offer', 'price', 'keys'] as const;

/** The prepared statements of a writer. */
export class OfferStatements {
  readonly #prepared: Readonly<Record<keyof typeof statements, StatementSync>>;
  #nextId: number | null = null;

  constructor(readonly database: DatabaseSync) {
    const prepared = Object.entries(statements).map(([name, text]) => [name, database.prepare(text)]);
    this.#prepared = Object.fromEntries(prepared);
    for (const name of asLists) this.#prepared[name].setReturnArrays(true);
  }

  findKey(shopId: number, key: string): KnownKey | null {
    const row = this.#prepared.findKey.get(shopId, key) as unknown as
      | [number, number, number | null, number]
      | undefined;
    return row ? { id: row[0], productId: row[1], hash: row[2], withheld: row[3] } : null;
  }

  /** @param productId 0 = the offer is gone */
  putKey({ shop_id, key, id, withheld }: KeyOwner, productId: number, hash: number | null): void {
    this.#prepared.putKey.run(shop_id, key, id, productId, hash, withheld);
  }

  /** Records that the offer differs from the last feed. */
  forgetHash({ shop_id, key, withheld }: KeyOwner): void {
    this.#prepared.markKey.run(withheld, shop_id, key);
  }

  forgetHashes(shopId: number): void {
    this.#prepared.forgetHashes.run(shopId);
  }

  withholdKey({ shop_id, key, withheld }: KeyOwner): void {
    this.#prepared.withholdKey.run(withheld, shop_id, key);
  }

  hashKey(shopId: number, key: string, hash: number | null): void {
    this.#prepared.hashKey.run(hash, shopId, key);
  }

  /** Returns an unused id (D50). Call it in a transaction. */
  nextId(): number {
    this.#nextId ??= Number(this.meta('next_offer_id'));
    return this.#nextId++;
  }

  offersOf(productId: number): OfferRow[] {
    return (this.#prepared.offers.all(productId) as unknown as Cells[]).map((cells) => rowOfCells(productId, cells));
  }

  offerOf(productId: number, id: number): OfferRow | null {
    const cells = this.#prepared.offer.get(productId, id) as unknown as Cells | undefined;
    return cells ? rowOfCells(productId, cells) : null;
  }

  /** Reads only the price, in half the time; null = no such offer. */
  priceOf(productId: number, id: number): number | null {
    const cells = this.#prepared.price.get(productId, id) as unknown as [price: number] | undefined;
    return cells ? cells[0] : null;
  }

  /** Yields all keys that a shop has used, sorted. Do not read across a commit. */
  *allKeysOf(shopId: number): Iterable<[key: string, known: KnownKey]> {
    let last: string | undefined = '';
    while (last !== undefined) {
      const rows = this.#prepared.keys.all(shopId, last) as unknown as KeyCells[];
      for (const [key, id, productId, hash, withheld] of rows) yield [key, { id, productId, hash, withheld }];
      last = rows[keysAtATime - 1]?.[0];
    }
  }

  countKeys(shopId: number): number {
    return Number(this.#prepared.countKeys.get(shopId)?.keys);
  }

  /** Yields the keys of a shop's offers. Do not read across a commit. */
  *keysOf(shopId: number): Iterable<[key: string, known: KnownKey]> {
    for (const each of this.allKeysOf(shopId)) if (each[1].productId !== 0) yield each;
  }

  putOffer(row: OfferRow): void {
    // Naming the values one by one saves the time of a list, which equals that of the statement.
    this.#prepared.putOffer.run(
      row.product_id,
      row.id,
      row.shop_id,
      row.key,
      row.price,
      row.refund,
      row.surcharge,
      row.lowest30,
      row.stock,
      row.condition,
      row.handling_min,
      row.handling_max,
      row.withheld,
    );
  }

  /** Writes the values that change most often: prices, stock, and `withheld`. */
  changeOffer({ product_id, id, price, stock, lowest30, withheld }: OfferRow): void {
    this.#prepared.changeOffer.run(product_id, id, price, stock, lowest30, withheld);
  }

  dropOffer(productId: number, id: number): void {
    this.#prepared.dropOffer.run(productId, id);
  }

  putProductOf(id: number, productId: number): void {
    this.#prepared.putProduct.run(id, productId);
  }

  dropProductOf(id: number): void {
    this.#prepared.dropProduct.run(id);
  }

  productOf(id: number): number | null {
    const row = this.#prepared.productOf.get(id);
    return row ? Number(row.product_id) : null;
  }

  hasAnyRecall(): boolean {
    return this.#prepared.anyRecall.get() !== undefined;
  }

  /** Returns whether a product must not be sold. */
  isRecalled(productId: number): boolean {
    return this.#prepared.recall.get(productId) !== undefined;
  }

  changesOf(id: number): OfferChange[] {
    return this.#prepared.changes.all(id) as unknown as OfferChange[];
  }

  /** Returns whether the announced changes differ from the stored ones. */
  setChanges(id: number, changes: readonly OfferChange[]): boolean {
    if (this.hasChanges(id, changes)) return false;
    this.#prepared.dropChanges.run(id);
    for (const { at, price } of changes) this.#prepared.putChange.run(id, at, price);
    return true;
  }

  /** Returns whether any offer has announced changes; usually none has. */
  hasAnyChange(): boolean {
    return this.#prepared.anyChange.get() !== undefined;
  }

  hasChanges(id: number, changes: readonly OfferChange[]): boolean {
    const known = this.changesOf(id);
    return (
      known.length === changes.length &&
      changes.every(({ at, price }, index) => known[index]?.at === at && known[index]?.price === price)
    );
  }

  countOffers(shopId: number, change: number): void {
    this.#prepared.count.run(change, shopId);
  }

  /** Writes the commit to the log and returns its number. */
  log({ products, best, leaves, shops, flags, texts }: CommitLog, now: number): number {
    const row = this.#prepared.log.get(
      now,
      packIds(products),
      packIds(best.keys()),
      packBest(best),
      packIds(leaves),
      packIds(shops),
      flags,
      packTexts(texts),
    );
    return Number(row?.number);
  }

  /** Call it before the end of each transaction that may have used ids. */
  storeNextId(): void {
    if (this.#nextId === null) return;
    this.setMeta('next_offer_id', String(this.#nextId));
    this.#nextId = null;
  }

  /** Call it after a rollback. */
  forgetNextId(): void {
    this.#nextId = null;
  }

  meta(name: string): string {
    return String(this.#prepared.meta.get(name)?.value ?? '');
  }

  setMeta(name: string, value: string): void {
    this.#prepared.setMeta.run(name, value);
  }

  dropMeta(name: string): void {
    this.#prepared.dropMeta.run(name);
  }
}
