import { type Allowed, type Choice, type Problem, totalOf } from './basket-problem.js';
import { cheapestEach, improve } from './local-search.js';
import { Bound, type Node, shopStates } from './lower-bound.js';

/** Rounds of moving prices at the root, and in each part of the search. */
const rounds = { root: 300, node: 50 };
/** Bounds are sums of thousands of floats. */
const tolerance = 1e-6;

/** The best choice so far. Whoever drives the search may stop at any `yield` and take it as it is. */
export interface Incumbent {
  choice: Choice | null;
  /** Cents. */
  total: number;
}

/** Takes over a choice that is better than the best so far. */
function offer(best: Incumbent, problem: Problem, choice: Choice | null): void {
  const total = choice ? totalOf(problem, choice) : Number.POSITIVE_INFINITY;
  if (total >= best.total) return;
  best.total = total;
  best.choice = choice;
}

/**
 * Searches the cheapest choice among the allowed options. When the generator ends, `best` is proven to be the cheapest,
 * or there is none that is cheaper than it was; each step takes well under a millisecond.
 */
export function* cheapest(problem: Problem, allowed: Allowed, best: Incumbent): Generator<void, void> {
  offer(best, problem, polished(problem, allowed, cheapestEach(problem, allowed)));
  yield;
  const search = new Search(problem, allowed, best);
  const stack: Node[] = [search.root()];
  for (let depth = 0; stack.length > 0; depth++) {
    const node = stack.pop() as Node;
    const isOpen = yield* search.tighten(node, depth === 0 ? rounds.root : rounds.node);
    if (isOpen) stack.push(...search.split(node));
  }
}

const polished = (problem: Problem, allowed: Allowed, choice: Choice | null): Choice | null =>
  choice && improve(problem, choice, allowed);

class Search {
  readonly #bound: Bound;
  readonly #used: Float64Array;
  #nodes = 0;

  constructor(
    readonly problem: Problem,
    readonly allowed: Allowed,
    readonly best: Incumbent,
  ) {
    this.#bound = new Bound(problem);
    this.#used = new Float64Array(problem.shops.length);
  }

  /** Everything that is allowed; prices begin where each line would pay for its cheapest option and half a parcel. */
  root(): Node {
    const { options } = this.#bound;
    const allowed = Uint8Array.from(options, ({ line, index }) => (this.allowed[line]?.[index] ? 1 : 0));
    const prices = new Float64Array(this.problem.lines.length).fill(Number.POSITIVE_INFINITY);
    for (const [at, { line, shop, cost }] of options.entries()) {
      const price = cost + (this.problem.shops[shop]?.tariff ?? 0) / 2;
      if (allowed[at] && price < (prices[line] as number)) prices[line] = price;
    }
    // A line without any option: nothing is possible.
    for (const [line, price] of prices.entries()) if (price === Number.POSITIVE_INFINITY) prices[line] = 0;
    return { allowed, shops: new Uint8Array(this.problem.shops.length), prices };
  }

  /** Raises the bound of a node as far as it goes. @returns whether anything better than the best may be in it */
  *tighten(node: Node, most: number): Generator<void, boolean> {
    if (!this.#isPossible(node)) return false;
    const bound = this.#bound;
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
      for (const supply of bound.supply) distance += (1 - supply) ** 2;
      if (distance === 0 || pace < 0.005) break;
      const ceiling = Number.isFinite(this.best.total) ? this.best.total : value * 1.05 + 1000;
      const step = (pace * Math.max(1, ceiling - value)) / distance;
      for (const [line, supply] of bound.supply.entries())
        prices[line] = (prices[line] as number) + step * (1 - supply);
    }
    node.prices = kept;
    bound.fixOptions(node, bound.evaluate(node), this.best.total);
    if (most === rounds.root || this.#nodes++ % 16 === 0) this.#tryUsedShops(node);
    return Math.ceil(highest - tolerance) < this.best.total;
  }

  #isPossible({ allowed, shops }: Node): boolean {
    const has = new Uint8Array(this.problem.lines.length);
    for (const [at, { line, shop }] of this.#bound.options.entries())
      if (allowed[at] && shops[shop] !== shopStates.closed) has[line] = 1;
    return has.every(Boolean);
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

  /** The shops that the bound uses may be a good answer by themselves. */
  #tryUsedShops(node: Node): void {
    const within = (isUsed: (shop: number) => boolean): boolean[][] => {
      const some = this.problem.lines.map(({ options }) => options.map(() => false));
      for (const [at, { line, index, shop }] of this.#bound.options.entries())
        if (node.allowed[at] && isUsed(shop)) (some[line] as boolean[])[index] = true;
      for (const [line, options] of some.entries())
        if (!options.includes(true)) some[line] = [...(this.allowed[line] as boolean[])];
      return some;
    };
    const start = cheapestEach(
      this.problem,
      within((shop) => (this.#bound.worth[shop] as number) < 0),
    );
    offer(this.best, this.problem, polished(this.problem, this.allowed, start));
  }

  /** Parts that together are the node: a doubtful shop used or not, or a doubtful line with each of its options. */
  split(node: Node): Node[] {
    const left = this.#optionsLeft(node);
    const many = [...left].filter(([, places]) => places.length > 1);
    if (many.length > 0) return this.#splitShop(node) ?? this.#splitLine(node, many);
    const { options } = this.#bound;
    const choice = this.problem.lines.map((_, line) => options[left.get(line)?.[0] as number]?.index as number);
    offer(this.best, this.problem, choice);
    return [];
  }

  /** Places of the options that a node leaves to each line. */
  #optionsLeft({ allowed, shops }: Node): Map<number, number[]> {
    const places = this.#bound.options.flatMap(({ shop }, at) =>
      allowed[at] && shops[shop] !== shopStates.closed ? [at] : [],
    );
    return Map.groupBy(places, (at) => this.#bound.options[at]?.line as number);
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

  #splitLine(node: Node, many: readonly [line: number, places: number[]][]): Node[] {
    const { options, supply } = this.#bound;
    const doubt = (line: number): number => Math.abs((supply[line] as number) - 1);
    const [line, places] = many.reduce((most, each) => (doubt(each[0]) > doubt(most[0]) ? each : most));
    const dearestFirst = places.toSorted((a, b) => (options[b]?.cost ?? 0) - (options[a]?.cost ?? 0));
    return dearestFirst.map((place) => {
      const allowed = Uint8Array.from(node.allowed);
      for (const [at, option] of options.entries()) if (option.line === line && at !== place) allowed[at] = 0;
      return { allowed, shops: Uint8Array.from(node.shops), prices: Float64Array.from(node.prices) };
    });
  }
}
