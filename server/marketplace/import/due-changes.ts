import type { DatabaseSync } from 'node:sqlite';
import { returnWithheldOffers } from '../store/offer-rejections.js';
import { offerTables, updateFromChangedOffers } from '../store/update-from-offers.js';
import { CatalogueCopy } from './catalogue-copy.js';
import { Flags } from './number-table.js';

/**
 * Gives offers the prices that feeds have told for a time that has come, and takes off those that have ended. For
 * anyone who changes a finished catalogue, when all of its offers are in `offer`.
 * @param now milliseconds since 1970
 * @returns ids of products whose offers are others now
 */
export function applyDueChanges(database: DatabaseSync, now: number): number[] {
  const due = database
    .prepare(
      `select c.offer_id as offer, o.product_id as product, c.price from offer_change c join offer o on o.id = c.offer_id
        where c.at <= ? order by c.at`,
    )
    .all(now);
  const update = database.prepare('update offer set lowest30 = min(lowest30, price), price = ? where id = ?');
  const remove = database.prepare('delete from offer where id = ?');
  const forget = database.prepare('delete from offer_change where offer_id = ?');
  for (const { offer, price } of due) {
    if (price === null) for (const statement of [remove, forget]) statement.run(Number(offer));
    else update.run(Number(price), Number(offer));
  }
  database.prepare('delete from offer_change where at <= ?').run(now);
  return due.map(({ product }) => Number(product));
}

/** The outcome of due changes. */
export interface AppliedChanges {
  /** Name of the new generation; null where nothing was due. */
  readonly generation: string | null;
  /** Products whose offers are others now. */
  readonly products: number;
}

/**
 * Makes a generation in which prices and offers are those of now, and hands it to the readers.
 * @throws FeedError while an import runs, InvalidCatalogueError; nothing has changed then
 */
export function makeDueChanges(dataDir: string, now = Date.now()): AppliedChanges {
  const copy = new CatalogueCopy(dataDir, { timeoutMs: 0 });
  try {
    const { database } = copy;
    if (!database.prepare('select 1 from offer_change where at <= ?').get(now))
      return { generation: null, products: 0 };
    returnWithheldOffers(database);
    const products = applyDueChanges(database, now);
    const touched = new Flags(Number(database.prepare('select max(id) as id from product').get()?.id ?? 0));
    for (const product of products) touched.set(product);
    updateFromChangedOffers(database, touched.bytes);
    copy.activate(['offer', 'offer_change', ...offerTables]);
    return { generation: copy.generation, products: new Set(products).size };
  } finally {
    copy.close();
  }
}
