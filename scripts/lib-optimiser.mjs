/** The two searches that `bench -- optimiser` compares, and the carts that they are given. */
import { join } from 'node:path';
import { dataFor, newest } from './lib-marketplace.mjs';
import { at } from './lib-run.mjs';

/** The search of the marketplace and the generator of its tests, as modules. */
async function sources() {
  const { build } = await import('esbuild');
  const outfile = at('dist/bench-optimiser.mjs');
  const from = (name, file) => `export { ${name} } from './${file}';`;
  const contents = [
    from('Shelves', 'shelves.ts'),
    from('cheapest', 'branch-and-bound.ts'),
    from('improve', 'local-search.ts'),
    from('totalOf', 'basket-problem.ts'),
    from('randomBasket, randomFrom', '../../../test/fixtures/marketplace/cart-plans/random-baskets.ts'),
  ].join('\n');
  const stdin = { contents, resolveDir: at('server/marketplace/cart-plans'), loader: 'ts' };
  await build({ stdin, outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'warning' });
  return import(outfile);
}

const { Shelves, cheapest, improve, totalOf, randomBasket, randomFrom } = await sources();

/** Drawn carts of so many lines among forty shops. */
export function drawnCarts(lines, count) {
  const random = randomFrom(lines);
  const carts = [];
  while (carts.length < count) {
    const basket = randomBasket(random, { lines, shops: 40, options: 20 });
    if (basket.problem.lines.length === lines) carts.push(basket);
  }
  return carts;
}

/** Carts of so many lines from the offers of the demonstration, of the products that most shops sell, sent to Germany. */
export async function catalogueCarts(lines, count) {
  const { DatabaseSync } = await import('node:sqlite');
  const folder = await dataFor('demo');
  const db = new DatabaseSync(join(folder, newest(folder)), { readOnly: true });
  const products = db
    .prepare(
      'select product_id as id from offer where stock > 2 group by product_id order by count(*) desc, 1 limit 1000',
    )
    .all();
  const offersOf = db.prepare(
    `select offer.*, days_max from offer join shop_rate using (shop_id)
     where product_id = ? and country = 'DE' and stock > 2 and condition = 'new' order by offer.id`,
  );
  const rates = new Map(
    db
      .prepare("select shop_id, tariff, free_from as freeFrom from shop_rate where country = 'DE'")
      .all()
      .map(({ shop_id, ...rate }) => [shop_id, rate]),
  );
  const random = randomFrom(lines);
  const carts = Array.from({ length: count }, () => {
    const chosen = new Map();
    while (chosen.size < lines) {
      const { id } = products[Math.floor(random() * products.length)];
      const offers = offersOf.all(id);
      if (offers.length > 0) chosen.set(id, offers);
    }
    const shopIds = [...new Set([...chosen.values()].flatMap((offers) => offers.map((offer) => offer.shop_id)))];
    const problemLines = Array.from(chosen.values(), (offers) => {
      const pieces = 1 + Math.floor(random() * 2);
      const options = offers.map((offer) => ({
        offerId: offer.id,
        shop: shopIds.indexOf(offer.shop_id),
        cost: (offer.price + offer.surcharge + offer.refund) * pieces,
        goods: offer.price * pieces,
        days: offer.handling_max + offer.days_max,
      }));
      return { pieces, options };
    });
    const problem = { lines: problemLines, shops: shopIds.map((id) => rates.get(id)), capacity: new Map() };
    return { problem, current: problemLines.map(({ options }) => Math.floor(random() * options.length)) };
  });
  db.close();
  return carts;
}

/** Our own search. @returns cents, milliseconds, and whether it was proven within `most` milliseconds */
export function ownSearch({ problem, current }, most) {
  const start = performance.now();
  const shelves = new Shelves(problem);
  const all = shelves.where(() => true);
  const { chosen, total } = improve(shelves, shelves.placesOf(current), all);
  const best = { chosen, total };
  const search = cheapest(shelves, all, best);
  let isProven = false;
  while (!isProven && performance.now() - start < most) isProven = search.next().done === true;
  return { cost: totalOf(problem, shelves.choiceOf(best.chosen)), ms: performance.now() - start, isProven };
}

/**
 * HiGHS on the same cart: of each line one offer; where a shop has one, its parcel is paid for, or free with goods enough.
 * @returns as `ownSearch`
 */
export function highsSearch(highs, { problem }, most) {
  const start = performance.now();
  // Costs are whole cents: what is closer than one is the same.
  const options = { time_limit: most / 1000, mip_rel_gap: 0, mip_abs_gap: 0.9, output_flag: false };
  const { Status, ObjectiveValue } = highs.solve(modelOf(problem), options);
  const ms = performance.now() - start;
  return { cost: Math.round(ObjectiveValue), ms, isProven: Status === 'Optimal' };
}

/** The problem in the LP format of CPLEX, which HiGHS reads. */
function modelOf({ lines, shops, capacity }) {
  const goal = shops.map(({ tariff }, shop) => `${tariff} p${shop}`);
  const rows = [];
  const binary = shops.map((_, shop) => `p${shop}`);
  const goods = shops.map(() => []);
  const taken = new Map();
  for (const [line, { pieces, options }] of lines.entries()) {
    const names = options.map((_, index) => `x${line}_${index}`);
    rows.push(`${names.join(' + ')} = 1`);
    binary.push(...names);
    for (const [shop, own] of Map.groupBy(options.keys(), (index) => options[index].shop)) {
      const free = shops[shop].freeFrom === null ? '' : ` - f${shop}`;
      rows.push(`${own.map((index) => names[index]).join(' + ')} - p${shop}${free} <= 0`);
    }
    for (const [index, option] of options.entries()) {
      goal.push(`${option.cost} ${names[index]}`);
      goods[option.shop].push(`${option.goods} ${names[index]}`);
      if (capacity.has(option.offerId))
        taken.set(option.offerId, [...(taken.get(option.offerId) ?? []), `${pieces} ${names[index]}`]);
    }
  }
  for (const [shop, { freeFrom }] of shops.entries()) {
    if (freeFrom === null || goods[shop].length === 0) continue;
    rows.push(`${goods[shop].join(' + ')} - ${freeFrom} f${shop} >= 0`);
    binary.push(`f${shop}`);
  }
  for (const [offerId, terms] of taken) rows.push(`${terms.join(' + ')} <= ${capacity.get(offerId)}`);
  return `Minimize\n ${goal.join('\n + ')}\nSubject To\n ${rows.join('\n ')}\nBinary\n ${binary.join('\n ')}\nEnd\n`;
}
