import type { DatabaseSync } from 'node:sqlite';
import { type FindProduct, OfferCommit } from './offer-commit.js';
import { newEpoch, openOffersForWriting } from './offer-file.js';
import { emptyStore, foldLog, isTariffs } from './offer-log.js';
import { OfferStatements } from './offer-statements.js';
import { dayOf } from './price-history.js';
import { StoredShops } from './stored-shops.js';

/** Pages in the log of SQLite after which they are moved into the file, without making anybody wait. */
const manyPages = 16_384;
/** From so many on, readers are waited for a moment, so that the log begins anew. */
const tooManyPages = 65_536;
/** Commits, and bytes of summaries in them, after which these are folded into their blocks: a fold writes whole blocks. */
const manyCommits = 20_000;
const manyBytes = 16 * 1024 ** 2;
/** Commits between two looks whether that is due. */
const commitsAtATime = 256;

/**
 * The only way to change offers, shops and tariffs. Several programs may have one each: SQLite lets one transaction
 * write at a time, and the others wait. Each commit gets the next number, so numbers become visible in their order.
 */
export class OfferWriter {
  readonly database: DatabaseSync;
  readonly statements: OfferStatements;
  readonly shops: StoredShops;
  readonly #findProduct: FindProduct;
  #known = 0;

  /**
   * @param dataDir directory of `offers.db`, which is made where it is missing
   * @param findProduct looks a product up in the catalogue that is served, or will be
   * @throws StateFileError where the file is damaged
   */
  constructor(dataDir: string, findProduct: FindProduct) {
    this.database = openOffersForWriting(dataDir);
    this.statements = new OfferStatements(this.database);
    this.shops = new StoredShops(this.database);
    this.#findProduct = findProduct;
    this.#known = this.#lastNumber();
  }

  /**
   * One transaction, which is one commit.
   * @returns the number of the commit; null where nothing is others than before
   */
  commit(work: (commit: OfferCommit) => void, now = Date.now()): number | null {
    this.database.exec('begin immediate');
    try {
      this.#readShopsAnew();
      const commit = new OfferCommit(this.statements, this.shops, this.#findProduct);
      work(commit);
      if (commit.hasOtherShops) this.shops.read();
      const log = commit.finish();
      this.statements.storeNextId();
      const number = log && this.statements.log(log, now);
      this.database.exec('commit');
      if (number !== null) this.#known = number;
      this.#relieve(number ?? 0);
      return number;
    } catch (error) {
      this.statements.forgetNextId();
      if (this.database.isTransaction) this.database.exec('rollback');
      throw error;
    }
  }

  /** Takes all shops and offers off, for a catalogue that begins anew; ids stay given. Everybody forgets all. */
  clear(): void {
    this.database.exec(`begin immediate; ${emptyStore}`);
    this.statements.setMeta('epoch', newEpoch());
    this.database.exec('commit');
    this.shops.read();
  }

  close(): void {
    this.#foldIfLong();
    this.database.prepare('pragma wal_checkpoint(passive)').get();
    this.database.close();
  }

  #lastNumber(): number {
    return Number(this.database.prepare('select max(number) as number from change').get()?.number ?? 0);
  }

  /** Another program may have changed shops or tariffs. */
  #readShopsAnew(): void {
    const changed = this.database
      .prepare(`select 1 from change where number > ? and flags & ${isTariffs} limit 1`)
      .get(this.#known);
    if (changed) this.shops.read();
    this.#known = Math.max(this.#known, this.#lastNumber());
  }

  #relieve(number: number): void {
    if (number > 0 && number % commitsAtATime === 0) this.#foldIfLong();
    const state = this.database.prepare('pragma wal_checkpoint(noop)').get();
    const pages = Number(state?.log ?? 0) - Number(state?.checkpointed ?? 0);
    if (pages > manyPages) this.database.prepare('pragma wal_checkpoint(passive)').get();
    if (Number(state?.log ?? 0) > tooManyPages) {
      this.database.exec('pragma busy_timeout = 200');
      this.database.prepare('pragma wal_checkpoint(restart)').get();
      this.database.exec('pragma busy_timeout = 10000');
    }
  }

  /** Works the log into the blocks of summaries and the history, where it has become long or is of another day. */
  #foldIfLong(): void {
    const { commits, bytes, first } = this.database
      .prepare('select count(*) as commits, sum(length(best)) as bytes, min(at) as first from change where number > ?')
      .get(Number(this.statements.meta('folded'))) as { commits: number; bytes: number | null; first: number | null };
    const isOfToday = first === null || dayOf(first) === dayOf(Date.now());
    if (commits < manyCommits && (bytes ?? 0) < manyBytes && isOfToday) return;
    this.database.exec('begin immediate');
    foldLog(this.database, Date.now());
    this.database.exec('commit');
  }
}
