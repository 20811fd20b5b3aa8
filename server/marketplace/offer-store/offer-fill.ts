import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { FindProduct, OfferValues } from './offer-commit.js';
import { newEpoch, openOffersForWriting } from './offer-file.js';
import { blockSize, emptyBlock, emptyStore } from './offer-log.js';
import { OfferStatements } from './offer-statements.js';
import { packSummary, summarise, summaryBytes } from './offer-summary.js';
import { type OfferRow, offerTables, type RateRow, type ShopRow } from './offer-tables.js';
import { StoredShops } from './stored-shops.js';
import { withheldBits, withheldOf } from './withheld.js';

/**
 * Fills the store with all shops and offers at once, in one transaction and a new epoch: millions of them within a minute
 * or two. What was there before is gone with it; ids stay, and keys that were known keep theirs.
 */
export class OfferFill {
  readonly database: DatabaseSync;
  readonly #statements: OfferStatements;
  readonly #insert = new Map<string, StatementSync>();
  #hasKeys: boolean;
  #lastId: number;

  /** @throws StateFileError where the file is damaged */
  constructor(dataDir: string) {
    this.database = openOffersForWriting(dataDir);
    this.database.exec(`begin immediate; ${emptyStore}`);
    this.#statements = new OfferStatements(this.database);
    this.#lastId = Number(this.#statements.meta('next_offer_id')) - 1;
    this.#hasKeys = this.database.prepare('select 1 from offer_key limit 1').get() !== undefined;
  }

  shop(row: ShopRow): void {
    this.#add('shop', row);
  }

  rate(row: RateRow): void {
    this.#add('shop_rate', row);
  }

  /**
   * Takes over the key of an offer with its id, so that the id is never given to another.
   * To be called before any offer comes in.
   */
  key(shopId: number, key: string, id: number): void {
    this.#statements.putKey({ shop_id: shopId, key, id, withheld: 0 }, 0, null);
    this.#hasKeys = true;
    this.#lastId = Math.max(this.#lastId, id);
  }

  /** Adds an offer of a shop that is there; fastest in the order of products. */
  offer(values: OfferValues): void {
    const known = this.#hasKeys ? this.#statements.findKey(values.shop_id, values.key) : null;
    this.#add('offer', { ...values, id: known?.id ?? ++this.#lastId, withheld: 0 });
  }

  /**
   * Works out which offers are sold and what lists show, and hands all over to the readers.
   * @param marks written to `meta`
   */
  finish(findProduct: FindProduct, marks: Readonly<Record<string, string>>): void {
    const shops = new StoredShops(this.database);
    const sold = new Map<number, number>();
    const blocks = new Map<number, Uint8Array>();
    const withheld: OfferRow[] = [];
    for (const [product, offers] of this.#byProduct()) {
      const facts = findProduct(product);
      const recalled = this.#statements.isRecalled(product) ? withheldBits.recalled : 0;
      const flags = facts && facts.flags | recalled;
      for (const offer of offers) {
        offer.withheld = withheldOf(flags, offer, shops.traderOf(offer.shop_id));
        if (offer.withheld === 0) sold.set(offer.shop_id, (sold.get(offer.shop_id) ?? 0) + 1);
        else withheld.push(offer);
      }
      const number = Math.floor(product / blockSize);
      const block = blocks.get(number) ?? emptyBlock();
      blocks.set(number, block);
      const at = (product % blockSize) * summaryBytes;
      packSummary(summarise(offers, shops.all), new DataView(block.buffer), at);
    }
    const withhold = this.database.prepare('update offer set withheld = ? where product_id = ? and id = ?');
    for (const offer of withheld) withhold.run(offer.withheld, offer.product_id, offer.id);
    for (const [block, data] of blocks) this.#add('best_block', { block, data });
    for (const [shop, offers] of sold) this.#statements.countOffers(shop, offers);
    // Sorted first, both are written from one end to the other.
    this.database.exec(`
      insert or replace into offer_key (shop_id, key, id, product_id, hash, withheld)
        select shop_id, key, id, product_id, null, withheld from offer order by shop_id, key;
      insert into offer_product select id, product_id from offer order by id;
    `);
    const given = Number(this.database.prepare('select max(id) as id from offer_product').get()?.id ?? 0);
    const next = String(Math.max(this.#lastId, given) + 1);
    for (const [name, value] of Object.entries({ ...marks, next_offer_id: next, epoch: newEpoch() }))
      this.#statements.setMeta(name, value);
    this.database.exec('commit');
  }

  /** Drops what has not been handed over. */
  close(): void {
    if (this.database.isTransaction) this.database.exec('rollback');
    this.database.prepare('pragma wal_checkpoint(truncate)').get();
    this.database.close();
  }

  /** The offers of each product, by id. */
  *#byProduct(): Iterable<[product: number, offers: OfferRow[]]> {
    let offers: OfferRow[] = [];
    for (const row of this.database
      .prepare('select * from offer order by product_id, id')
      .iterate() as Iterable<unknown> as Iterable<OfferRow>) {
      const first = offers[0];
      if (first && first.product_id !== row.product_id) {
        yield [first.product_id, offers];
        offers = [];
      }
      offers.push(row);
    }
    if (offers[0]) yield [offers[0].product_id, offers];
  }

  #add(table: keyof typeof offerTables, row: Readonly<Record<string, SQLInputValue>>): void {
    let statement = this.#insert.get(table);
    if (!statement) {
      const columns = Object.keys(offerTables[table].columns);
      statement = this.database.prepare(
        `insert into ${table} (${columns.join(', ')}) values (${columns.map((name) => `:${name}`).join(', ')})`,
      );
      this.#insert.set(table, statement);
    }
    statement.run(row);
  }
}
