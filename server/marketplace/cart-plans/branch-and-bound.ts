import { cheapestEach, improve } from './local-search.js';
import { Bound, isAvailable, isNoBetter, type Node, type SellerBound, shopStates } from './lower-bound.js';
import { Multipliers } from './multipliers.js';
import { type Allowed, type Candidate, type OfferMatrix, Stock } from './offer-matrix.js';

/** Price updates at the root and at every other node. */
const rounds = { root: 300, node: 50 };
/** Length of the first price update as a share of the gap to the best choice, and the length at which updates stop. */
const pace = { first: 1.2, least: 0.005 };
/** Rounds without a better bound until the step length is halved. */
const roundsPerStep = 4;

/** The best choice so far. A caller may stop at any `yield` and use it. */
export interface Incumbent {
  chosen: readonly Candidate[] | null;
  /** Total price of the best choice in cents. */
  total: number;
}

/** How often the last rounds used a shop: 0 = never, 1 = always. */
interface Usage {
  readonly bound: SellerBound;
  share: number;
}

/**
 * Searches the cheapest choice among the allowed candidates. When the generator ends, no choice is cheaper than `best`.
 * Each step takes less than a millisecond.
 * @param mostParcels limit of the parcels of a choice
 */
export function* cheapest(
  matrix: OfferMatrix,
  allowed: Allowed,
  best: Incumbent,
  mostParcels = Number.POSITIVE_INFINITY,
): Generator<void, void> {
  const search = new Search(matrix, allowed, best, mostParcels);
  search.tryFrom(cheapestEach(matrix, allowed));
  yield;
  const root = search.root();
  const stack: Node[] = (yield* search.tighten(root, rounds.root)) ? search.split(root) : [];
  for (let node = stack.pop(); node; node = stack.pop())
    if (yield* search.tighten(node, rounds.node)) stack.push(...search.split(node));
}

class Search {
  readonly #bound: Bound;
  readonly #usages: readonly Usage[];
  /** Exceeds the cost of every choice, if the number of parcels counts. */
  readonly #parcelPrice: number;
  #nodes = 0;

  constructor(
    private readonly matrix: OfferMatrix,
    private readonly allowed: Allowed,
    private readonly best: Incumbent,
    private readonly mostParcels: number,
  ) {
    this.#bound = new Bound(matrix, mostParcels);
    this.#usages = this.#bound.sellers.map((bound) => ({ bound, share: 0 }));
    this.#parcelPrice = mostParcels === Number.POSITIVE_INFINITY ? 0 : costAboveAll(matrix);
  }

  /**
   * Returns the node with all allowed candidates. A line's first price pays for its cheapest candidate and half a
   * parcel.
   */
  root(): Node {
    const { lines, sellers, scarceOffers } = this.matrix;
    const prices = lines.map((candidates) => {
      const costs = candidates.filter(({ id }) => this.allowed[id]).map(({ cost, seller }) => cost + seller.tariff / 2);
      // The problem has no solution if a line has no candidate.
      return costs.length === 0 ? 0 : Math.min(...costs);
    });
    return {
      allowed: Uint8Array.from(this.allowed),
      shops: new Uint8Array(sellers.length),
      prices: new Multipliers(lines.length, [...prices, ...scarceOffers.map(() => 0), 0]),
    };
  }

