import type { DatabaseSync } from 'node:sqlite';
import { type TextTagKind, textTagKinds } from '../../contract/offer-tags.js';
import { type OfferSummary, packSummary, summaryBytes, totalsOf } from './offer-summary.js';
import { PriceHistory } from './price-history.js';
import { keepShopIds } from './stored-shops.js';
import { storedBlocks } from './summary-blocks.js';

/** Bytes of an entry of `change.best`: product id and summary. */
export const bestBytes = 4 + summaryBytes;

export const isAssortment = 1;
export const isTariffs = 2;
export const isTexts = 4;

/** Ids whose texts have changed, by kind. */
export type ChangedTexts = Readonly<Record<TextTagKind, readonly number[]>>;

export interface CommitLog {
  readonly products: readonly number[];
  readonly best: ReadonlyMap<number, OfferSummary>;
  readonly leaves: ReadonlySet<number>;
  readonly shops: ReadonlySet<number>;
  /** Kinds of the commit: `isAssortment`, `isTariffs`, `isTexts`. */
  readonly flags: number;
  readonly texts: ChangedTexts | null;
}

export const packIds = (ids: Iterable<number>): Uint8Array => new Uint8Array(Uint32Array.from(ids).buffer);

export function unpackIds(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(new Uint8Array(bytes).buffer);
}

export const packTexts = (texts: ChangedTexts | null): string => (texts ? JSON.stringify(texts) : '');

/** Merges the texts of several commits. @param packed texts of the commits */
export function unpackTexts(packed: Iterable<string>): Record<TextTagKind, number[]> {
  const all = { category: new Set<number>(), trader: new Set<number>(), name: new Set<number>() };
  for (const text of packed) {
    if (text === '') continue;
    const texts: ChangedTexts = JSON.parse(text);
    for (const kind of textTagKinds) for (const id of texts[kind]) all[kind].add(id);
  }
  return { category: [...all.category], trader: [...all.trader], name: [...all.name] };
}

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

/** Milliseconds that the log keeps commits. */
const keptMs = 10 * 60_000;

/**
 * Folds the log into the blocks of summaries and deletes old commits. Call it in a transaction. The time depends on the
 * changes since the last call.
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
  const blocks = storedBlocks(database);
  const history = new PriceHistory(database);
  const rows = database.prepare('select at, best from change where number > ? order by number');
  for (const { at, best } of rows.iterate(folded))
    for (const [product, summary] of entriesOf(best as Uint8Array)) {
      history.addChange(product, Number(at), totalsOf(blocks.of(product)), totalsOf(summary));
      blocks.of(product).set(summary);
    }
  blocks.write(database);
  history.write();
}

/** Yields products and their packed summaries. */
export function* entriesOf(best: Uint8Array): Iterable<[product: number, summary: Uint8Array]> {
  const view = new DataView(best.buffer, best.byteOffset, best.byteLength);
  for (let at = 0; at < best.length; at += bestBytes)
    yield [view.getUint32(at, true), best.subarray(at + 4, at + bestBytes)];
}

/** Deletes the log and all summaries; numbers of commits are not reused. */
export const emptyLog = `
  insert or replace into meta
    select 'folded', coalesce((select max(number) from change), (select value from meta where key = 'folded'));
  update meta set value = (select value from meta where key = 'folded') where key = 'floor';
  delete from best_block; delete from change;
`;

const emptyTables = `
  ${emptyLog}
  delete from offer; delete from offer_product; delete from offer_change; delete from shop; delete from shop_rate;
  update offer_key set product_id = 0, hash = null where product_id <> 0;
`;

/** Deletes all shops and offers within a transaction; ids are not reused. */
export function emptyStore(database: DatabaseSync): void {
  keepShopIds(database, 'true');
  database.exec(emptyTables);
}
