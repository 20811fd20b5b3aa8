import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import { offersOfEngine } from '../../../test/fixtures/marketplace/offer-commits/offers-of-engine.js';
import { shopRow } from '../../../test/fixtures/marketplace/offer-store/shop-row.js';
import { type DeliveredOffer, OfferModel } from '../../../test/fixtures/marketplace/prices/offer-model.js';
import { RandomChanges } from '../../../test/fixtures/marketplace/prices/random-changes.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { sorts } from '../../contract/articles.js';
import { encodeFilters } from '../../contract/filters.js';
import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { listDirectory } from '../catalogue/directory.js';
import { list } from '../catalogue/listing.js';
import { fillLeafColumns, fillProductLists } from '../catalogue-file/fill-leaf-columns.js';
import type { Generation } from '../generation/generation.js';
import { changeShop } from '../offer-store/change-shop.js';
import { OfferWriter } from '../offer-store/offer-writer.js';
import { fillProductFlags, productFacts } from '../offer-store/product-flags.js';
import { getShop } from '../shops/shop-page.js';
import { listOffers } from './offers.js';
import { largestReduction } from './reduction.js';

/** Compares responses from the columns of best offers with results computed from the rows of all offers. */
interface Part {
  readonly id: number;
  readonly category: number;
  readonly popularity: number;
  readonly number: string;
}

const rounds = process.env.TEST_LONG === '1' ? 25 : 6;
let dataDir: string;
let generation: Generation;
let writer: OfferWriter;
let parts: Part[];
let random: RandomChanges;
let catalogue: DatabaseSync;
const engine = offersOfEngine();
beforeAll(async () => {
  await engine.begin();
  dataDir = mkdtempSync(join(tmpdir(), 'answers-'));
  const file = writeCatalogue(dataDir, { generation: 'g1' });
  catalogue = new DatabaseSync(join(dataDir, file));
  // Several products have the same popularity.
  catalogue.exec('update product set popularity = 1 + id % 5');
  // Discs are bought in pairs: some packs have two or more, some have no size.
  catalogue.exec(`
    update category set usual_quantity = 2 where id = ${ids.discs};
    update product set attributes = json_insert(attributes, '$[#]', json_array('packSize', cast(id % 4 as text), null))
      where category_id = ${ids.discs} and id % 4 > 0;
  `);
  fillProductLists(catalogue);
  fillLeafColumns(catalogue);
  fillProductFlags(catalogue);
  parts = catalogue
    .prepare('select id, category_id as category, popularity, norm_number as number from product')
    .all() as unknown as Part[];
  parts.sort((a, b) => b.popularity - a.popularity || a.id - b.id);
  writer = new OfferWriter(dataDir, productFacts(catalogue), testClock);
  writer.commit((commit) => {
    for (const { id } of parts) commit.touch(id);
  });
  random = new RandomChanges(
    writer,
    parts.map(({ id }) => id),
  );
  generation = await openCatalogue(dataDir, 'g1', file);
});
afterAll(async () => {
  await generation?.close();
  writer?.close();
  catalogue?.close();
  await engine.end(dataDir);
  rmSync(dataDir, { recursive: true });
});

const key = (delivered: DeliveredOffer | undefined, sort: string, model: OfferModel): number[] => {
  if (!delivered) return [Number.POSITIVE_INFINITY];
  if (sort === 'price') return [delivered.total];
  if (sort === 'price-desc') return [-delivered.total];
  if (sort === 'rating') return [-model.rating(delivered.row.shop_id)];
  return sort === 'delivery' ? [delivered.max, delivered.min] : [0];
};
function compare(a: readonly number[], b: readonly number[]): number {
  const place = a.findIndex((value, index) => value !== b[index]);
  return place === -1 ? 0 : (a[place] ?? 0) < (b[place] ?? 0) ? -1 : 1;
}
/** Sorts parts; equal ones stay in the order of popularity. */
const ordered = (some: readonly Part[], keyOf: (part: Part) => number[]): Part[] =>
  [...some].sort((a, b) => compare(keyOf(a), keyOf(b)));

const nothing = () => undefined;
const request = { locale: 'de-DE', first: 'x', second: 'x', page: 1 } as const;
const ask = (more: Partial<Request<'listing'>> & { tail: string }): Promise<Wire<'listing'>> =>
  list(generation, { ...request, country: 'DE', sort: 'popularity', ...more }, nothing);
const idsOf = (listing: Wire<'listing'>): number[] => listing.spareParts.map(({ id }) => Number(id));

/** Packs of a disc that its leaf is priced for; one of everything else. */
const packsOf = (id: number): number =>
  parts.some((part) => part.id === id && part.category === ids.discs) ? ([2, 2, 1, 1][id % 4] ?? 1) : 1;
const isOf = (category: number) => (part: Part) => part.category === category;

