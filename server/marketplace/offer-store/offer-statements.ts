import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type CommitLog, packBest, packIds } from './offer-log.js';
import type { OfferChange } from './offer-tables.js';
import { type OfferRow, type OfferTables, offerTables } from './offer-tables.js';

/** What is known of a shop's key; `productId` 0 = its offer is gone. */
export interface KnownKey {
  readonly id: number;
  readonly productId: number;
  readonly hash: number | null;
  /** Bits of `withheldBits`. */
  readonly withheld: number;
}

type KeyRow = OfferTables['offer_key'];
type KeyOwner = Pick<OfferRow, 'shop_id' | 'key' | 'id' | 'withheld'>;

const offerColumns = Object.keys(offerTables.offer.columns);
/** The values of `offer`, in the order of its columns. */
type Cells = [
  product: number,
  id: number,
  shop: number,
  key: string,
  price: number,
  refund: number,
  surcharge: number,
  lowest30: number | null,
  stock: number,
  condition: OfferRow['condition'],
  handlingMin: number,
  handlingMax: number,
  withheld: number,
];
const rowOf = (cells: Cells): OfferRow => ({
  product_id: cells[0],
  id: cells[1],
  shop_id: cells[2],
  key: cells[3],
  price: cells[4],
  refund: cells[5],
  surcharge: cells[6],
  lowest30: cells[7],
  stock: cells[8],
  condition: cells[9],
  handling_min: cells[10],
  handling_max: cells[11],
  withheld: cells[12],
});

/** The statements of a writer, prepared once. */
export class OfferStatements {
  readonly #findKey: StatementSync;
  readonly #putKey: StatementSync;
  readonly #withholdKey: StatementSync;
  readonly #hashKey: StatementSync;
  readonly #offers: StatementSync;
  readonly #offer: StatementSync;
  readonly #keys: StatementSync;
  readonly #putOffer: StatementSync;
  readonly #dropOffer: StatementSync;
  readonly #putProduct: StatementSync;
  readonly #dropProduct: StatementSync;
  readonly #productOf: StatementSync;
  readonly #recall: StatementSync;
  readonly #changes: StatementSync;
  readonly #anyChange: StatementSync;
  readonly #dropChanges: StatementSync;
  readonly #putChange: StatementSync;
  readonly #count: StatementSync;
  readonly #log: StatementSync;
  readonly #meta: StatementSync;
  readonly #setMeta: StatementSync;
  #nextId: number | null = null;

