/** A line that could be added to a parcel to make it free: what it costs on top, and the goods that it brings. */
interface Extra<Line> {
  line: Line;
  cost: number;
  goods: number;
  costPerCent: number;
}

/** Steps of the search for the best set of lines that completes a free parcel. */
const mostSteps = 60;

/** What missing goods cost at least, and which lines, or parts of them, bring them. Money in cents. */
export class FreeParcel<Line> {
  /** Objects of earlier calls, to be used again. */
  readonly #pool: Extra<Line>[] = [];
  readonly #extras: Extra<Line>[] = [];
  readonly #path: Extra<Line>[] = [];
  #stepsLeft = 0;
  #leastCost = 0;
  /** What the last `cost` takes, and how much of each line. */
  readonly taken: [line: Line, part: number][] = [];

  clear(): void {
    this.#extras.length = 0;
    this.taken.length = 0;
  }

  add(line: Line, cost: number, goods: number): void {
    const place = this.#extras.length;
    this.#pool[place] ??= { line, cost: 0, goods: 0, costPerCent: 0 };
    const extra = this.#pool[place];
    extra.line = line;
    extra.cost = cost;
    extra.goods = goods;
    extra.costPerCent = cost / goods;
    this.#extras.push(extra);
  }

  /**
   * A lower bound of what missing goods cost. The best set of whole lines is searched for; where that takes long, parts
   * of lines count, which is cheaper and so still a bound.
   * @param missingGoods cents
   * @param mostCost what a parcel that is paid for costs instead: a dearer set need not be known exactly
   */
  cost(missingGoods: number, mostCost: number): number {
    if (missingGoods <= 0) return 0;
    this.#extras.sort((a, b) => a.costPerCent - b.costPerCent);
    const costOfParts = this.#costOfParts(missingGoods, 0);
    if (costOfParts >= mostCost) return costOfParts;
    this.#stepsLeft = mostSteps;
    this.#leastCost = mostCost;
    this.#searchCover(missingGoods, 0, 0);
    // A set that was not found is at least as dear as a parcel that is paid for.
    if (this.#stepsLeft > 0) return Math.max(costOfParts, this.#leastCost);
    this.#takeParts(missingGoods);
    return costOfParts;
  }

  #takeParts(missingGoods: number): void {
    this.taken.length = 0;
    let missing = missingGoods;
    for (const { line, goods } of this.#extras) {
      if (missing <= 0) return;
      this.taken.push([line, Math.min(missing, goods) / goods]);
      missing -= goods;
    }
  }

  /** What missing goods cost at least from the lines after the first `from`, if lines could be divided. */
  #costOfParts(missingGoods: number, from: number): number {
    let missing = missingGoods;
    let cost = 0;
    for (let place = from; ; place++) {
      const extra = this.#extras[place];
      if (!extra) return Number.POSITIVE_INFINITY;
      if (extra.goods >= missing) return cost + missing * extra.costPerCent;
      cost += extra.cost;
      missing -= extra.goods;
    }
  }

  /** Tries each line after the first `from` with and without it, as long as that may be cheaper than the best set. */
  #searchCover(missingGoods: number, from: number, cost: number): void {
    if (missingGoods <= 0) {
      if (cost >= this.#leastCost) return;
      this.#leastCost = cost;
      this.taken.length = 0;
      for (const { line } of this.#path) this.taken.push([line, 1]);
      return;
    }
    const extra = this.#extras[from];
    if (!extra || this.#stepsLeft-- <= 0) return;
    if (cost + this.#costOfParts(missingGoods, from) >= this.#leastCost) return;
    this.#path.push(extra);
    this.#searchCover(missingGoods - extra.goods, from + 1, cost + extra.cost);
    this.#path.pop();
    this.#searchCover(missingGoods, from + 1, cost);
  }
}
