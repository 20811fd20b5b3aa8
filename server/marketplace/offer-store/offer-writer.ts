import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../clock/clock.js';
import { type FindProduct, OfferCommit } from './offer-commit.js';
import { newEpoch, openOffersForWriting } from './offer-file.js';
import { emptyStore, isTariffs } from './offer-log.js';
import { OfferRelief } from './offer-relief.js';
import { OfferStatements } from './offer-statements.js';
import { requireOwnOffers, type SharedOffers, sharedOffers } from './shared-offers.js';
import { StoredShops } from './stored-shops.js';

/**
 * The only way to change offers, shops and tariffs. Several programs may have a writer: SQLite runs one transaction at
 * a time. Numbers of commits become visible in their order. If the folder follows a log in PostgreSQL, that log gets a
 * commit first.
 */
export class OfferWriter {
  readonly database: DatabaseSync;
  readonly statements: OfferStatements;
  readonly #findProduct: FindProduct;
  readonly #relief: OfferRelief;
  readonly #shared: SharedOffers | null;
  #shops: StoredShops;
  #known = 0;

  /**
   * @param dataDir folder of `offers.db`, which is created if missing
   * @param findProduct looks products up in the catalogue that is or will be served
   * @throws StateFileError if the file is damaged, ExpectedError if the followed log cannot be reached
   */
  constructor(
    dataDir: string,
    findProduct: FindProduct,
    readonly clock: Clock,
  ) {
    this.#shared = sharedOffers(dataDir);
    this.database = openOffersForWriting(dataDir);
    if (!this.#shared) requireOwnOffers(this.database, dataDir);
    this.#relief = new OfferRelief(this.database, clock);
    this.statements = new OfferStatements(this.database);
    this.#shops = new StoredShops(this.database);
    this.#findProduct = findProduct;
    this.#known = this.#lastNumber();
  }

  /** Other folders have the same offers. */
  get isShared(): boolean {
    return this.#shared !== null;
  }

  /** Shops and tariffs of the last commit. */
  get shops(): StoredShops {
    return this.#shops;
  }

  /**
   * Runs one transaction as one commit. Returns its number; null = no change.
   * @throws ExpectedError if the followed log did not confirm the commit; later reads show whether it has it
   */
  commit(work: (commit: OfferCommit) => void): number | null {
    this.#shared?.begin();
    let record: ReturnType<SharedOffers['record']> | null = null;
    try {
      this.database.exec('begin immediate');
      record = this.#shared?.record(this.database) ?? null;
      this.#readShopsAnew();
      const commit = new OfferCommit(this.statements, this.#shops, this.#findProduct);
      work(commit);
      if (commit.hasOtherShops) commit.shops = new StoredShops(this.database);
      const log = commit.finish();
      this.statements.storeNextId();
      const number = log && this.statements.log(log, this.clock.now());
      record?.end();
      this.database.exec('commit');
      this.#shops = commit.shops;
      if (number !== null) this.#known = number;
      this.#relief.after(number ?? 0);
      return number;
    } catch (error) {
      this.statements.forgetNextId();
      record?.drop();
      if (this.database.isTransaction) this.database.exec('rollback');
      this.#shared?.abort();
      throw error;
    }
  }

  /** Runs reads in one snapshot, which also saves the locks of each statement. */
  read(work: () => void): void {
    this.database.exec('begin');
    try {
      work();
    } finally {
      this.database.exec('commit');
    }
  }

  /** Deletes all shops and offers for a new catalogue, in a new epoch; ids are not reused. */
  clear(): void {
    if (this.#shared) this.#shared.replace(this.database, empty);
    else {
      this.database.exec('begin immediate');
      empty(this.database);
      this.database.exec('commit');
    }
    this.#shops = new StoredShops(this.database);
  }

  close(): void {
    this.#relief.atEnd();
    this.database.close();
    this.#shared?.close();
  }

  #lastNumber(): number {
    return Number(this.database.prepare('select max(number) as number from change').get()?.number ?? 0);
  }

  /** Reads shops and tariffs again if another program has changed them. */
  #readShopsAnew(): void {
    const changed = this.database
      .prepare(
        `select 1 from change where number > ?1 and flags & ${isTariffs}
         union all select 1 from meta where key = 'floor' and cast(value as integer) > ?1 limit 1`,
      )
      .get(this.#known);
    if (changed) this.#shops = new StoredShops(this.database);
    this.#known = Math.max(this.#known, this.#lastNumber());
  }
}

function empty(database: DatabaseSync): void {
  emptyStore(database);
  database.prepare("insert or replace into meta (key, value) values ('epoch', ?)").run(newEpoch());
}
