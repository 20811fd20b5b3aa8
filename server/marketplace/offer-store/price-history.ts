import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { editionCountries } from '../shipping/edition-countries.js';
import { noPrice } from './offer-summary.js';

const dayMs = 24 * 3600_000;
/** Days until prices are deleted, and until those of a week are merged. */
const keptDays = 365;
const dailyDays = 90;
const week = 7;

/** Days since 1970-01-01, UTC. */
export const dayOf = (at: number): number => Math.floor(at / dayMs);

/** Returns the date (ISO 8601). @param at milliseconds since 1970 */
export const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10);

interface Day {
  readonly day: number;
  readonly lows: Uint32Array;
  lasts: Uint32Array;
}

/**
 * Writes the lowest prices of products by day. A fold of the log writes a day with all its products; a day without a
 * change costs nothing.
 */
export class PriceHistory {
  readonly #days = new Map<number, Map<number, Day>>();
  readonly #read: StatementSync;

  constructor(private readonly database: DatabaseSync) {
    this.#read = database.prepare('select lows, lasts from price_history where day = ? and product_id = ?');
  }

  /** @param before totals until `at`, which also count for its day @param after totals from then on */
  addChange(product: number, at: number, before: Uint32Array, after: Uint32Array): void {
    const day = dayOf(at);
    const products = this.#days.get(day) ?? new Map<number, Day>();
    this.#days.set(day, products);
    const known = products.get(product) ?? this.#known(day, product) ?? { day, lows: before, lasts: before };
    products.set(product, { day, lows: lower(known.lows, after), lasts: after });
  }

  write(): void {
    const write = this.database.prepare(
      'insert or replace into price_history (day, product_id, lows, lasts) values (?, ?, ?, ?)',
    );
    const note = this.database.prepare('insert or ignore into history_day (day) values (?)');
    for (const [day, products] of this.#days) {
      note.run(day);
      for (const [product, { lows, lasts }] of [...products].sort(([a], [b]) => a - b))
        write.run(day, product, bytesOf(lows), bytesOf(lasts));
    }
    const last = Math.max(...this.#days.keys());
    if (Number.isFinite(last)) thinOut(this.database, last);
  }

  #known(day: number, product: number): Day | null {
    const row = this.#read.get(day, product);
    return row ? { day, lows: numbersOf(row.lows), lasts: numbersOf(row.lasts) } : null;
  }
}

/** The lowest total from a day (ISO 8601, UTC) on; null = nobody shipped it there. */
export interface PriceStep {
  readonly from: string;
  readonly total: number | null;
}

/**
 * Returns the lowest prices of a product to an edition country for a year, one step per change. Before the last three
 * months, a step is the lowest of a week. Empty for other countries.
 */
export function readPriceHistory(database: DatabaseSync, productId: number, country: string): PriceStep[] {
  const index = editionCountries.map(String).indexOf(country);
  if (index < 0) return [];
  const rows = database
    .prepare(
      `select h.day, lows, lasts from history_day d join price_history h on h.day = d.day and h.product_id = ?
       order by d.day`,
    )
    .all(productId);
  const steps: PriceStep[] = [];
  const step = (day: number, price: number): void => {
    const from = dayText(day * dayMs);
    const total = price === noPrice ? null : price;
    if (steps.at(-1)?.from === from) steps.pop();
    if (steps.length === 0 || steps.at(-1)?.total !== total) steps.push({ from, total });
  };
  for (const { day, lows, lasts } of rows) {
    step(Number(day), numbersOf(lows)[index] as number);
    step(Number(day) + 1, numbersOf(lasts)[index] as number);
  }
  return steps;
}

/** Returns whether the latest day before today has a price to an edition country. */
export function hasPriceHistory(database: DatabaseSync, productId: number, country: string, now: number): boolean {
  const index = editionCountries.map(String).indexOf(country);
  if (index < 0) return false;
  const row = database
    .prepare(
      `select lows, lasts from history_day d join price_history h on h.day = d.day and h.product_id = ?
       where d.day < ? order by d.day desc limit 1`,
    )
    .get(productId, dayOf(now));
  return row !== undefined && [row.lows, row.lasts].some((day) => numbersOf(day)[index] !== noPrice);
}

/** Merges the days of old weeks and deletes days older than a year, except for their last price. */
function thinOut(database: DatabaseSync, today: number): void {
  const weekOf = (day: number): number => Math.floor(day / week) * week;
  const oldest = weekOf(today - keptDays);
  const days = database
    .prepare('select day from history_day where day < ? order by day')
    .all(weekOf(today - dailyDays))
    .map(({ day }) => Number(day));
  // The later of several deleted days counts.
  for (const day of days.filter((each) => each < oldest).reverse()) move(database, day, oldest, true);
  for (const day of days) if (day > oldest && weekOf(day) !== day) move(database, day, weekOf(day), false);
}

/** @param isOver keeps only the prices at the end of the day, unless later ones exist */
function move(database: DatabaseSync, from: number, to: number, isOver: boolean): void {
  const find = database.prepare('select lows from price_history where day = ? and product_id = ?');
  const write = database.prepare(
    'insert or replace into price_history (day, product_id, lows, lasts) values (?, ?, ?, ?)',
  );
  for (const { product_id, lows, lasts } of database.prepare('select * from price_history where day = ?').all(from)) {
    const known = find.get(to, Number(product_id));
    if (known && isOver) continue;
    const own = numbersOf(isOver ? lasts : lows);
    const merged = known ? lower(numbersOf(known.lows), own) : own;
    write.run(to, Number(product_id), bytesOf(merged), lasts as Uint8Array);
  }
  database.prepare('delete from price_history where day = ?').run(from);
  database.prepare('delete from history_day where day = ?').run(from);
  database.prepare('insert or ignore into history_day (day) values (?)').run(to);
}

/** A loop, because a fold calls it for each product with another best offer. */
function lower(one: Uint32Array, other: Uint32Array): Uint32Array {
  const lows = new Uint32Array(one.length);
  for (let index = 0; index < lows.length; index++)
    lows[index] = Math.min(one[index] as number, other[index] as number);
  return lows;
}
const bytesOf = (numbers: Uint32Array): Uint8Array =>
  new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
const numbersOf = (bytes: unknown): Uint32Array => new Uint32Array(new Uint8Array(bytes as Uint8Array).buffer);
