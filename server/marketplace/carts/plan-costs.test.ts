import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeOffers, writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import { runInTurn } from '../cart-plans/run-search.js';
import type { Generation } from '../generation/generation.js';
import type { OfferValues } from '../offer-store/offer-rows.js';
import { optimiseCart } from './optimise-cart.js';
import { readOffers, snapshotOf } from './read-offer.js';

/** Alpha ships for 5.90 €, free from 100 € on, in 1 to 3 days. Beta ships for 9.90 € in 3 to 6 days. */
const [alpha, beta] = [ids.offerOf(1001, 'A'), ids.offerOf(1001, 'B')];
let dataDir: string;
let file: string;
let generation: Generation;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'plan-costs-'));
  file = writeCatalogue(dataDir, { generation: 'g1' });
  generation = await openCatalogue(dataDir, 'g1', file);
});
afterAll(async () => {
  await generation.close();
  rmSync(dataDir, { recursive: true });
});

const usual = { price: 4000, surcharge: 0, refund: 0, stock: 500, handling_min: 0, handling_max: 1 };

/** Returns the offers that a plan moves lines of one disc to. */
async function moves(
  kind: 'cheapest' | 'fastest',
  { from, quantities, country = 'DE' }: { from: number; quantities: readonly number[]; country?: string },
  ...changes: readonly Partial<OfferValues>[]
): Promise<string[]> {
  changeOffers(dataDir, file, (writer) =>
    writer.commit((commit) => {
      for (const [at, id] of [alpha, beta].entries()) commit.change(1001, id, { ...usual, ...changes[at] }, null);
    }),
  );
  const entry = (await readOffers(generation, [from])).get(from);
  if (!entry) throw new Error(`no offer ${from}`);
  const snapshot = await snapshotOf(generation, entry, null, 'de-DE');
  const lines = quantities.map((quantity, at) => ({
    ...{ id: `line-${at}`, offer_id: from, quantity, seen_price: entry.offer.price, snapshot },
  }));
  const { plans } = await optimiseCart(generation, lines, country);
  return (plans.find((plan) => plan.kind === kind)?.replacements ?? []).map(({ to }) => to);
}

test('the cheapest plan counts deposits and surcharges', async () => {
  const two = { from: alpha, quantities: [2] };
  // 2 × 37 + 9.90 against 2 × 40 + 5.90.
  expect(await moves('cheapest', two, {}, { price: 3700 })).toEqual([String(beta)]);
  expect(await moves('cheapest', two, {}, { price: 3700, refund: 200 })).toEqual([]);
  expect(await moves('cheapest', two, {}, { price: 3700, surcharge: 200 })).toEqual([]);
});

test('a free parcel is earned by prices alone', async () => {
  const two = { from: beta, quantities: [2] };
  // 2 × (42 + 8.50) + 5.90 against 2 × 47 + 9.90.
  expect(await moves('cheapest', two, { price: 4200, surcharge: 850 }, { price: 4700 })).toEqual([]);
  expect(await moves('cheapest', two, { price: 5050 }, { price: 4700 })).toEqual([String(alpha)]);
});

test('the fastest plan counts the last day of each delivery', async () => {
  const one = { from: alpha, quantities: [1] };
  expect(await moves('fastest', one, {}, {})).toEqual([]);
  expect(await moves('fastest', one, { handling_max: 9 }, {})).toEqual([String(beta)]);
});

test('a plan moves no more pieces of an offer together than a line may have', async () => {
  const changes = [{}, { price: 3900 }];
  expect(await moves('cheapest', { from: alpha, quantities: [50, 49] }, ...changes)).toEqual(
    Array(2).fill(String(beta)),
  );
  expect(await moves('cheapest', { from: alpha, quantities: [50, 50] }, ...changes)).toEqual([String(beta)]);
});

test('lines that have more pieces of an offer together stay there', async () => {
  expect(await moves('cheapest', { from: beta, quantities: [60, 60] }, {}, { price: 3500 })).toEqual([]);
});

test('no line moves to a shop that does not ship to the country', async () => {
  const two = { from: alpha, quantities: [2] };
  const changes = [{}, { price: 1000 }];
  expect(await moves('cheapest', two, ...changes)).toEqual([String(beta)]);
  expect(await moves('cheapest', { ...two, country: 'AT' }, ...changes)).toEqual([]);
});

test('pieces that a line cannot have are left to another line', async () => {
  await moves('cheapest', { from: alpha, quantities: [1] }, { stock: 5 }, { stock: 2 });
  const lines = await Promise.all(
    [
      [alpha, 6],
      [beta, 3],
    ].map(async ([offer = 0, quantity = 0]) => {
      const entry = (await readOffers(generation, [offer])).get(offer);
      if (!entry) throw new Error(`no offer ${offer}`);
      const snapshot = await snapshotOf(generation, entry, null, 'de-DE');
      return { id: `line-${offer}`, offer_id: offer, quantity, seen_price: entry.offer.price, snapshot };
    }),
  );
  const { current, plans } = await optimiseCart(generation, lines, 'DE');
  expect(current).toMatchObject({ shops: [{ name: 'Alpha' }, { name: 'Beta' }], deliveryDays: { min: 3, max: 6 } });
  for (const { replacements } of plans)
    expect(replacements).toMatchObject([{ from: `line-${beta}`, to: String(alpha), sum: 120, previousSum: 120 }]);
});

test('a cart is refused while too many others are compared', async () => {
  const turn = Promise.withResolvers<void>();
  const others = Array.from({ length: 16 }, () => runInTurn(() => turn.promise));
  await expect(moves('cheapest', { from: alpha, quantities: [1] })).rejects.toMatchObject({ code: 'unavailable' });
  turn.resolve();
  await Promise.all(others);
});
