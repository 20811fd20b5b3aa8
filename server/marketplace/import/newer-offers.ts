import { DatabaseSync } from 'node:sqlite';
import type { OfferStatements } from '../offer-store/offer-statements.js';
import type { OfferRow } from '../offer-store/offer-tables.js';
import { valueNames } from './pending-offers.js';

/** Decision of an operator about offers that have changed since a guard held the feed. */
export interface Approval {
  /** File of `storeOffers`; null = an older program has held the feed, so nobody knows which offers are newer. */
  readonly stored: string | null;
  /** `ask`: refuses the feed if there are any. */
  readonly newer: 'ask' | 'keep' | 'overwrite';
}

/** Stores all offers of some shops in a file of their own. @param database `offers.db` */
export function storeOffers(database: DatabaseSync, file: string, shops: readonly number[]): void {
  database.prepare('attach ? as held').run(file);
  try {
    const names = valueNames.join(', ');
    database.exec(`create table held.offer (shop_id, key, ${names}, primary key (shop_id, key)) without rowid`);
    database.exec(
      `insert into held.offer select shop_id, key, ${names} from main.offer
       where shop_id in (${shops.map(Number).join(', ')}) order by shop_id, key`,
    );
  } finally {
    database.exec('detach held');
  }
}

/** Offers of `storeOffers`, to compare with the present ones. */
export class StoredOffers {
  readonly #database: DatabaseSync;
  readonly #find;

  constructor(
    file: string,
    private readonly statements: OfferStatements,
  ) {
    this.#database = new DatabaseSync(file, { readOnly: true });
    this.#find = this.#database.prepare('select * from offer where shop_id = ? and key = ?');
  }

  /** Whether an offer was added, changed or removed since then. */
  isNewer(shopId: number, key: string): boolean {
    const before = this.#find.get(shopId, key) as Partial<OfferRow> | undefined;
    const known = this.statements.findKey(shopId, key);
    const now = known && known.productId !== 0 ? this.statements.offerOf(known.productId, known.id) : null;
    return now ? valueNames.some((name) => now[name] !== before?.[name]) : before !== undefined;
  }

  close(): void {
    this.#database.close();
  }
}
