import type { Problem } from './basket-problem.js';

/** What is decided about a shop in a part of the search. */
export const shopStates = { free: 0, closed: 1, open: 2 } as const;

/** A part of the search: which options are left, and what is decided about shops. */
export interface Node {
  /** 1 = may be used; by option, in the order of `Bound.options`. */
  allowed: Uint8Array;
  /** By shop, of `shopStates`. */
  shops: Uint8Array;
  /** Price at which each line would be bought; the better they fit, the higher the bound. */
  prices: Float64Array;
}

interface FlatOption {
  line: number;
  index: number;
  shop: number;
  cost: number;
  goods: number;
}

/** A line that could be added to a parcel, at a price per cent of its goods. */
interface Extra {
  rate: number;
  goods: number;
  line: number;
}
interface Cover {
  cost: number;
  lines: readonly number[];
  steps: number;
}
/** Steps of the search for the best set of lines that completes a free parcel. */
const mostCoverSteps = 60;

/**
 * A lower bound of all choices in a node by Lagrangian relaxation: each line pays its price to whoever supplies it, each
 * shop by itself then supplies the set of lines that pays best, with a paid parcel or with goods for a free one (the
 * latter as a fractional knapsack). Lines that nobody or several supply show how prices should move.
 */
export class Bound {
  /** Options in the order of shops, then lines. */
  readonly options: readonly FlatOption[];
  readonly #startOfShop: readonly number[];
  /** Supply of each line in the last evaluation; 1 = exactly once. */
  readonly supply: Float64Array;
  /** What each shop is worth in the last evaluation; below zero it is used. */
  readonly worth: Float64Array;
  /** The same if the shop had to be used. */
  readonly worthOpen: Float64Array;
  readonly #extra: Extra[] = [];
  /** Lines, or parts of them, that complete the free parcel evaluated last. */
  readonly #taken: [line: number, part: number][] = [];
  readonly #paid: Float64Array;
  readonly #free: Float64Array;
  readonly #gain: Float64Array;

  constructor(readonly problem: Problem) {
    const flat = problem.lines.flatMap(({ options }, line) =>
      options.map(({ shop, cost, goods }, index) => ({ line, index, shop, cost, goods })),
    );
    flat.sort((a, b) => a.shop - b.shop || a.line - b.line || a.cost - b.cost);
    this.options = flat;
    const starts = problem.shops.map((_, shop) => flat.findIndex((option) => option.shop === shop));
    this.#startOfShop = starts;
    this.supply = new Float64Array(problem.lines.length);
    this.worth = new Float64Array(problem.shops.length);
    this.worthOpen = new Float64Array(problem.shops.length);
    this.#paid = new Float64Array(problem.shops.length);
    this.#free = new Float64Array(problem.shops.length);
    this.#gain = new Float64Array(problem.shops.length);
  }

  /** @returns the bound in cents, not rounded; infinite where nothing is possible */
  evaluate({ allowed, shops, prices }: Node): number {
    this.supply.fill(0);
    let bound = 0;
    for (const price of prices) bound += price;
    for (const shop of this.problem.shops.keys()) bound += this.#shop(shop, allowed, shops[shop] as number, prices);
    return bound;
  }

  #shop(shop: number, allowed: Uint8Array, state: number, prices: Float64Array): number {
    this.worth[shop] = 0;
    this.worthOpen[shop] = Number.POSITIVE_INFINITY;
    const start = this.#startOfShop[shop] as number;
    if (state === shopStates.closed || start < 0) return state === shopStates.open ? Number.POSITIVE_INFINITY : 0;
    const { tariff, freeFrom } = this.problem.shops[shop] as Problem['shops'][number];
    const { options } = this;
    const extra = this.#extra;
    extra.length = 0;
    let gain = 0;
    let goods = 0;
    let least = Number.POSITIVE_INFINITY;
    let end = start;
    while (end < options.length && options[end]?.shop === shop) {
      // The first allowed option of a line is its cheapest; the relaxation lets it have the goods of the dearest.
      const { line } = options[end] as FlatOption;
      let cost = Number.POSITIVE_INFINITY;
      let most = 0;
      for (; end < options.length && options[end]?.shop === shop && options[end]?.line === line; end++) {
        if (!allowed[end]) continue;
        const option = options[end] as FlatOption;
        if (option.cost < cost) cost = option.cost;
        if (option.goods > most) most = option.goods;
      }
      if (cost === Number.POSITIVE_INFINITY) continue;
      const reduced = cost - (prices[line] as number);
      if (reduced < least) least = reduced;
      if (reduced < 0) {
        gain += reduced;
        goods += most;
      } else if (freeFrom !== null && most > 0) extra.push({ rate: reduced / most, goods: most, line });
    }
    if (least === Number.POSITIVE_INFINITY) return state === shopStates.open ? Number.POSITIVE_INFINITY : 0;
    const paid = tariff + gain + Math.max(0, least);
    const free =
      freeFrom === null
        ? Number.POSITIVE_INFINITY
        : this.#freeParcel(freeFrom - goods, gain, tariff + Math.max(0, least));
    const worth = Math.min(paid, free);
    this.#paid[shop] = tariff + gain;
    this.#free[shop] = free;
    this.#gain[shop] = gain;
    this.worth[shop] = this.worthOpen[shop] = worth;
    if (worth >= 0 && state === shopStates.free) return 0;
    let previous = -1;
    for (let at = start; at < end; at++) {
      const option = options[at] as FlatOption;
      if (!allowed[at] || option.line === previous) continue;
      previous = option.line;
      if (option.cost < (prices[option.line] as number))
        this.supply[option.line] = (this.supply[option.line] as number) + 1;
    }
    if (free < paid) for (const [line, part] of this.#taken) this.supply[line] = (this.supply[line] as number) + part;
    return worth;
  }