async function expectLists(model: OfferModel, country: string): Promise<void> {
  const discs = parts.filter(isOf(ids.discs));
  const brakes = parts.filter(({ category }) => category === ids.discs || category === ids.pads);
  const best = (packs: (id: number) => number) =>
    new Map(parts.map(({ id }) => [id, model.deliveries(model.sold, id, country, packs(id))[0]]));
  const [usual, single] = [best(packsOf), best(() => 1)];
  for (const sort of sorts) {
    for (const [tail, some, own, packs] of [
      [`--${ids.discs}`, discs, usual, packsOf],
      [`3-5001-${ids.brakes}`, brakes, single, () => 1],
      ['---1', parts.filter(({ id }) => brandOf(id) === 1), single, () => 1],
    ] as const) {
      const keyOf = ({ id }: Part) => key(own.get(id), sort, model);
      const listing = await ask({ tail, sort, country });
      const expected = ordered(some, keyOf).slice(0, 20);
      expect([tail, sort, idsOf(listing)]).toEqual([tail, sort, expected.map(({ id }) => id)]);
      for (const shown of listing.spareParts) expectPrice(model, shown, country, packs(Number(shown.id)));
    }
  }
}
const brandOf = (id: number): number =>
  Number(catalogue.prepare('select brand_id from product where id = ?').get(id)?.brand_id);

function expectPrice(
  model: OfferModel,
  shown: Wire<'listing'>['spareParts'][number],
  country: string,
  packs: number,
): void {
  const deliveries = model.deliveries(model.soldNow, Number(shown.id), country, packs);
  const [best] = deliveries;
  if (best) expect([shown.id, shown.packs, shown.isShort]).toEqual([shown.id, packs, best.short]);
  expect([shown.id, shown.offerId, shown.lowestTotal, shown.lowestPrice, shown.offerCount, shown.deliveryDays]).toEqual(
    best
      ? [
          shown.id,
          String(best.row.id),
          best.total / 100,
          best.row.price / 100,
          deliveries.length,
          { min: best.min, max: best.max },
        ]
      : [shown.id, null, null, null, 0, null],
  );
}

async function expectFacets(model: OfferModel, country: string): Promise<void> {
  const discs = parts.filter(isOf(ids.discs));
  const deliveries = discs.flatMap(({ id }) => model.deliveries(model.sold, id, country, packsOf(id))[0] ?? []);
  const { filters } = await ask({ tail: `--${ids.discs}`, country });
  const counts = (name: string) => {
    const found = filters.find((filter) => filter.key === name)?.attributes ?? [];
    return Object.fromEntries(found.map(({ value, count }) => [value, count]));
  };
  const some = (entries: [string, number][]) => Object.fromEntries(entries.filter(([, count]) => count > 0));
  expect(counts('delivery_days')).toEqual(
    some([1, 2, 3, 5].map((days) => [String(days), deliveries.filter(({ max }) => max <= days).length])),
  );
  expect(counts('shop_rating')).toEqual(
    some(
      [4.5, 4].map((stars) => [
        String(stars),
        deliveries.filter(({ row }) => model.rating(row.shop_id) >= stars).length,
      ]),
    ),
  );
  const reach = discs.map(({ id }) => {
    const shops = model.sold.filter(({ product_id }) => product_id === id).map(({ shop_id }) => shop_id);
    return new Set(shops.flatMap((shop) => model.countriesOf(shop)));
  });
  const reached = [...new Set(reach.flatMap((each) => [...each]))];
  expect(counts('delivery_country')).toEqual(
    some(reached.map((each) => [each, reach.filter((set) => set.has(each)).length])),
  );
  const totals = deliveries.map(({ total }) => total / 100);
  const [min, max] = [Math.min(...totals), Math.max(...totals)];
  expect(filters.find((filter) => filter.key === 'price')?.range ?? null).toEqual(
    max > min ? { min, max, from: null, to: null } : null,
  );
  const from = 20 + random.number(20);
  const f = encodeFilters([{ key: 'price', values: [`${from}-${from + 10}`] }]);
  const within = totals.filter((total) => total >= from && total <= from + 10);
  expect((await ask({ tail: `--${ids.discs}`, country, f })).resultCount).toBe(within.length);
}

async function expectReduction(model: OfferModel, country: string): Promise<void> {
  const inLeaf = new Set(parts.filter(isOf(ids.discs)).map(({ id }) => id));
  const reductions = model.sold
    .filter((row) => inLeaf.has(row.product_id) && row.stock > 0 && (row.lowest30 ?? 0) > row.price)
    .filter((row) => model.delivered(row, country))
    .flatMap((row) => model.now(row) ?? [])
    .map(({ price, lowest30 }) => (lowest30 ? Math.floor(100 - (100 * price) / lowest30) : 0));
  const asked = { ...request, categoryId: String(ids.discs), country };
  const context = { announceEnd: nothing, dependsOn: nothing };
  expect(await largestReduction(generation, asked, context)).toEqual({ percent: Math.max(0, ...reductions) });
}

