import type { DatabaseSync } from 'node:sqlite';
import { type OfferSummary, packSummary, summaryBytes } from './offer-summary.js';

/** Products of a block of summaries. */
export const blockSize = 1024;
/** Bytes of one entry of `change.best`: the product's id and its summary. */
export const bestBytes = 4 + summaryBytes;

export const isAssortment = 1;
export const isTariffs = 2;

/** What one commit has changed. */
export interface CommitLog {
  readonly products: readonly number[];
  readonly best: ReadonlyMap<number, OfferSummary>;
  readonly leaves: ReadonlySet<number>;
  readonly shops: ReadonlySet<number>;
  /** `isAssortment`, `isTariffs`. */
  readonly flags: number;
}

export const packIds = (ids: Iterable<number>): Uint8Array => new Uint8Array(Uint32Array.from(ids).buffer);

export function unpackIds(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(new Uint8Array(bytes).buffer);
}

/** Entries of `change.best`. */
export function packBest(best: ReadonlyMap<number, OfferSummary>): Uint8Array {
  const bytes = new Uint8Array(best.size * bestBytes);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [product, summary] of best) {
    view.setUint32(at, product, true);
    packSummary(summary, view, at + 4);
    at += bestBytes;
  }
  return bytes;
}

/** How long the log is kept for those who ask what has changed, in milliseconds. */
const keptMs = 10 * 60_000;

/**
 * Works the log into the blocks of summaries, and forgets commits that nobody will ask for. To be called in a
 * transaction; costs what has changed since the last time.
 */
export function foldLog(database: DatabaseSync, now: number): void {
  const metaOf = (name: string): number =>
    Number(database.prepare('select value from meta where key = ?').get(name)?.value ?? 0);
  const set = database.prepare('update meta set value = ? where key = ?');
  const folded = metaOf('folded');
  const last = Number(database.prepare('select max(number) as number from change').get()?.number ?? folded);
  if (last > folded) {
    foldBest(database, folded);
    set.run(String(last), 'folded');
  }
  const floor = Number(
    database.prepare('select max(number) as number from change where at < ? and number < ?').get(now - keptMs, last)
      ?.number ?? 0,
  );
  if (floor <= metaOf('floor')) return;
  database.prepare('delete from change where number <= ?').run(floor);
  set.run(String(floor), 'floor');
}

function foldBest(database: DatabaseSync, folded: number): void {
  const latest = new Map<number, Map<number, Uint8Array>>();
  const rows = database.prepare('select best from change where number > ? order by number');
  for (const { best } of rows.iterate(folded)) {
    for (const [product, summary] of entriesOf(best as Uint8Array)) {
      const number = Math.floor(product / blockSize);
      const block = latest.get(number) ?? new Map<number, Uint8Array>();
      latest.set(number, block);
      block.set(product % blockSize, summary.slice());
    }
  }
  const read = database.prepare('select data from best_block where block = ?');
  const write = database.prepare('insert or replace into best_block (block, data) values (?, ?)');
  for (const [number, summaries] of latest) {
    const known = read.get(number)?.data as Uint8Array | undefined;
    const data = known ? new Uint8Array(known) : emptyBlock();
    for (const [place, summary] of summaries) data.set(summary, place * summaryBytes);
    write.run(number, data);
  }
}

/** Products and their packed summaries. */
export function* entriesOf(best: Uint8Array): Iterable<[product: number, summary: Uint8Array]> {
  const view = new DataView(best.buffer, best.byteOffset, best.byteLength);
  for (let at = 0; at < best.length; at += bestBytes)
    yield [view.getUint32(at, true), best.subarray(at + 4, at + bestBytes)];
}

function emptyBlock(): Uint8Array {
  const bytes = new Uint8Array(blockSize * summaryBytes);
  const view = new DataView(bytes.buffer);
  const nothing: OfferSummary = {
    best: [null, null, null, null, null, null],
    reductions: [0, 0, 0, 0, 0, 0],
    lowest: null,
    reach: [0, 0],
  };
  for (let place = 0; place < blockSize; place++) packSummary(nothing, view, place * summaryBytes);
  return bytes;
}
