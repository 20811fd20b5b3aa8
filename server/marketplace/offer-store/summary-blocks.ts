import type { DatabaseSync } from 'node:sqlite';
import { type OfferSummary, packSummary, summarise, summaryBytes } from './offer-summary.js';

/** Products in a block. */
export const blockSize = 1024;

export function packed(summary: OfferSummary): Uint8Array {
  const bytes = new Uint8Array(summaryBytes);
  packSummary(summary, new DataView(bytes.buffer), 0);
  return bytes;
}
/** Summary of a product without offers. */
export const packedUnsold = packed(summarise([], new Map()));

/** The packed summaries of all products in blocks. */
export class SummaryBlocks {
  readonly #blocks = new Map<number, Uint8Array>();

  /** @param stored returns a stored block; omitted = all blocks begin without offers */
  constructor(private readonly stored: (block: number) => unknown = () => undefined) {}

  /** Returns the bytes of a product, to be changed in place. */
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

  /** Writes the blocks that were used. Call it in a transaction. */
  write(database: DatabaseSync): void {
    const put = database.prepare('insert or replace into best_block (block, data) values (?, ?)');
    for (const [block, data] of this.#blocks) put.run(block, data);
  }

  /** Yields all summaries of the blocks that were used. */
  *all(): Iterable<Uint8Array> {
    for (const block of this.#blocks.values())
      for (let at = 0; at < block.length; at += summaryBytes) yield block.subarray(at, at + summaryBytes);
  }
}

/** Reads stored blocks, without the later commits of the log. */
export function storedBlocks(database: DatabaseSync): SummaryBlocks {
  const read = database.prepare('select data from best_block where block = ?');
  return new SummaryBlocks((block) => read.get(block)?.data);
}
