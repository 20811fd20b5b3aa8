import type { DatabaseSync } from 'node:sqlite';
import { type OfferSummary, packSummary, summaryBytes } from './offer-summary.js';

/** Products of a block of summaries. */
export const blockSize = 1024;

const unsold: OfferSummary = {
  best: [null, null, null, null, null, null],
  usual: [null, null, null, null, null, null],
  reductions: [0, 0, 0, 0, 0, 0],
  lowest: null,
  reach: [0, 0],
};

export function packed(summary: OfferSummary): Uint8Array {
  const bytes = new Uint8Array(summaryBytes);
  packSummary(summary, new DataView(bytes.buffer), 0);
  return bytes;
}
/** Summary of a product that nobody sells. */
export const packedUnsold = packed(unsold);

/** The packed summaries of all products, in blocks. */
export class SummaryBlocks {
  readonly #blocks = new Map<number, Uint8Array>();

  /** @param stored a block that begins as it is stored; left out, all begin without a sold product */
  constructor(private readonly stored: (block: number) => unknown = () => undefined) {}

  /** The bytes of a product, in place. */
  of(product: number): Uint8Array {
    const number = Math.floor(product / blockSize);
    let block = this.#blocks.get(number);
    if (!block) {
      const stored = this.stored(number);
      block = new Uint8Array(blockSize * summaryBytes);
      for (let place = 0; place < blockSize && !stored; place++) block.set(packedUnsold, place * summaryBytes);
      if (stored) block.set(stored as Uint8Array);
      this.#blocks.set(number, block);
    }
    const at = (product % blockSize) * summaryBytes;
    return block.subarray(at, at + summaryBytes);
  }

  put(product: number, summary: OfferSummary): void {
    const { buffer, byteOffset } = this.of(product);
    packSummary(summary, new DataView(buffer), byteOffset);
  }

  /** Writes what was looked at; to be called in a transaction. */
  write(database: DatabaseSync): void {
    const put = database.prepare('insert or replace into best_block (block, data) values (?, ?)');
    for (const [block, data] of this.#blocks) put.run(block, data);
  }

  /** The summaries that were looked at, and their neighbours. */
  *all(): Iterable<Uint8Array> {
    for (const block of this.#blocks.values())
      for (let at = 0; at < block.length; at += summaryBytes) yield block.subarray(at, at + summaryBytes);
  }
}

/** Blocks as they are stored, without the commits of the log that came later. */
export function storedBlocks(database: DatabaseSync): SummaryBlocks {
  const read = database.prepare('select data from best_block where block = ?');
  return new SummaryBlocks((block) => read.get(block)?.data);
}