  constructor(readonly database: DatabaseSync) {
    const prepare = (sql: string): StatementSync => database.prepare(sql);
    this.#findKey = prepare('select id, product_id, hash, withheld from offer_key where shop_id = ? and key = ?');
    this.#findKey.setReturnArrays(true);
    this.#putKey = prepare(
      'insert or replace into offer_key (shop_id, key, id, product_id, hash, withheld) values (?, ?, ?, ?, ?, ?)',
    );
    this.#withholdKey = prepare('update offer_key set withheld = ? where shop_id = ? and key = ?');
    this.#hashKey = prepare('update offer_key set hash = ? where shop_id = ? and key = ?');
    this.#offers = prepare(`select ${offerColumns.join(', ')} from offer where product_id = ?`);
    this.#offer = prepare(`select ${offerColumns.join(', ')} from offer where product_id = ? and id = ?`);
    this.#keys = prepare(
      'select key, id, product_id, hash, withheld from offer_key where shop_id = ? and product_id <> 0',
    );
    // Objects of one shape that are made here take a third of the time of those that SQLite makes.
    for (const statement of [this.#offers, this.#offer]) statement.setReturnArrays(true);
    this.#putOffer = prepare(
      `insert or replace into offer (${offerColumns.join(', ')}) values (${offerColumns.map(() => '?').join(', ')})`,
    );
    this.#dropOffer = prepare('delete from offer where product_id = ? and id = ?');
    this.#putProduct = prepare('insert or replace into offer_product (id, product_id) values (?, ?)');
    this.#dropProduct = prepare('delete from offer_product where id = ?');
    this.#productOf = prepare('select product_id from offer_product where id = ?');
    this.#recall = prepare('select 1 from recall where product_id = ?');
    this.#changes = prepare('select at, price from offer_change where offer_id = ? order by at');
    this.#anyChange = prepare('select 1 from offer_change limit 1');
    this.#dropChanges = prepare('delete from offer_change where offer_id = ?');
    this.#putChange = prepare('insert into offer_change (offer_id, at, price) values (?, ?, ?)');
    this.#count = prepare('update shop set offers = offers + ? where id = ?');
    this.#log = prepare(
      `insert into change (number, at, products, best_ids, best, leaves, shops, flags)
       select coalesce(max(number), (select value from meta where key = 'floor')) + 1, ?, ?, ?, ?, ?, ?, ? from change
       returning number`,
    );
    this.#meta = prepare('select value from meta where key = ?');
    this.#setMeta = prepare('insert or replace into meta (key, value) values (?, ?)');
  }

  findKey(shopId: number, key: string): KnownKey | null {
    const row = this.#findKey.get(shopId, key) as unknown as [number, number, number | null, number] | undefined;
    return row ? { id: row[0], productId: row[1], hash: row[2], withheld: row[3] } : null;
  }

  /** @param productId 0 = the offer is gone */
  putKey({ shop_id, key, id, withheld }: KeyOwner, productId: number, hash: number | null): void {
    this.#putKey.run(shop_id, key, id, productId, hash, withheld);
  }

  withholdKey({ shop_id, key, withheld }: KeyOwner): void {
    this.#withholdKey.run(withheld, shop_id, key);
  }

  hashKey(shopId: number, key: string, hash: number | null): void {
    this.#hashKey.run(hash, shopId, key);
  }

  /** An id that nobody has had (D50). To be called in a transaction. */
  nextId(): number {
    this.#nextId ??= Number(this.meta('next_offer_id'));
    return this.#nextId++;
  }

  offersOf(productId: number): OfferRow[] {
    return (this.#offers.all(productId) as unknown as Cells[]).map(rowOf);
  }

  /** @returns null where there is no such offer */
  offerOf(productId: number, id: number): OfferRow | null {
    const cells = this.#offer.get(productId, id) as unknown as Cells | undefined;
    return cells ? rowOf(cells) : null;
  }

  /** The offers of a shop by its own keys; not to be read across a commit. */
  *keysOf(shopId: number): Iterable<[key: string, known: KnownKey]> {
    for (const row of this.#keys.iterate(shopId)) {
      const { key, id, product_id, hash, withheld } = row as unknown as KeyRow;
      yield [key, { id, productId: product_id, hash, withheld }];
    }
  }

  putOffer(row: OfferRow): void {
    this.#putOffer.run(...offerColumns.map((name) => row[name as keyof OfferRow]));
  }

  dropOffer(productId: number, id: number): void {
    this.#dropOffer.run(productId, id);
  }

  putProductOf(id: number, productId: number): void {
    this.#putProduct.run(id, productId);
  }

  dropProductOf(id: number): void {
    this.#dropProduct.run(id);
  }

  /** @returns null where there is no such offer */
  productOf(id: number): number | null {
    const row = this.#productOf.get(id);
    return row ? Number(row.product_id) : null;
  }

  /** Whether the product must not be sold, whatever the catalogue says. */
  isRecalled(productId: number): boolean {
    return this.#recall.get(productId) !== undefined;
  }

  changesOf(id: number): OfferChange[] {
    return this.#changes.all(id) as unknown as OfferChange[];
  }

  /** @returns whether they are others than before */
  setChanges(id: number, changes: readonly OfferChange[]): boolean {
    if (this.hasChanges(id, changes)) return false;
    this.#dropChanges.run(id);
    for (const { at, price } of changes) this.#putChange.run(id, at, price);
    return true;
  }

  /** Whether just these changes of an offer are known. */
  hasChanges(id: number, changes: readonly OfferChange[]): boolean {
    // Most often no offer at all has any.
    if (changes.length === 0 && this.#anyChange.get() === undefined) return true;
    const known = this.changesOf(id);
    return (
      known.length === changes.length &&
      changes.every(({ at, price }, index) => known[index]?.at === at && known[index]?.price === price)
    );
  }

  countOffers(shopId: number, change: number): void {
    this.#count.run(change, shopId);
  }

  /** Ends a commit. @returns its number */
  log({ products, best, leaves, shops, flags }: CommitLog, now: number): number {
    const row = this.#log.get(
      now,
      packIds(products),
      packIds(best.keys()),
      packBest(best),
      packIds(leaves),
      packIds(shops),
      flags,
    );
    return Number(row?.number);
  }

  /** To be called before the end of each transaction that may have given ids. */
  storeNextId(): void {
    if (this.#nextId === null) return;
    this.setMeta('next_offer_id', String(this.#nextId));
    this.#nextId = null;
  }

  /** After a transaction that was given up. */
  forgetNextId(): void {
    this.#nextId = null;
  }

  meta(name: string): string {
    return String(this.#meta.get(name)?.value ?? '');
  }

  setMeta(name: string, value: string): void {
    this.#setMeta.run(name, value);
  }
}
