/** The two searches of `bench -- optimiser`, and their carts. */
import { build } from 'esbuild';
import type { LegacyHighs } from 'highs';
import type * as Problems from '../server/marketplace/cart-plans/basket-problem.ts';
import type { Problem, Tariff } from '../server/marketplace/cart-plans/basket-problem.ts';
import type * as Bounds from '../server/marketplace/cart-plans/branch-and-bound.ts';
import type * as Local from '../server/marketplace/cart-plans/local-search.ts';
import type * as Matrices from '../server/marketplace/cart-plans/offer-matrix.ts';
import type * as Baskets from '../test/fixtures/marketplace/cart-plans/random-baskets.ts';
import { dataFor, openCatalogue } from '../test/support/sized-catalogue.ts';
import { at } from './lib-run.ts';

/** A cart and its present choice of offers. */
export interface Cart {
  problem: Problem;
  current: readonly number[];
}
/** `cost` in cents; `isProven`: no choice is cheaper. */
export interface Found {
  cost: number;
  ms: number;
  isProven: boolean;
}

/** Bundles the search of the marketplace and the generator of its tests. */
async function sources(): Promise<typeof Matrices & typeof Bounds & typeof Local & typeof Problems & typeof Baskets> {
  const outfile = at('dist/bench-optimiser.mjs');
  const from = (name: string, file: string): string => `export { ${name} } from './${file}';`;
  const contents = [
    from('OfferMatrix', 'offer-matrix.ts'),
    from('cheapest', 'branch-and-bound.ts'),
    from('improve', 'local-search.ts'),
    from('totalOf', 'basket-problem.ts'),
    from('randomBasket, randomFrom', '../../../test/fixtures/marketplace/cart-plans/random-baskets.ts'),
  ].join('\n');
  const stdin = { contents, resolveDir: at('server/marketplace/cart-plans'), loader: 'ts' as const };
  await build({ stdin, outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'warning' });
  return import(outfile);
}

const { OfferMatrix, cheapest, improve, totalOf, randomBasket, randomFrom } = await sources();

/** Random carts with so many lines among forty shops. */
export function drawnCarts(lines: number, count: number): Cart[] {
  const random = randomFrom(lines);
  const carts: Cart[] = [];
  while (carts.length < count) {
    const basket = randomBasket(random, { lines, shops: 40, options: 20 });
    if (basket.problem.lines.length === lines) carts.push(basket);
  }
  return carts;
}

/** An offer: `price` in cents, `cost` with everything but the parcel, days until delivery. */
type Offer = ReturnType<typeof readOffer>;
function readOffer(row: Record<string, unknown>) {
  const of = (name: string): number => Number(row[name]);
  return {
    id: of('id'),
    shop: of('shop_id'),
    price: of('price'),
    cost: of('price') + of('surcharge') + of('refund'),
    days: of('handling_max') + of('days_max'),
  };
}

/** Carts with so many lines from the demonstration: products that most shops sell, with delivery to Germany. */
export function catalogueCarts(lines: number, count: number): Cart[] {
  const db = openCatalogue(dataFor('demo'));
  const products = db
    .prepare(
      'select product_id as id from offer where stock > 2 group by product_id order by count(*) desc, 1 limit 1000',
    )
    .all()
    .map(({ id }) => Number(id));
  const offersOf = db.prepare(
    `select offer.*, days_max from offer join shop_rate using (shop_id)
     where product_id = ? and country = 'DE' and stock > 2 and condition = 'new' order by offer.id`,
  );
  const rates = new Map(
    db
      .prepare("select shop_id, tariff, free_from as freeFrom from shop_rate where country = 'DE'")
      .all()
      .map(({ shop_id, tariff, freeFrom }): [number, Tariff] => [
        Number(shop_id),
        { tariff: Number(tariff), freeFrom: freeFrom === null ? null : Number(freeFrom) },
      ]),
  );
  const random = randomFrom(lines);
  const carts = Array.from({ length: count }, () => {
    const chosen = new Map<number, Offer[]>();
    while (chosen.size < lines) {
      const id = products[Math.floor(random() * products.length)] ?? 0;
      const offers = offersOf.all(id).map(readOffer);
      if (offers.length > 0) chosen.set(id, offers);
    }
    const shopIds = [...new Set([...chosen.values()].flatMap((offers) => offers.map((offer) => offer.shop)))];
    const problemLines = Array.from(chosen.values(), (offers) => {
      const pieces = 1 + Math.floor(random() * 2);
      const options = offers.map((offer) => ({
        offerId: offer.id,
        shop: shopIds.indexOf(offer.shop),
        cost: offer.cost * pieces,
        goods: offer.price * pieces,
        days: offer.days,
      }));
      return { pieces, options };
    });
    const shops = shopIds.flatMap((id) => rates.get(id) ?? []);
    const problem: Problem = { lines: problemLines, shops, capacity: new Map() };
    return { problem, current: problemLines.map(({ options }) => Math.floor(random() * options.length)) };
  });
  db.close();
  return carts;
}

