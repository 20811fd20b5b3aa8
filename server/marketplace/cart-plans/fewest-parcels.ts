import type { Problem } from './basket-problem.js';
import { cheapest, type Incumbent, moreThanAll } from './branch-and-bound.js';
import { improve } from './local-search.js';
import { OfferMatrix, type Seller } from './offer-matrix.js';

const nothing = (): Incumbent => ({ chosen: null, total: Number.POSITIVE_INFINITY });

/**
 * Searches the cheapest choice among those with the fewest parcels. It goes through the smallest sets of shops that
 * have everything, those that can be cheap first. Only where none of them has pieces enough, it searches for more
 * parcels in general. As with `cheapest`, `best` is proven when it ends.
 * @param best a choice to begin with
 */
export function* fewestParcels(matrix: OfferMatrix, best: Incumbent): Generator<void, void> {
  const polish = ({ chosen }: Incumbent): number => {
    const basket =
      chosen &&
      improve(
        matrix,
        chosen,
        matrix.where(() => true),
        moreThanAll(matrix),
      );
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
  const search = cheapest(
    parcels,
    parcels.where(() => true),
    fewest,
  );
  let leastParcels = knownParcels;
  while (!search.next().done) {
    if (fewest.total < leastParcels) leastParcels = polish(inMatrix());
    // The sets of the size of covers were gone through: one parcel more is the fewest that there can be.
    if (fewest.total <= (covers[0]?.length ?? 0) + 1) break;
    yield;
  }
  polish(inMatrix());
  yield* cheapest(
    matrix,
    matrix.where(() => true),
    best,
    fewest.total,
  );
}

/** Searches the cheapest choice within one of the sets of shops. @returns whether any of them has pieces enough */
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
    // What is found early is a better answer than the cart as it is, even if the search is stopped then.
    if (found.chosen) Object.assign(best, found);
  }
  return found.chosen !== null;
}

/** Every set of the fewest shops that have all lines. */
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

/** What a set of shops costs at least: each line at its cheapest, and parcels that nothing can make free. */
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

const wordBits = 32;

/** How many bits of a word are set. */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** A set of lines, a bit for each. */
class LineSet {
  private constructor(readonly words: Int32Array) {}

  static of(lineCount: number, lines: Iterable<number>): LineSet {
    const words = new Int32Array(Math.ceil(lineCount / wordBits));
    for (const line of lines) {
      const place = Math.floor(line / wordBits);
      words[place] = (words[place] ?? 0) | (1 << (line % wordBits));
    }
    return new LineSet(words);
  }

  get isEmpty(): boolean {
    return this.words.every((word) => word === 0);
  }

  has(line: number): boolean {
    return ((this.words[Math.floor(line / wordBits)] ?? 0) & (1 << (line % wordBits))) !== 0;
  }

  without({ words }: LineSet): LineSet {
    return new LineSet(this.words.map((word, place) => word & ~(words[place] ?? 0)));
  }

  /** How many lines both have. */
  countWith({ words }: LineSet): number {
    let count = 0;
    for (let place = 0; place < words.length; place++) count += bitsIn((this.words[place] ?? 0) & (words[place] ?? 0));
    return count;
  }
}

/** A shop while sets of shops are searched. */
interface Supplier {
  readonly seller: Seller;
  readonly lines: LineSet;
  /** How many of the missing lines it has. */
  count: number;
  /** Whether all sets with it, beside those chosen, have been gone through. */
  isExhausted: boolean;
}

/**
 * Finds sets of shops that together have every line, each set once; whether they have pieces enough is not looked at.
 * The line that the fewest shops have is given to each of them in turn, as long as the shops with most of what is
 * missing could have all of it. Finds no set that would do without one of its shops: sizes are to be tried from 1 up.
 */
class CoverSets {
  readonly #lineCount: number;
  readonly #suppliers: readonly Supplier[];

  constructor({ lines, sellers }: OfferMatrix) {
    this.#lineCount = lines.length;
    this.#suppliers = sellers.map((seller) => {
      const own = seller.slots.map(({ line }) => line);
      return { seller, lines: LineSet.of(lines.length, own), count: 0, isExhausted: false };
    });
  }

  /** Yields sets of `size` shops, and null between two of them, so that the search can be stopped. */
  *ofSize(size: number): Generator<readonly Seller[] | null, void> {
    for (const supplier of this.#suppliers) supplier.isExhausted = false;
    yield* this.#search(LineSet.of(this.#lineCount, Array(this.#lineCount).keys()), size, []);
  }

  *#search(missing: LineSet, shopsLeft: number, chosen: readonly Seller[]): Generator<readonly Seller[] | null, void> {
    if (missing.isEmpty) return void (yield chosen);
    yield null;
    if (!this.#isPossible(missing, shopsLeft)) return;
    const suppliers = this.#rarest(missing).toSorted((one, other) => other.count - one.count);
    for (const supplier of suppliers) {
      yield* this.#search(missing.without(supplier.lines), shopsLeft - 1, [...chosen, supplier.seller]);
      supplier.isExhausted = true;
    }
    for (const supplier of suppliers) supplier.isExhausted = false;
  }

  /** Counts what each shop has of the missing lines. @returns whether so many shops could have all of them */
  #isPossible(missing: LineSet, shopsLeft: number): boolean {
    for (const supplier of this.#suppliers)
      supplier.count = supplier.isExhausted ? 0 : missing.countWith(supplier.lines);
    const counts = this.#suppliers.map(({ count }) => count).sort((one, other) => other - one);
    const most = counts.slice(0, shopsLeft).reduce((sum, count) => sum + count, 0);
    return shopsLeft > 0 && most >= missing.countWith(missing);
  }

  /** The shops that have the missing line that the fewest shops have. */
  #rarest(missing: LineSet): readonly Supplier[] {
    let rarest: readonly Supplier[] | null = null;
    for (let line = 0; line < this.#lineCount; line++) {
      if (!missing.has(line)) continue;
      const own = this.#suppliers.filter(({ lines, isExhausted }) => !isExhausted && lines.has(line));
      if (!rarest || own.length < rarest.length) rarest = own;
    }
    return rarest ?? [];
  }
}
