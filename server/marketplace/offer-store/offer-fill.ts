import { rmSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { followedLog } from './followed-log.js';
import type { FindProduct } from './offer-commit.js';
import { newEpoch, openOffersForWriting } from './offer-file.js';
import { emptyStore } from './offer-log.js';
import type { OfferValues } from './offer-rows.js';
import { OfferStatements } from './offer-statements.js';
import { summarise } from './offer-summary.js';
import { type OfferRow, offerTables, type RateRow, type ShopRow } from './offer-tables.js';
import { requireOwnOffers, type SharedOffers, sharedOffers } from './shared-offers.js';
import { StoredShops } from './stored-shops.js';
import { SummaryBlocks } from './summary-blocks.js';
import { offersByProduct } from './validate-offers.js';
import { withheldBits, withheldOf } from './withheld.js';

/** The copy that is filled for a folder that follows a log. */
interface SharedCopy {
  readonly shared: SharedOffers;
  readonly own: DatabaseSync;
  readonly file: string;
  /** The last commit in the copy. */
  readonly number: number;
}

/**
 * Replaces all shops and offers in one transaction and a new epoch, millions of offers in a minute or two. Known keys
 * keep their ids.
 */
export class OfferFill {
  /** The filled database: if the folder follows a log, a copy that then replaces the offers of all folders. */
  readonly database: DatabaseSync;
  readonly #shared: SharedCopy | null;
  readonly #statements: OfferStatements;
  readonly #insert = new Map<string, StatementSync>();
  readonly #hasKeys: boolean;
  #lastId: number;

  /** @throws StateFileError if the file is damaged, ExpectedError if the followed log cannot be reached */
  constructor(dataDir: string) {
    const shared = sharedOffers(dataDir);
    const own = openOffersForWriting(dataDir);
    if (shared) {
      const number = followedLog(own)?.number ?? 0;
      const file = shared.copy(own);
      this.#shared = { shared, own, file, number };
      this.database = new DatabaseSync(file);
      this.database.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -65536');
    } else {
      requireOwnOffers(own, dataDir);
      this.#shared = null;
      this.database = own;
    }
    this.database.exec('begin immediate');
    emptyStore(this.database);
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

  /** Adds an offer of a known shop; fastest in the order of products. */
  offer(values: OfferValues): void {
    const known = this.#hasKeys ? this.#statements.findKey(values.shop_id, values.key) : null;
    this.#add('offer', { ...values, id: known?.id ?? ++this.#lastId, withheld: 0 });
  }

  /** Computes which offers are sold and what lists show, and activates the result. @param marks written to `meta` */
  finish(findProduct: FindProduct, marks: Readonly<Record<string, string>>): void {
    const shops = new StoredShops(this.database);
    const sold = new Map<number, number>();
    const blocks = new SummaryBlocks();
    const withheld: OfferRow[] = [];
    for (const [product, offers] of offersByProduct(this.database)) {
      const facts = findProduct(product);
      const recalled = this.#statements.isRecalled(product) ? withheldBits.recalled : 0;
      const flags = facts && facts.flags | recalled;
      for (const offer of offers) {
        offer.withheld = withheldOf(flags, offer, shops.traderOf(offer.shop_id));
        if (offer.withheld === 0) sold.set(offer.shop_id, (sold.get(offer.shop_id) ?? 0) + 1);
        else withheld.push(offer);
      }
      blocks.put(product, summarise(offers, shops.all, facts?.packs));
    }
    const withhold = this.database.prepare('update offer set withheld = ? where product_id = ? and id = ?');
    for (const offer of withheld) withhold.run(offer.withheld, offer.product_id, offer.id);
    blocks.write(this.database);
    for (const [shop, offers] of sold) this.#statements.countOffers(shop, offers);
    // Sorted rows are written sequentially.
    this.database.exec(`
      insert or replace into offer_key (shop_id, key, id, product_id, hash, withheld)
        select shop_id, key, id, product_id, null, withheld from offer order by shop_id, key;
      insert into offer_product select id, product_id from offer order by id;
    `);
    const given = Number(this.database.prepare('select max(id) as id from offer_product').get()?.id ?? 0);
    const next = String(Math.max(this.#lastId, given) + 1);
    const set = (database: DatabaseSync, given: Readonly<Record<string, string>>): void => {
      for (const [name, value] of Object.entries(given))
        database.prepare('insert or replace into meta (key, value) values (?, ?)').run(name, value);
    };
    set(this.database, { ...marks, next_offer_id: next, epoch: newEpoch() });
    this.database.exec('commit');
    if (!this.#shared) return;
    const { shared, own, file, number } = this.#shared;
    shared.replaceBy(own, file, number);
    // Marks belong to this folder only.
    set(own, marks);
  }

  /** Deletes files that were not activated. */
  close(): void {
    if (this.database.isTransaction && !this.#shared) this.database.exec('rollback');
    const own = this.#shared?.own ?? this.database;
    own.prepare('pragma wal_checkpoint(truncate)').get();
    own.close();
    if (!this.#shared) return;
    this.database.close();
    rmSync(this.#shared.file, { force: true });
    this.#shared.shared.close();
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
