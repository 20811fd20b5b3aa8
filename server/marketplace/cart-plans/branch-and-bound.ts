import { cheapestEach, improve } from './local-search.js';
import { Bound, type Node, shopStates } from './lower-bound.js';
import type { OfferMatrix } from './offer-matrix.js';
import { propagate } from './propagate.js';

/** Rounds of moving prices at the root, and in each part of the search. */
const rounds = { root: 300, node: 50 };
/** Bounds are sums of thousands of floats. */
const tolerance = 1e-6;

/** The best choice so far. Anyone who drives the search may stop at any `yield` and take it as it is. */
export interface Incumbent {
  /** Option of each line. */
  chosen: Int32Array | null;
  /** Cents. */
  total: number;
}

/**
 * Searches the cheapest choice among the allowed options. When the generator ends, `best` is proven to be the cheapest,
 * or there is none that is cheaper than it was; each step takes well under a millisecond.
 * @param mostParcels of how many parcels a choice may be
 */
export function* cheapest(
  matrix: OfferMatrix,
  allowed: Uint8Array,
  best: Incumbent,
  mostParcels = Number.POSITIVE_INFINITY,
): Generator<void, void> {
  const search = new Search(matrix, allowed, best, mostParcels);
  search.tryFrom(cheapestEach(matrix, allowed));
  yield;
  const stack: Node[] = [search.root()];
  for (let depth = 0; stack.length > 0; depth++) {
    const node = stack.pop() as Node;
    const isOpen = yield* search.tighten(node, depth === 0 ? rounds.root : rounds.node);
    if (isOpen) stack.push(...search.split(node));
  }
}

class Search {
  readonly #bound: Bound;
  /** How often each shop was used lately: 0 = never, 1 = always. */
  readonly #used: Float64Array;
  /** More than any choice costs, where parcels are what counts. */
  readonly #parcelPrice: number;
  #nodes = 0;

  constructor(
    readonly matrix: OfferMatrix,
    readonly allowed: Uint8Array,
    readonly best: Incumbent,
    readonly mostParcels: number,
  ) {
    this.#bound = new Bound(matrix, mostParcels);
    this.#used = new Float64Array(matrix.tariff.length);
    const sum = (values: Float64Array) => values.reduce((total, each) => total + each, 1);
    this.#parcelPrice = mostParcels === Number.POSITIVE_INFINITY ? 0 : sum(matrix.cost) + sum(matrix.tariff);
  }

  /** Everything that is allowed; prices begin where each line would pay for its cheapest option and half a parcel. */
  root(): Node {
    const { ofLine, cost, shop, tariff, capacity } = this.matrix;
    const prices = new Float64Array(ofLine.length + capacity.length + 1);
    for (const [line, options] of ofLine.entries()) {
      const ways = Array.from(options.filter((at) => this.allowed[at]));
      // A line without any option: nothing is possible.
      const least = ways.map((at) => (cost[at] as number) + (tariff[shop[at] as number] as number) / 2);
      prices[line] = ways.length === 0 ? 0 : Math.min(...least);
    }
    return { allowed: Uint8Array.from(this.allowed), shops: new Uint8Array(tariff.length), prices };
  }

