import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shopRow } from '../../../test/fixtures/marketplace/offer-store/shop-row.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { changeShop } from './change-shop.js';
import { LiveOffers } from './live-offers.js';
import { noPrice } from './offer-summary.js';
import type { OfferRow } from './offer-tables.js';
import { OfferWriter } from './offer-writer.js';

const products = 40;
const ids = Float64Array.from({ length: products }, (_, at) => at + 1);
/** Two catalogues: one sells pairs or fours, one single pieces. */
const catalogues = [3, 5].map((step) =>
  Uint16Array.from({ length: products + 1 }, (_, id) => (id % step === 0 ? 2 : id % 7 === 0 ? 4 : 0)),
);

let dataDir: string;
let writer: OfferWriter;
let reader: LiveOffers;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'elsewhere-'));
  writer = new OfferWriter(dataDir, () => ({ flags: 0, leaf: 1, packs: 1 }), testClock);
  for (let id = 1; id <= 4; id++) setShop(id, 100 * id, ['DE', 'PL', 'CH']);
  reader = LiveOffers.open(dataDir, true, testClock, 3600_000);
});
afterEach(async () => {
  await reader.close();
  writer.close();
  rmSync(dataDir, { recursive: true });
});

let seed = 5;
function random(below: number): number {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
}

function setShop(id: number, tariff: number, countries: readonly string[]): void {
  changeShop(
    writer,
    shopRow(id, { rating: 2 + random(3) }),
    countries.map((country) => [country, tariff, 5000, 1, 2 + random(3)]),
  );
}

function changeOffers(): void {
  writer.commit((commit) => {
    for (let times = 0; times < 10; times++)
      commit.put(
        {
          ...{ product_id: 1 + random(products), shop_id: 1 + random(4), key: `k${random(60)}`, refund: 0 },
          ...{ price: 500 + 100 * random(30), surcharge: 100 * random(3), lowest30: null, condition: 'new' },
          ...{ stock: random(4), handling_min: 0, handling_max: 1 + random(2) },
        },
        null,
        [],
      );
  });
}

/** Totals, shops and days of the best offers, computed from the rows. */
function expected(country: string, packsOf: (id: number) => number): unknown[] {
  const rows = writer.database.prepare('select * from offer where withheld = 0').all() as unknown as OfferRow[];
  return Array.from(ids, (id) => {
    const packs = packsOf(id);
    const deliveries = rows.flatMap((row) => {
      const rate = row.product_id === id ? reader.shops.rate(row.shop_id, country) : null;
      if (!rate) return [];
      const isFree = rate.freeFrom !== null && row.price * packs >= rate.freeFrom;
      const total = (row.price + row.surcharge) * packs + (isFree ? 0 : rate.tariff);
      const days = row.handling_max + rate.daysMax;
      const rating = reader.shops.all.get(row.shop_id)?.rating ?? 0;
      return [{ row, total, days, order: [row.stock < packs ? 1 : 0, total, days, -rating, row.id] }];
    });
    const better = (one: readonly number[], other: readonly number[]): number => {
      const at = one.findIndex((value, index) => value !== other[index]);
      return (one[at] ?? 0) - (other[at] ?? 0);
    };
    const [best] = deliveries.sort((one, other) => better(one.order, other.order));
    return best ? [id, best.total, best.row.shop_id, best.days] : [id, noPrice, 0, 0xff];
  });
}

test('lists for a country without edition match the rows, for one pack and for the usual packs', async () => {
  for (let round = 0; round < 60; round++) {
    changeOffers();
    if (round % 9 === 8) setShop(1 + random(4), 100 * random(9), ['DE', 'PL', 'CH'].slice(random(3)));
    const usualPacks = catalogues[round % 5 === 4 ? 1 : 0] as Uint16Array;
    reader.look();
    const elsewhere = await reader.bestElsewhere(['PL', 'CH'], ids, usualPacks);
    for (const country of ['PL', 'CH']) {
      const kept = await reader.bestTo(country, ids, usualPacks);
      const once = elsewhere.get(country);
      const amounts = [
        [(): number => 1, kept, once],
        [(id: number): number => usualPacks[id] || 1, kept.usual, once?.usual],
      ] as const;
      for (const [packsOf, own, other] of amounts) {
        const right = expected(country, packsOf);
        expect(Array.from(ids, (id) => [id, own.totals[id], own.shops[id], own.daysMax[id]])).toEqual(right);
        expect(Array.from(ids, (id, at) => [id, other?.totals[at], other?.shops[at], other?.daysMax[at]])).toEqual(
          right,
        );
      }
    }
  }
});
