import type { Problem } from './basket-problem.js';
import { cheapest, costAboveAll, type Incumbent } from './branch-and-bound.js';
import { improve } from './local-search.js';
import { OfferMatrix, type Seller } from './offer-matrix.js';

const nothing = (): Incumbent => ({ chosen: null, total: Number.POSITIVE_INFINITY });

/**
 * Searches the cheapest choice among those with the fewest parcels. It tries the smallest sets of shops that have all
 * lines, cheap sets first. If none has enough pieces, it searches with more parcels. As with `cheapest`, `best` is
 * proven at the end.
 * @param best the choice to start with
 */
export function* fewestParcels(matrix: OfferMatrix, best: Incumbent): Generator<void, void> {
  const polish = ({ chosen }: Incumbent): number => {
    const basket = chosen && improve(matrix, chosen, matrix.all, costAboveAll(matrix));
    if (basket) Object.assign(best, { chosen: basket.chosen, total: basket.total });
    return basket?.parcels ?? Number.POSITIVE_INFINITY;
  };
  const knownParcels = polish(best);
  const covers = yield* smallestCovers(matrix);
  if (yield* cheapestCover(matrix, covers, best)) return;

  const parcels = new OfferMatrix(parcelsOnly(matrix.problem));
  const fewest = nothing();
  const inMatrix = (): Incumbent => ({
    ...fewest,
    chosen: fewest.chosen && matrix.placesOf(parcels.choiceOf(fewest.chosen)),
  });
  const search = cheapest(parcels, parcels.all, fewest);
  let leastParcels = knownParcels;
  while (!search.next().done) {
    if (fewest.total < leastParcels) leastParcels = polish(inMatrix());
    // All sets with as many shops as a cover were tried, so one parcel more is the minimum.
    if (fewest.total <= (covers[0]?.length ?? 0) + 1) break;
    yield;
  }
  polish(inMatrix());
  yield* cheapest(matrix, matrix.all, best, fewest.total);
}

/** Searches the cheapest choice within the sets of shops. Returns whether any set has enough pieces. */
function* cheapestCover(
  matrix: OfferMatrix,
  covers: readonly (readonly Seller[])[],
  best: Incumbent,
): Generator<void, boolean> {
  const rated: { sellers: readonly Seller[]; leastCost: number }[] = [];
  for (const sellers of covers) {
    rated.push({ sellers, leastCost: leastCostOf(matrix, sellers) });
    yield;
  }
  const found = nothing();
  for (const { sellers, leastCost } of rated.sort((one, other) => one.leastCost - other.leastCost)) {
    if (leastCost >= found.total) break;
    const allowed = Uint8Array.from(matrix.candidates, ({ seller }) => (sellers.includes(seller) ? 1 : 0));
    yield* cheapest(matrix, allowed, found);
    // An early find beats the cart as it is, even if the search is stopped.
    if (found.chosen) Object.assign(best, found);
  }
  return found.chosen !== null;
}

function* smallestCovers(matrix: OfferMatrix): Generator<void, (readonly Seller[])[]> {
  const covers = new CoverSets(matrix);
  const found: (readonly Seller[])[] = [];
  for (let size = 1; found.length === 0 && size <= matrix.sellers.length; size++)
    for (const sellers of covers.ofSize(size)) {
      if (sellers) found.push(sellers);
      yield;
    }
  return found;
}

/** Returns a lower bound of a set's cost: each line at its cheapest, and parcels that cannot become free. */
function leastCostOf({ lines }: OfferMatrix, sellers: readonly Seller[]): number {
  let total = 0;
  for (const candidates of lines) total += candidates.find(({ seller }) => sellers.includes(seller))?.cost ?? 0;
  for (const { slots, freeFrom, tariff } of sellers) {
    const mostGoods = slots.reduce((sum, slot) => sum + Math.max(...slot.candidates.map(({ goods }) => goods)), 0);
    if (mostGoods < freeFrom) total += tariff;
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

/** A shop while sets of shops are searched. */
interface Supplier {
  readonly seller: Seller;
  readonly lines: ReadonlySet<number>;
  /** Missing lines that the shop has. */
  count: number;
  /** All sets of this shop and the chosen ones were searched. */
  isExhausted: boolean;
}

/**
 * Finds the sets of shops that together have every line, each set once. Stocks do not count here. The search gives the
 * line that the fewest shops have to each of these shops in turn. It stops where the shops with most of the missing
 * lines could not have all of them. Smaller sets must be searched first: no set with a superfluous shop is found.
 */
class CoverSets {
  readonly #suppliers: readonly Supplier[];
  /** The shops that have a line, by line. */
  readonly #byLine: readonly (readonly Supplier[])[];

  constructor({ lines, sellers }: OfferMatrix) {
    this.#suppliers = sellers.map((seller) => ({
      seller,
      lines: new Set(seller.slots.map(({ line }) => line)),
      count: 0,
      isExhausted: false,
    }));
    this.#byLine = lines.map((_, line) => this.#suppliers.filter((supplier) => supplier.lines.has(line)));
  }

  /** Yields the sets of `size` shops, and null in between, so that a caller can stop. */
  *ofSize(size: number): Generator<readonly Seller[] | null, void> {
    for (const supplier of this.#suppliers) supplier.isExhausted = false;
    yield* this.#search([...this.#byLine.keys()], size, []);
  }

  *#search(
    missing: readonly number[],
    shopsLeft: number,
    chosen: readonly Seller[],
  ): Generator<readonly Seller[] | null, void> {
    if (missing.length === 0) return void (yield chosen);
    yield null;
    const rarest = this.#countMissing(missing);
    if (!this.#isPossible(missing.length, shopsLeft)) return;
    const suppliers = rarest.toSorted((one, other) => other.count - one.count);
    for (const supplier of suppliers) {
      const left = missing.filter((line) => !supplier.lines.has(line));
      yield* this.#search(left, shopsLeft - 1, [...chosen, supplier.seller]);
      supplier.isExhausted = true;
    }
    for (const supplier of suppliers) supplier.isExhausted = false;
  }

  /** Counts the missing lines of each shop. Returns the shops of the line that the fewest shops have. */
  #countMissing(missing: readonly number[]): readonly Supplier[] {
    for (const supplier of this.#suppliers) supplier.count = 0;
    let rarest: readonly Supplier[] = this.#suppliers;
    for (const line of missing) {
      const own = this.#byLine[line]?.filter(({ isExhausted }) => !isExhausted) ?? [];
      for (const supplier of own) supplier.count++;
      if (own.length < rarest.length) rarest = own;
    }
    return rarest;
  }

  #isPossible(missingCount: number, shopsLeft: number): boolean {
    const counts = this.#suppliers.map(({ count }) => count).sort((one, other) => other - one);
    return shopsLeft > 0 && counts.slice(0, shopsLeft).reduce((sum, count) => sum + count, 0) >= missingCount;
  }
}
