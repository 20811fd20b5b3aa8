/** A number for each line, each scarce offer, and parcels: prices of the relaxation, or the subgradient. */
export class Multipliers {
  readonly #values: Float64Array;

  constructor(
    readonly lineCount: number,
    values: Iterable<number>,
  ) {
    this.#values = Float64Array.from(values);
  }

  ofLine(line: number): number {
    return this.#values[line] as number;
  }

  ofOffer(scarceOffer: number): number {
    return this.#values[this.lineCount + scarceOffer] as number;
  }

  get ofParcel(): number {
    return this.#values[this.#values.length - 1] as number;
  }

  addToLine(line: number, amount: number): void {
    this.#values[line] = this.ofLine(line) + amount;
  }

  addToOffer(scarceOffer: number, amount: number): void {
    this.#values[this.lineCount + scarceOffer] = this.ofOffer(scarceOffer) + amount;
  }

  addToParcel(amount: number): void {
    this.#values[this.#values.length - 1] = this.ofParcel + amount;
  }

  copy(): Multipliers {
    return new Multipliers(this.lineCount, this.#values);
  }

  copyFrom(other: Multipliers): void {
    this.#values.set(other.#values);
  }

  times(other: Multipliers): number {
    let sum = 0;
    for (const [place, value] of this.#values.entries()) sum += value * (other.#values[place] as number);
    return sum;
  }

  /** Returns the squared length of a step along `pulls`, without the parts that the lower limit 0 stops. */
  distanceAlong(pulls: Multipliers): number {
    let distance = 0;
    for (const [place, pull] of pulls.#values.entries())
      if (place < this.lineCount || pull > 0 || (this.#values[place] as number) > 0) distance += pull ** 2;
    return distance;
  }

  /** Moves the prices along `pulls`; only those of lines may become negative. */
  moveAlong(pulls: Multipliers, step: number): void {
    for (const [place, pull] of pulls.#values.entries()) {
      const price = (this.#values[place] as number) + step * pull;
      this.#values[place] = place < this.lineCount ? price : Math.max(0, price);
    }
  }
}