  /**
   * Goods that are missing to a free parcel come from the lines where they cost least. The best set of whole lines is
   * looked for; where that takes long, parts of lines count, which is cheaper and so still a bound.
   */
  #freeParcel(missing: number, gain: number, most: number): number {
    this.#taken.length = 0;
    if (missing <= 0) return gain;
    const extra = this.#extra;
    extra.sort((a, b) => a.rate - b.rate);
    const parts = this.#fractional(missing, 0);
    if (parts >= most) return gain + parts;
    const cover: Cover = { cost: Number.POSITIVE_INFINITY, lines: [], steps: mostCoverSteps };
    this.#cover(missing, 0, 0, [], cover, most);
    if (cover.steps > 0) {
      for (const line of cover.lines) this.#taken.push([line, 1]);
      // What was not found is at least as dear as a paid parcel.
      return gain + Math.max(parts, Math.min(cover.cost, most));
    }
    let left = missing;
    for (const { goods, line } of extra) {
      if (left <= 0) break;
      const taken = Math.min(left, goods);
      this.#taken.push([line, taken / goods]);
      left -= taken;
    }
    return gain + parts;
  }

  /** What missing goods cost at least from the lines after the first `from`. */
  #fractional(missing: number, from: number): number {
    let left = missing;
    let cost = 0;
    for (let at = from; at < this.#extra.length && left > 0; at++) {
      const { rate, goods } = this.#extra[at] as Extra;
      const taken = Math.min(left, goods);
      cost += taken * rate;
      left -= taken;
    }
    return left > 0 ? Number.POSITIVE_INFINITY : cost;
  }

  #cover(missing: number, from: number, cost: number, lines: readonly number[], best: Cover, most: number): void {
    if (missing <= 0) {
      if (cost < best.cost) Object.assign(best, { cost, lines });
      return;
    }
    const extra = this.#extra[from];
    if (!extra || best.steps-- <= 0) return;
    if (cost + this.#fractional(missing, from) >= Math.min(best.cost, most)) return;
    this.#cover(missing - extra.goods, from + 1, cost + extra.rate * extra.goods, [...lines, extra.line], best, most);
    this.#cover(missing, from + 1, cost, lines, best, most);
  }

  /**
   * Takes away options that no choice better than `best` can use: with each of them by force, the bound would pass it.
   * Reads the last evaluation, whose bound was `value`.
   * @returns how many it took away
   */
  fixOptions({ allowed, shops, prices }: Node, value: number, best: number): number {
    let fixed = 0;
    for (let at = 0; at < this.options.length; at++) {
      const { line, shop, cost } = this.options[at] as FlatOption;
      if (!allowed[at] || shops[shop] === shopStates.closed) continue;
      const reduced = cost - (prices[line] as number);
      if (reduced <= 0) continue;
      const worth = this.worth[shop] as number;
      // The cheapest set with this option costs at least what the best set of the shop does, paid or free.
      const own = shops[shop] === shopStates.open ? worth : Math.min(0, worth);
      const forced = Math.min(
        (this.#paid[shop] as number) + reduced,
        Math.max(this.#free[shop] as number, (this.#gain[shop] as number) + reduced),
      );
      if (Math.ceil(value - own + forced - 1e-6) < best) continue;
      allowed[at] = 0;
      fixed++;
    }
    return fixed;
  }
}