/** Optimises a cart with the shop's optimiser, which the benches compare with HiGHS. */
export function ownSearch({ problem, current }: Cart, mostMs: number): Found {
  const began = performance.now();
  const matrix = new OfferMatrix(problem);
  const all = matrix.where(() => true);
  const start = matrix.placesOf(current);
  if (!start) throw new Error('the cart has an offer without stock');
  const { chosen, total } = improve(matrix, start, all);
  const best = { chosen, total };
  const search = cheapest(matrix, all, best);
  let isProven = false;
  while (!isProven && performance.now() - began < mostMs) isProven = search.next().done === true;
  return { cost: totalOf(problem, matrix.choiceOf(best.chosen)), ms: performance.now() - began, isProven };
}

/** HiGHS on the same cart: one offer for each line, and a parcel for each shop, which enough goods make free. */
export function highsSearch(highs: LegacyHighs, { problem }: Cart, mostMs: number): Found {
  const start = performance.now();
  // Costs are whole cents, so smaller gaps mean the same cost.
  const options = { time_limit: mostMs / 1000, mip_rel_gap: 0, mip_abs_gap: 0.9, output_flag: false };
  const { Status, ObjectiveValue } = highs.solve(modelOf(problem), options);
  const ms = performance.now() - start;
  return { cost: Math.round(ObjectiveValue), ms, isProven: Status === 'Optimal' };
}

/** The problem in CPLEX's LP format, which HiGHS reads. */
function modelOf({ lines, shops, capacity }: Problem): string {
  const goal = shops.map(({ tariff }, shop) => `${tariff} p${shop}`);
  const rows: string[] = [];
  const binary = shops.map((_, shop) => `p${shop}`);
  const goods = shops.map((): string[] => []);
  const taken = new Map<number, string[]>();
  for (const [line, { pieces, options }] of lines.entries()) {
    const names = options.map((_, index) => `x${line}_${index}`);
    rows.push(`${names.join(' + ')} = 1`);
    binary.push(...names);
    for (const [shop, own] of Map.groupBy(options.keys(), (index) => options[index]?.shop ?? -1)) {
      const free = (shops[shop]?.freeFrom ?? null) === null ? '' : ` - f${shop}`;
      rows.push(`${own.map((index) => names[index]).join(' + ')} - p${shop}${free} <= 0`);
    }
    for (const [index, option] of options.entries()) {
      goal.push(`${option.cost} ${names[index]}`);
      goods[option.shop]?.push(`${option.goods} ${names[index]}`);
      if (capacity.has(option.offerId))
        taken.set(option.offerId, [...(taken.get(option.offerId) ?? []), `${pieces} ${names[index]}`]);
    }
  }
  for (const [shop, { freeFrom }] of shops.entries()) {
    const sums = goods[shop] ?? [];
    if (freeFrom === null || sums.length === 0) continue;
    rows.push(`${sums.join(' + ')} - ${freeFrom} f${shop} >= 0`);
    binary.push(`f${shop}`);
  }
  for (const [offerId, terms] of taken) rows.push(`${terms.join(' + ')} <= ${capacity.get(offerId)}`);
  return `Minimize\n ${goal.join('\n + ')}\nSubject To\n ${rows.join('\n ')}\nBinary\n ${binary.join('\n ')}\nEnd\n`;
}