  /** Raises the bound of a node as far as possible. Returns whether it may contain a better choice. */
  *tighten(node: Node, mostRounds: number): Generator<void, boolean> {
    if (!propagate(this.matrix, node, this.mostParcels)) return false;
    const { pull } = this.#bound;
    const isRoot = mostRounds === rounds.root;
    const prices = node.prices.copy();
    let highest = Number.NEGATIVE_INFINITY;
    let bestPrices = node.prices;
    let stepShare = pace.first;
    let roundsInVain = 0;
    for (const usage of this.#usages) usage.share = 0;
    for (let round = 0; round < mostRounds; round++) {
      const value = this.#bound.evaluate({ ...node, prices });
      if (isNoBetter(value, this.best.total)) return false;
      for (const usage of this.#usages) usage.share = 0.85 * usage.share + (usage.bound.worth < 0 ? 0.15 : 0);
      if (value > highest) {
        highest = value;
        bestPrices = prices.copy();
        roundsInVain = 0;
        this.#decideShops(node, value);
      } else if (++roundsInVain >= roundsPerStep) {
        stepShare /= 2;
        roundsInVain = 0;
      }
      if (isRoot && round % 24 === 23) this.#tryUsedShops(node);
      yield;
      const distance = prices.distanceAlong(pull);
      if (distance === 0 || stepShare < pace.least) break;
      const ceiling = Number.isFinite(this.best.total) ? this.best.total : value * 1.05 + 1000;
      prices.moveAlong(pull, (stepShare * Math.max(1, ceiling - value)) / distance);
    }
    node.prices = bestPrices;
    this.#bound.removeHopeless(node, this.#bound.evaluate(node), this.best.total);
    if (isRoot || this.#nodes++ % 16 === 0) this.#tryUsedShops(node);
    return !isNoBetter(highest, this.best.total) && propagate(this.matrix, node, this.mostParcels);
  }

  /** Closes or opens the shops for which the bound excludes the alternative. */
  #decideShops({ shops }: Node, value: number): void {
    for (const { seller, worth, worthIfOpen } of this.#bound.sellers) {
      if (shops[seller.id] !== shopStates.free) continue;
      const boundOfOthers = value - Math.min(0, worth);
      if (isNoBetter(boundOfOthers + worthIfOpen, this.best.total)) shops[seller.id] = shopStates.closed;
      else if (isNoBetter(boundOfOthers, this.best.total)) shops[seller.id] = shopStates.open;
    }
  }

  /** Improves a choice by local search and keeps it if it beats the best. */
  tryFrom(chosen: readonly Candidate[] | null): void {
    if (!chosen) return;
    const basket = improve(this.matrix, chosen, this.allowed, this.#parcelPrice);
    if (basket.parcels > this.mostParcels || basket.total >= this.best.total) return;
    this.best.total = basket.total;
    this.best.chosen = basket.chosen;
  }

  /** Tries the shops that the bound uses. Lines that none of them has may use any shop. */
  #tryUsedShops({ allowed }: Node): void {
    const within = new Uint8Array(allowed.length);
    for (const { seller, worth } of this.#bound.sellers)
      if (worth < 0)
        for (const { candidates } of seller.slots) for (const { id } of candidates) within[id] = allowed[id] ?? 0;
    for (const candidates of this.matrix.lines)
      if (!candidates.some(({ id }) => within[id])) for (const { id } of candidates) within[id] = this.allowed[id] ?? 0;
    this.tryFrom(cheapestEach(this.matrix, within));
  }

  /** Splits a node: an undecided shop used or not, or an undecided line with each of its candidates. */
  split(node: Node): Node[] {
    const left = this.matrix.lines.map((candidates) => candidates.filter((each) => isAvailable(node, each)));
    if (left.every((candidates) => candidates.length === 1)) {
      this.tryFrom(left.flat());
      return [];
    }
    return this.#splitShop(node) ?? this.#splitLine(node, left);
  }

  #splitShop(node: Node): Node[] | null {
    const doubtOf = ({ share }: Usage): number => Math.abs(share - 0.5);
    const undecided = this.#usages.filter(({ bound }) => node.shops[bound.seller.id] === shopStates.free);
    const [first, ...others] = undecided;
    if (!first) return null;
    const doubtful = others.reduce((most, each) => (doubtOf(each) < doubtOf(most) ? each : most), first);
    const decided = (state: number): Node => {
      const part = copyOf(node);
      part.shops[doubtful.bound.seller.id] = state;
      return part;
    };
    const [closed, open] = [decided(shopStates.closed), decided(shopStates.open)];
    // The last one is searched first.
    return doubtful.share > 0.5 ? [closed, open] : [open, closed];
  }

  #splitLine(node: Node, left: readonly (readonly Candidate[])[]): Node[] {
    const { pull } = this.#bound;
    const doubtOf = ([first]: readonly Candidate[]): number => Math.abs(pull.ofLine(first?.line ?? 0));
    const undecided = left.filter((candidates) => candidates.length > 1);
    const doubtful = undecided.reduce((most, each) => (doubtOf(each) > doubtOf(most) ? each : most));
    // The cheapest is searched first.
    return doubtful.toReversed().map((kept) => {
      const part = copyOf(node);
      for (const each of doubtful) if (each !== kept) part.allowed[each.id] = 0;
      return part;
    });
  }
}

const copyOf = ({ allowed, shops, prices }: Node): Node => ({
  allowed: Uint8Array.from(allowed),
  shops: Uint8Array.from(shops),
  prices: prices.copy(),
});

/** Returns a price of a parcel, in cents, that is never worth paying to save a parcel. */
export const costAboveAll = ({ candidates, sellers }: OfferMatrix): number =>
  candidates.reduce((sum, { cost }) => sum + cost, 1) + sellers.reduce((sum, { tariff }) => sum + tariff, 1);

/**
 * Propagates constraints: a line with one candidate takes it, with its shop and pieces. Once all parcels are used, the
 * other shops are closed. Returns false if the node is infeasible.
 */
function propagate(matrix: OfferMatrix, node: Node, mostParcels: number): boolean {
  for (;;) {
    const stock = new Stock(matrix);
    let isChanged = false;
    for (const candidates of matrix.lines) {
      const left = candidates.filter((candidate) => isAvailable(node, candidate));
      const [first] = left;
      if (!first) return false;
      const { seller } = first;
      if (node.shops[seller.id] !== shopStates.open && left.every((each) => each.seller === seller)) {
        node.shops[seller.id] = shopStates.open;
        isChanged = true;
      }
      if (left.length > 1) continue;
      if (!stock.isEnoughFor(first)) return false;
      stock.take(first);
    }
    if (matrix.scarceOffers.length > 0 && leaveOut(matrix, node, stock)) isChanged = true;
    if (mostParcels < Number.POSITIVE_INFINITY) {
      const open = node.shops.reduce((count, state) => count + (state === shopStates.open ? 1 : 0), 0);
      if (open > mostParcels) return false;
      if (open === mostParcels && node.shops.includes(shopStates.free)) {
        for (const { id } of matrix.sellers) if (node.shops[id] === shopStates.free) node.shops[id] = shopStates.closed;
        isChanged = true;
      }
    }
    if (!isChanged) return true;
  }
}

/** Removes candidates of undecided lines whose offer has too few pieces left. */
function leaveOut({ lines }: OfferMatrix, node: Node, stock: Stock): boolean {
  let isChanged = false;
  const remove = (candidate: Candidate): void => {
    node.allowed[candidate.id] = 0;
    isChanged = true;
  };
  for (const candidates of lines) {
    const left = candidates.filter((candidate) => isAvailable(node, candidate));
    if (left.length < 2) continue;
    for (const candidate of left) if (!stock.isEnoughFor(candidate)) remove(candidate);
  }
  return isChanged;
}
