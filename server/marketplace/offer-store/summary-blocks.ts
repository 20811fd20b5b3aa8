import type { DatabaseSync } from 'node:sqlite';
import { blockSize, emptyBlock } from './offer-log.js';
import { type OfferSummary, packSummary, summaryBytes } from './offer-summary.js';

/** The summaries of all products, for who works them out from all offers. */
export class SummaryBlocks {
  readonly #blocks = new Map<number, Uint8Array>();

  put(product: number, summary: OfferSummary): void {
    const number = Math.floor(product / blockSize);
    const block = this.#blocks.get(number) ?? emptyBlock();
    this.#blocks.set(number, block);
    packSummary(summary, new DataView(block.buffer), (product % blockSize) * summaryBytes);
  }

  /** To be called in a transaction that has emptied the log. */
  write(database: DatabaseSync): void {
    const insert = database.prepare('insert into best_block (block, data) values (?, ?)');
    for (const [block, data] of this.#blocks) insert.run(block, data);
  }
}
