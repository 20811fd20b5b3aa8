import { type Candidate, type OfferMatrix, type Seller, Stock } from './offer-matrix.js';

interface Parcel {
  lines: number;
  goods: number;
}

/** A choice that updates its sums with each change of a line. Money in cents. */
export class Basket {
  readonly chosen: Candidate[];
  total = 0;
  parcels = 0;
  readonly #parcels: readonly Parcel[];
  readonly #stock: Stock;

  /** @param chosen a candidate for each line, within the stock of its offer */
  constructor(
    readonly matrix: OfferMatrix,
    chosen: readonly Candidate[],
  ) {
    this.chosen = [...chosen];
    this.#parcels = matrix.sellers.map(() => ({ lines: 0, goods: 0 }));
    this.#stock = new Stock(matrix);
    for (const candidate of chosen) this.#put(candidate, 1);
  }

  chosenFor(line: number): Candidate {
    return this.chosen[line] as Candidate;
  }

  linesOf(seller: Seller): number {
    return this.#parcelOf(seller).lines;
  }

  fits(candidate: Candidate): boolean {
    return this.#stock.isEnoughFor(candidate);
  }

  /** Returns the total if the line of the candidate took it. */
  totalWith(to: Candidate): number {
    const from = this.chosenFor(to.line);
    const total = this.total + to.cost - from.cost;
    if (from.seller === to.seller) return total + this.#shippingChange(to.seller, 0, to.goods - from.goods);
    return total + this.#shippingChange(from.seller, -1, -from.goods) + this.#shippingChange(to.seller, 1, to.goods);
  }

  /** Moves the line of a candidate to it. Returns false and changes nothing if its offer has too few pieces. */
  take(to: Candidate): boolean {
    const from = this.chosenFor(to.line);
    if (from === to) return true;
    if (!this.fits(to)) return false;
    this.#put(from, -1);
    this.chosen[to.line] = to;
    this.#put(to, 1);
    return true;
  }

  #parcelOf({ id }: Seller): Parcel {
    return this.#parcels[id] as Parcel;
  }

  #shippingChange(seller: Seller, moreLines: number, moreGoods: number): number {
    const { lines, goods } = this.#parcelOf(seller);
    return shippingOf(seller, lines + moreLines, goods + moreGoods) - shippingOf(seller, lines, goods);
  }

  #put(candidate: Candidate, sign: 1 | -1): void {
    const { seller, cost, goods } = candidate;
    const parcel = this.#parcelOf(seller);
    this.total += sign * cost + this.#shippingChange(seller, sign, sign * goods);
    if (parcel.lines === 0) this.parcels++;
    parcel.lines += sign;
    parcel.goods += sign * goods;
    if (parcel.lines === 0) this.parcels--;
    if (sign === 1) this.#stock.take(candidate);
    else this.#stock.giveBack(candidate);
  }
}

const shippingOf = ({ tariff, freeFrom }: Seller, lines: number, goods: number): number =>
  lines === 0 || goods >= freeFrom ? 0 : tariff;
