/** A line that could be added to a parcel to make it free: what it costs on top, and the goods that it brings. */
interface Extra {
  at: number;
  cost: number;
  goods: number;
  rate: number;
}

/** Steps of the search for the best set of lines that completes a free parcel. */
const mostSteps = 60;

/** What missing goods cost at least, and which lines, or parts of them, bring them. */
export class FreeParcel {
  readonly #pool: Extra[] = [];
  readonly #extras: Extra[] = [];
  readonly #path: Extra[] = [];
  #steps = 0;
  #least = 0;
  /** What the last `cost` takes: the `at` of lines, and how much of each. */
  readonly taken: [at: number, part: number][] = [];

  clear(): void {
    this.#extras.length = 0;
    this.taken.length = 0;
  }

  add(at: number, cost: number, goods: number): void {
    const index = this.#extras.length;
    this.#pool[index] ??= { at: 0, cost: 0, goods: 0, rate: 0 };
    const extra = this.#pool[index];
    extra.at = at;
    extra.cost = cost;
    extra.goods = goods;
    extra.rate = cost / goods;
    this.#extras.push(extra);
  }

  /**
   * A lower bound of what `missing` cents of goods cost. The best set of whole lines is looked for; where that takes
   * long, parts of lines count, which is cheaper and so still a bound.
   * @param most what a parcel that is paid for costs instead: a set that is dearer need not be known exactly
   */
  cost(missing: number, most: number): number {
    if (missing <= 0) return 0;
    const extras = this.#extras;
    extras.sort((a, b) => a.rate - b.rate);
    const parts = this.#fractional(missing, 0);
    if (parts >= most) return parts;
    this.#steps = mostSteps;
    this.#least = most;
    this.#cover(missing, 0, 0);
    // What was not found is at least as dear as a parcel that is paid for.
    if (this.#steps > 0) return Math.max(parts, this.#least);
    this.taken.length = 0;
    let left = missing;
    for (const { at, goods } of extras) {
      if (left <= 0) break;
      const part = Math.min(left, goods) / goods;
      this.taken.push([at, part]);
      left -= goods;
    }
    return parts;
  }

  /** What missing goods cost at least from the lines after the first `from`. */
  #fractional(missing: number, from: number): number {
    let left = missing;
    let cost = 0;
    for (let index = from; index < this.#extras.length; index++) {
      const extra = this.#extras[index] as Extra;
      if (extra.goods >= left) return cost + left * extra.rate;
      cost += extra.cost;
      left -= extra.goods;
    }
    return Number.POSITIVE_INFINITY;
  }

  #cover(missing: number, from: number, cost: number): void {
    if (missing <= 0) {
      if (cost >= this.#least) return;
      this.#least = cost;
      this.taken.length = 0;
      for (const { at } of this.#path) this.taken.push([at, 1]);
      return;
    }
    const extra = this.#extras[from];
    if (!extra || this.#steps-- <= 0) return;
    if (cost + this.#fractional(missing, from) >= this.#least) return;
    this.#path.push(extra);
    this.#cover(missing - extra.goods, from + 1, cost + extra.cost);
    this.#path.pop();
    this.#cover(missing, from + 1, cost);
  }
}
