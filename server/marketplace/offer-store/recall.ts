import type { Language } from '../../contract/languages.js';
import type { OfferWriter } from './offer-writer.js';

export interface Recall {
  readonly productId: number;
  /** Time of the recall in milliseconds since 1970. */
  readonly at: number;
  readonly reason: Readonly<Record<Language, string>>;
  /** Instructions for buyers; null = none. */
  readonly url: string | null;
}

/**
 * Withdraws a product from sale in one commit; its page shows the reason (Regulation (EU) 2023/988, Art. 22 and 35).
 */
export function addRecall(writer: OfferWriter, { productId, at, reason, url }: Recall): void {
  writer.commit((commit) => {
    writer.database
      .prepare('insert or replace into recall (product_id, at, reason, url) values (?, ?, ?, ?)')
      .run(productId, at, JSON.stringify(reason), url);
    commit.touch(productId);
  });
}

/** Allows the sale again. Returns whether the product was recalled. */
export function removeRecall(writer: OfferWriter, productId: number): boolean {
  let changes: number | bigint = 0;
  writer.commit((commit) => {
    changes = writer.database.prepare('delete from recall where product_id = ?').run(productId).changes;
    if (changes !== 0) commit.touch(productId);
  });
  return changes !== 0;
}

export const listRecalls = ({ database }: OfferWriter): Recall[] =>
  database
    .prepare('select product_id, at, reason, url from recall order by at desc, product_id')
    .all()
    .map((row) => ({
      productId: Number(row.product_id),
      at: Number(row.at),
      reason: JSON.parse(String(row.reason)),
      url: row.url === null ? null : String(row.url),
    }));