async function expectShops(model: OfferModel, country: string): Promise<void> {
  const partOf = new Map(parts.map((part) => [part.id, part]));
  for (const { id: shop, slug } of generation.offers.shops.all.values()) {
    const own = model.sold.filter(({ shop_id, product_id }) => shop_id === shop && partOf.has(product_id));
    const isCheapest = (id: number, product: number) =>
      model.deliveries(model.sold, product, country)[0]?.row.id === id;
    const rank = own
      .map((row) => ({ row, isCheapest: isCheapest(row.id, row.product_id), part: partOf.get(row.product_id) }))
      .sort(
        (a, b) =>
          Number(b.isCheapest) - Number(a.isCheapest) ||
          (b.part?.popularity ?? 0) - (a.part?.popularity ?? 0) ||
          a.row.id - b.row.id,
      )
      .slice(0, 12)
      .flatMap(({ row }) => model.now(row) ?? []);
    const first = [...Map.groupBy(rank, ({ product_id }) => product_id).values()].flatMap(([row]) => row ?? []);
    const expected = first.flatMap((row) => {
      const delivered = model.delivered(row, country);
      return delivered
        ? [[String(row.id), delivered.total / 100, model.deliveries(model.soldNow, row.product_id, country).length]]
        : [];
    });
    const page = await getShop(generation, { ...request, slug, country }, nothing);
    expect([slug, page.offerCount]).toEqual([slug, own.length]);
    expect([slug, page.bestOffers.map((part) => [part.offerId, part.lowestTotal, part.offerCount])]).toEqual([
      slug,
      expected,
    ]);
  }
}

/** The best rated shop comes first, and of equal ones that with more ratings. */
async function expectSellers(model: OfferModel, country: string): Promise<void> {
  const all = [...generation.offers.shops.all.values()];
  all.sort((a, b) => b.rating - a.rating || b.rating_count - a.rating_count || a.id - b.id);
  const context = { announceEnd: nothing, dependsOn: nothing };
  for (const { id } of parts.filter(isOf(ids.discs))) {
    const sellers = new Set(model.soldNow.filter((row) => row.product_id === id).map((row) => row.shop_id));
    const { shops } = await listOffers(
      generation,
      { ...request, sparePartId: String(id), quantity: 1, country },
      context,
    );
    const expected = all.filter((shop) => sellers.has(shop.id)).map((shop) => String(shop.id));
    expect([id, shops.map((shop) => shop.id)]).toEqual([id, expected]);
  }
}

test(`${rounds} random changes of offers, shops and tariffs: the next responses match the rows`, async () => {
  let reduced = 0;
  for (let round = 0; round < rounds; round++) {
    for (let count = 1 + random.number(8); count > 0; count--) random.changeSomething();
    generation.offers.look();
    const model = new OfferModel(dataDir);
    const country = random.pick(['DE', 'FR', 'AT']);
    await expectLists(model, country);
    await expectFacets(model, country);
    // These countries have no edition.
    const elsewhere = random.pick(['PL', 'CH']);
    await expectLists(model, elsewhere);
    await expectFacets(model, elsewhere);
    for (const each of [country, 'PL']) await expectReduction(model, each);
    await expectShops(model, country);
    await expectSellers(model, country);
    const directory = await listDirectory(generation, { kind: 'articles', ...request, country }, nothing);
    const sold = parts
      .filter(({ id }) => model.deliveries(model.sold, id, 'DE').length > 0)
      .sort((a, b) => a.id - b.id);
    const numbers = directory.entries.map((entry) => ('number' in entry ? entry.number : ''));
    expect(numbers).toEqual(sold.map(({ number }) => number));
    reduced += model.sold.filter(({ lowest30, price }) => (lowest30 ?? 0) > price).length;
  }
  expect(reduced).toBeGreaterThan(rounds);
});

test('the next response has a changed price, and no withheld offer', async () => {
  const cheapest = async () => {
    generation.offers.look();
    return (await ask({ tail: `--${ids.discs}`, sort: 'price' })).spareParts[0]?.lowestTotal;
  };
  const put = (price: number, shop: number) =>
    writer.commit((commit) =>
      commit.put(
        {
          ...{ product_id: 1020, shop_id: shop, key: 'changing', price, refund: 0, surcharge: 0, lowest30: null },
          condition: 'new',
          ...{ stock: 2, handling_min: 1, handling_max: 1 },
        },
        null,
        [],
      ),
    );
  changeShop(writer, shopRow(7), [['DE', 0, null, 1, 1]]);
  put(1, 7);
  // The leaf is priced for pairs.
  expect(await cheapest()).toBe(0.02);
  put(99_999, 7);
  expect(await cheapest()).not.toBe(0.02);
  put(1, 7);
  expect(await cheapest()).toBe(0.02);
  catalogue.exec('insert into product_flags values (1020, 2) on conflict do update set flags = 2');
  const judge = new OfferWriter(dataDir, productFacts(catalogue), testClock);
  judge.commit((commit) => commit.touch(1020));
  judge.close();
  expect(await cheapest()).not.toBe(0.02);
  const listing = await ask({ tail: `--${ids.discs}`, sort: 'popularity' });
  expect(listing.spareParts.find(({ id }) => id === '1020')?.offerCount ?? 0).toBe(0);
});
