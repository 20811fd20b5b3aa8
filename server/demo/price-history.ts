import type { DatabaseSync } from 'node:sqlite';
import { noPrice, summaryBytes, totalsOf } from '../marketplace/offer-store/offer-summary.js';
import { PriceHistory } from '../marketplace/offer-store/price-history.js';
import { blockSize } from '../marketplace/offer-store/summary-blocks.js';
import type { SeededRandom } from './seeded-random.js';

/** Fewest offers of a product that gets a price history. */
const leastOffers = 12;
const dayMs = 24 * 3600_000;
const daysOfYear = 360;
const usualChange = 0.05;

/**
 * Invents prices of the last year for products with many offers, since the demonstration has no past. They end with
 * today's prices; a country without a price today has none in the past. To be called after all offers are written.
 * @param now milliseconds since 1970
 */
export function writePriceHistory(database: DatabaseSync, dice: SeededRandom, now: number): void {
  const history = new PriceHistory(database);
  const blocks = database.prepare('select data from best_block where block = ?');
  const products = database
    .prepare(
      'select product_id as id from offer where withheld = 0 group by product_id having count(*) >= ? order by id',
    )
    .all(leastOffers);
  for (const product of products) {
    const id = Number(product.id);
    const data = blocks.get(Math.floor(id / blockSize))?.data as Uint8Array | undefined;
    if (!data) continue;
    const from = (id % blockSize) * summaryBytes;
    const today = totalsOf(data.subarray(from, from + summaryBytes));
    const own = dice.about('history', id);
    const count = own.int(4, 9, 'changes');
    const days = Array.from({ length: count }, (_, change) => own.int(1, daysOfYear, 'day', change)).sort(
      (a, b) => b - a,
    );
    const totalsAfter = (change: number): Uint32Array =>
      change === count - 1 ? today : scaled(today, own.lognormal(usualChange, 'factor', change));
    for (const [change, day] of days.entries())
      history.addChange(id, now - day * dayMs, totalsAfter(change - 1), totalsAfter(change));
  }
  database.exec('begin immediate');
  history.write();
  database.exec('commit');
}

const scaled = (totals: Uint32Array, factor: number): Uint32Array =>
  totals.map((total) => (total === noPrice ? noPrice : Math.round(total * factor)));