  /** Raises the bound of a node as far as it goes. @returns whether anything better than the best may be in it */
  *tighten(node: Node, most: number): Generator<void, boolean> {
    if (!propagate(this.matrix, node, this.mostParcels)) return false;
    const bound = this.#bound;
    const lines = this.matrix.ofLine.length;
    let highest = Number.NEGATIVE_INFINITY;
    let kept = node.prices;
    let pace = 1.2;
    let idle = 0;
    const prices = Float64Array.from(node.prices);
    this.#used.fill(0);
    for (let round = 0; round < most; round++) {
      const value = bound.evaluate({ ...node, prices });
      if (Math.ceil(value - tolerance) >= this.best.total) return false;
      for (const [shop, worth] of bound.worth.entries())
        this.#used[shop] = 0.85 * (this.#used[shop] as number) + (worth < 0 ? 0.15 : 0);
      if (value > highest) {
        highest = value;
        kept = Float64Array.from(prices);
        idle = 0;
        this.#fix(node, value);
      } else if (++idle >= 4) {
        pace /= 2;
        idle = 0;
      }
      if (most === rounds.root && round % 24 === 23) this.#tryUsedShops(node);
      yield;
      let distance = 0;
      for (const [at, pull] of bound.pull.entries())
        if (at < lines || pull > 0 || (prices[at] as number) > 0) distance += pull ** 2;
      if (distance === 0 || pace < 0.005) break;
      const ceiling = Number.isFinite(this.best.total) ? this.best.total : value * 1.05 + 1000;
      const step = (pace * Math.max(1, ceiling - value)) / distance;
      for (const [at, pull] of bound.pull.entries()) {
        const price = (prices[at] as number) + step * pull;
        prices[at] = at < lines ? price : Math.max(0, price);
      }
    }
    node.prices = kept;
    bound.fixOptions(node, bound.evaluate(node), this.best.total);
    if (most === rounds.root || this.#nodes++ % 16 === 0) this.#tryUsedShops(node);
    return Math.ceil(highest - tolerance) < this.best.total && propagate(this.matrix, node, this.mostParcels);
  }

  /** Decides shops that the bound itself decides: used or not used, the other way could not be better than the best. */
  #fix(node: Node, value: number): void {
    const { worth, worthOpen } = this.#bound;
    for (const shop of node.shops.keys()) {
      if (node.shops[shop] !== shopStates.free) continue;
      const own = Math.min(0, worth[shop] as number);
      if (Math.ceil(value - own + (worthOpen[shop] as number) - tolerance) >= this.best.total)
        node.shops[shop] = shopStates.closed;
      else if (Math.ceil(value - own - tolerance) >= this.best.total) node.shops[shop] = shopStates.open;
    }
  }

  /** Polishes a choice and keeps it if it is better than the best so far. */
  tryFrom(chosen: Int32Array | null): void {
    if (!chosen) return;
    const basket = improve(this.matrix, chosen, this.allowed, this.#parcelPrice);
    if (basket.parcels > this.mostParcels || basket.total >= this.best.total) return;
    this.best.total = basket.total;
    this.best.chosen = basket.chosen;
  }

  /** The shops that the bound uses may be a good answer by themselves. */
  #tryUsedShops(node: Node): void {
    const { ofLine, shop } = this.matrix;
    const within = node.allowed.map((isAllowed, at) =>
      isAllowed && (this.#bound.worth[shop[at] as number] as number) < 0 ? 1 : 0,
    );
    for (const options of ofLine)
      if (!options.some((at) => within[at])) for (const at of options) within[at] = this.allowed[at] as number;
    this.tryFrom(cheapestEach(this.matrix, within));
  }

  /** Parts that together are the node: a doubtful shop used or not, or a doubtful line with each of its options. */
  split(node: Node): Node[] {
    const { ofLine, shop } = this.matrix;
    const left = ofLine.map((options) =>
      options.filter((at) => node.allowed[at] && node.shops[shop[at] as number] !== shopStates.closed),
    );
    if (left.every((options) => options.length === 1)) {
      this.tryFrom(Int32Array.from(left, ([at]) => at as number));
      return [];
    }
    return this.#splitShop(node) ?? this.#splitLine(node, left);
  }

  #splitShop(node: Node): Node[] | null {
    let doubtful = -1;
    let least = Number.POSITIVE_INFINITY;
    for (const [shop, state] of node.shops.entries()) {
      const distance = Math.abs((this.#used[shop] as number) - 0.5);
      if (state !== shopStates.free || distance >= least) continue;
      least = distance;
      doubtful = shop;
    }
    if (doubtful < 0) return null;
    const decided = (state: number): Node => {
      const shops = Uint8Array.from(node.shops);
      shops[doubtful] = state;
      return { allowed: Uint8Array.from(node.allowed), shops, prices: Float64Array.from(node.prices) };
    };
    const [closed, open] = [decided(shopStates.closed), decided(shopStates.open)];
    // The last one is searched first.
    return (this.#used[doubtful] as number) > 0.5 ? [closed, open] : [open, closed];
  }

  #splitLine(node: Node, left: readonly Int32Array[]): Node[] {
    const doubt = (line: number): number => Math.abs(this.#bound.pull[line] as number);
    const many = [...left.keys()].filter((line) => (left[line]?.length ?? 0) > 1);
    const line = many.reduce((most, each) => (doubt(each) > doubt(most) ? each : most));
    const options = left[line] as Int32Array;
    // The cheapest is searched first.
    return Array.from(options.toReversed(), (kept) => {
      const allowed = Uint8Array.from(node.allowed);
      for (const at of options) if (at !== kept) allowed[at] = 0;
      return { allowed, shops: Uint8Array.from(node.shops), prices: Float64Array.from(node.prices) };
    });
  }
}
