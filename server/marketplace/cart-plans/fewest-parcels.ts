import type { Problem } from './basket-problem.js';
import { cheapest, type Incumbent } from './branch-and-bound.js';
import { CoverSets } from './cover-sets.js';
import { improve } from './local-search.js';
import { OfferMatrix } from './offer-matrix.js';

/**
 * Searches the cheapest choice among those with the fewest parcels. The smallest sets of shops that have everything are
 * gone through, those that can be cheap first. Only where none of them has pieces enough, more parcels are searched for
 * in general. As with `cheapest`, `best` is proven when it ends.
 * @param best a choice to begin with
 */
export function* fewestParcels(matrix: OfferMatrix, best: Incumbent): Generator<void, void> {
  const all = matrix.where(() => true);
  const price = matrix.cost.reduce((sum, cost) => sum + cost, 1) + matrix.tariff.reduce((sum, cost) => sum + cost, 0);
  let known = best.chosen ? improve(matrix, best.chosen, all, price) : null;
  const keep = () => {
    if (known) Object.assign(best, { chosen: known.chosen, total: known.total });
  };
  keep();
  const sets = yield* smallestCovers(matrix);
  const size = sets[0]?.length ?? 0;
  const found: Incumbent = { chosen: null, total: Number.POSITIVE_INFINITY };
  const ways: { shops: readonly number[]; least: number }[] = [];
  for (const shops of sets) {
    ways.push({ shops, least: atLeast(matrix, shops) });
    yield;
  }
  for (const { shops, least } of ways.sort((one, other) => one.least - other.least)) {
    if (least >= found.total) break;
    yield* cheapest(
      matrix,
      Uint8Array.from(matrix.shop, (shop) => (shops.includes(shop) ? 1 : 0)),
      found,
    );
    // What is found early is a better answer than the cart as it is, even if the search is stopped then.
    if (found.chosen) Object.assign(best, found);
  }
  if (found.chosen) return;
  // No set has pieces enough.
  const parcels = new OfferMatrix(parcelsOnly(matrix.problem));
  const fewest: Incumbent = { chosen: null, total: Number.POSITIVE_INFINITY };
  const search = cheapest(
    parcels,
    parcels.where(() => true),
    fewest,
  );
  while (!search.next().done) {
    if (fewest.chosen && fewest.total < (known?.parcels ?? Number.POSITIVE_INFINITY)) {
      known = improve(matrix, matrix.placesOf(parcels.choiceOf(fewest.chosen)) as Int32Array, all, price);
      keep();
    }
    if (fewest.total <= size + 1) break;
    yield;
  }
  const chosen = fewest.chosen && (matrix.placesOf(parcels.choiceOf(fewest.chosen)) as Int32Array);
  if (chosen) known = improve(matrix, chosen, all, price);
  keep();
  yield* cheapest(matrix, all, best, fewest.total);
}

/** Every set of the fewest shops that have all lines. */
function* smallestCovers(matrix: OfferMatrix): Generator<void, (readonly number[])[]> {
  const covers = new CoverSets(matrix);
  const found: (readonly number[])[] = [];
  for (let size = 1; found.length === 0 && size <= matrix.tariff.length; size++)
    for (const shops of covers.ofSize(size)) {
      if (shops) found.push(shops);
      yield;
    }
  return found;
}

/** What a set of shops costs at least: each line at its cheapest, and parcels that nothing can make free. */
function atLeast(
  { ofLine, slotsOf, optionsOf, shop, cost, goods, tariff, freeFrom }: OfferMatrix,
  shops: readonly number[],
) {
  let total = 0;
  for (const options of ofLine)
    total += cost[options.find((at) => shops.includes(shop[at] as number)) as number] as number;
  for (const own of shops) {
    let most = 0;
    for (let slot = slotsOf[own] as number; slot < (slotsOf[own + 1] as number); slot++) {
      let dearest = 0;
      for (let at = optionsOf[slot] as number; at < (optionsOf[slot + 1] as number); at++)
        dearest = Math.max(dearest, goods[at] as number);
      most += dearest;
    }
    if (most < (freeFrom[own] as number)) total += tariff[own] as number;
  }
  return total;
}

const parcelsOnly = ({ lines, shops, capacity }: Problem): Problem => ({
  lines: lines.map(({ pieces, options }) => ({
    pieces,
    options: options.map((option) => ({ ...option, cost: 0, goods: 0 })),
  })),
  shops: shops.map(() => ({ tariff: 1, freeFrom: null })),
  capacity,
});
