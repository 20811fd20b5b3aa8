import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { Flags } from './number-table.js';
import type { OfferChange } from './offer-times.js';

/** What feeds say that offers will cost, in the catalogue that is being made. */
export class OfferChanges {
  readonly #changing: Flags;
  readonly #last: number;
  readonly #find: StatementSync;
  readonly #remove: StatementSync;
  readonly #insert: StatementSync;

  /** @param last highest id of an offer that there is already */
  constructor(database: DatabaseSync, last: number) {
    this.#last = last;
    this.#changing = new Flags(last);
    for (const { id } of database.prepare('select distinct offer_id as id from offer_change').iterate())
      this.#changing.set(Number(id));
    this.#find = database.prepare('select at, price from offer_change where offer_id = ? order by at');
    this.#remove = database.prepare('delete from offer_change where offer_id = ?');
    this.#insert = database.prepare('insert into offer_change values (?, ?, ?)');
  }

  #known(id: number): OfferChange[] {
    return id <= this.#last && this.#changing.bytes[id] === 1 ? (this.#find.all(id) as unknown as OfferChange[]) : [];
  }

  /** Puts changes in the place of those that are known from the first of them on. @returns as `write` */
  writeChanges(id: number, changes: readonly OfferChange[]): boolean {
    const from = changes[0]?.at ?? Number.POSITIVE_INFINITY;
    return this.write(id, [...this.#known(id).filter(({ at }) => at < from), ...changes]);
  }

  /** @returns whether they are others than before */
  write(id: number, changes: readonly OfferChange[]): boolean {
    const known = this.#known(id);
    const isSame =
      known.length === changes.length &&
      changes.every(({ at, price }, index) => known[index]?.at === at && known[index]?.price === price);
    if (isSame) return false;
    if (known.length > 0) this.#remove.run(id);
    for (const { at, price } of changes) this.#insert.run(id, at, price);
    return true;
  }
}
