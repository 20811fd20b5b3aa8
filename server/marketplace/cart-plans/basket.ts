import type { OfferMatrix } from './offer-matrix.js';

/** A choice that keeps its sums while lines change hands. Money in cents. */
export class Basket {
  /** The option of each line. */
  readonly chosen: Int32Array;
  readonly linesOf: Int32Array;
  readonly #goods: Float64Array;
  readonly #capacity: Float64Array;
  total = 0;
  parcels = 0;

  /** @param chosen one option for each line, of no offer more than there is */
  constructor(
    readonly matrix: OfferMatrix,
    chosen: Int32Array,
  ) {
    this.chosen = Int32Array.from(chosen);
    this.linesOf = new Int32Array(matrix.tariff.length);
    this.#goods = new Float64Array(matrix.tariff.length);
    this.#capacity = Float64Array.from(matrix.capacity);
    for (const at of chosen) this.#put(at, 1);
  }

  /** Whether the offer has pieces left for an option. */
  fits(to: number): boolean {
    const scarce = this.matrix.scarce[to] as number;
    return scarce < 0 || (this.#capacity[scarce] as number) >= (this.matrix.share[to] as number);
  }

  /** What the total and the number of parcels would become if the line of `to` took it. */
  totalWith(to: number): number {
    const { line, shop, cost, goods } = this.matrix;
    const from = this.chosen[line[to] as number] as number;
    const [left, taken] = [shop[from] as number, shop[to] as number];
    let total = this.total + (cost[to] as number) - (cost[from] as number);
    if (left === taken) {
      const sum = this.#goods[left] as number;
      const after = sum + (goods[to] as number) - (goods[from] as number);
      return total + this.#parcel(left, after, 1) - this.#parcel(left, sum, 1);
    }
    const lost = this.#goods[left] as number;
    const won = this.#goods[taken] as number;
    const [before, count] = [this.linesOf[left] as number, this.linesOf[taken] as number];
    total += this.#parcel(left, lost - (goods[from] as number), before - 1) - this.#parcel(left, lost, before);
    return total + this.#parcel(taken, won + (goods[to] as number), count + 1) - this.#parcel(taken, won, count);
  }

  /** Gives the line of an option to it. @returns false, with nothing changed, where its offer has too few pieces */
  take(to: number): boolean {
    const line = this.matrix.line[to] as number;
    const from = this.chosen[line] as number;
    if (from === to) return true;
    if (!this.fits(to)) return false;
    this.#put(from, -1);
    this.chosen[line] = to;
    this.#put(to, 1);
    return true;
  }

  #parcel(shop: number, goods: number, lines: number): number {
    if (lines === 0 || goods >= (this.matrix.freeFrom[shop] as number)) return 0;
    return this.matrix.tariff[shop] as number;
  }

  #put(at: number, sign: 1 | -1): void {
    const { shop: shops, cost, goods, scarce, share } = this.matrix;
    const shop = shops[at] as number;
    const lines = this.linesOf[shop] as number;
    const sum = this.#goods[shop] as number;
    this.total -= this.#parcel(shop, sum, lines);
    this.#goods[shop] = sum + sign * (goods[at] as number);
    this.linesOf[shop] = lines + sign;
    this.total += this.#parcel(shop, this.#goods[shop] as number, lines + sign) + sign * (cost[at] as number);
    if (lines === 0 || lines + sign === 0) this.parcels += sign;
    const offer = scarce[at] as number;
    if (offer >= 0) this.#capacity[offer] = (this.#capacity[offer] as number) - sign * (share[at] as number);
  }
}
