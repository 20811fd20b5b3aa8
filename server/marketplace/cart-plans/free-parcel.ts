/** A line that can fill a parcel up to free shipping: its extra cost and its goods. Cents. */
interface Extra<Line> {
  line: Line;
  cost: number;
  goods: number;
  costPerCent: number;
}

/** Steps of the search for the best set of lines. */
const mostSteps = 60;

/** Finds the lines, or parts of them, that supply missing goods at the lowest cost. Money in cents. */
export class FreeParcel<Line> {
  readonly #extras: Extra<Line>[] = [];
  readonly #path: Extra<Line>[] = [];
  #stepsLeft = 0;
  #leastCost = 0;
  /** The lines of the last `cost`, and the part of each. */
  readonly taken: [line: Line, part: number][] = [];

  clear(): void {
    this.#extras.length = 0;
    this.taken.length = 0;
  }

  add(line: Line, cost: number, goods: number): void {
    this.#extras.push({ line, cost, goods, costPerCent: cost / goods });
  }

  /**
   * Returns a lower bound of the cost of missing goods. It searches the best set of whole lines. If that takes too many
   * steps, lines count in parts, which is cheaper and therefore still a bound.
   * @param missingGoods cents
   * @param mostCost cost of a paid parcel: dearer sets need no exact cost
   */
  cost(missingGoods: number, mostCost: number): number {
    if (missingGoods <= 0) return 0;
    this.#extras.sort((a, b) => a.costPerCent - b.costPerCent);
    const costOfParts = this.#costOfParts(missingGoods, 0);
    if (costOfParts >= mostCost) return costOfParts;
    this.#stepsLeft = mostSteps;
    this.#leastCost = mostCost;
    this.#searchCover(missingGoods, 0, 0);
    // A set that was not found costs at least as much as a paid parcel.
    if (this.#stepsLeft > 0) return Math.max(costOfParts, this.#leastCost);
    this.#chooseParts(missingGoods);
    return costOfParts;
  }

  #chooseParts(missingGoods: number): void {
    this.taken.length = 0;
    let missing = missingGoods;
    for (const { line, goods } of this.#extras) {
      if (missing <= 0) return;
      this.taken.push([line, Math.min(missing, goods) / goods]);
      missing -= goods;
    }
  }

  /** Returns the least cost if the lines from place `from` on could be divided. */
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

  /** Tries each line from place `from` on with and without it, while that can beat the best set. */
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
