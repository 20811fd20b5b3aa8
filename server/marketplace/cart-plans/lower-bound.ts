import { FreeParcel } from './free-parcel.js';
import type { OfferMatrix } from './offer-matrix.js';

/** What is decided about a shop in a part of the search. */
export const shopStates = { free: 0, closed: 1, open: 2 } as const;

/** A part of the search: which options are left, and what is decided about shops. */
export interface Node {
  /** By option, 1 = may be used. */
  allowed: Uint8Array;
  /** By shop, of `shopStates`. */
  shops: Uint8Array;
  /**
   * The better they fit, the higher the bound: what each line is bought at, what each scarce offer costs on top by its
   * share, what each parcel costs on top of its tariff. All but the first are never below zero.
   */
  prices: Float64Array;
}

const infinite = Number.POSITIVE_INFINITY;

/**
 * A lower bound of all choices in a node by Lagrangian relaxation. Each line has a price (multiplier) and pays it to
 * its supplier. Each shop by itself supplies the most profitable set of lines, with a paid or a free parcel. Lines
 * without exactly one supplier, and scarce offers with too much demand, give the subgradient.
 */
export class Bound {
  /** By price, how it should move: above zero where a line lacks or an offer is asked too much of. */
  readonly pull: Float64Array;
  /** What each shop is worth in the last evaluation; below zero it is used. */
  readonly worth: Float64Array;
  /** The same if the shop had to be used. */
  readonly worthOpen: Float64Array;
  readonly #paid: Float64Array;
  readonly #free: Float64Array;
  readonly #gain: Float64Array;
  /** By slot: its best option (−1 = none), what that costs above the price of its line. */
  readonly #best: Int32Array;
  readonly #reduced: Float64Array;
  readonly #extra = new FreeParcel();

  /** @param mostParcels no choice has more; infinite where it does not matter */
  constructor(
    readonly matrix: OfferMatrix,
    readonly mostParcels: number,
  ) {
    const shops = matrix.tariff.length;
    this.pull = new Float64Array(matrix.ofLine.length + matrix.capacity.length + 1);
    this.worth = new Float64Array(shops);
    this.worthOpen = new Float64Array(shops);
    this.#paid = new Float64Array(shops);
    this.#free = new Float64Array(shops);
    this.#gain = new Float64Array(shops);
    this.#best = new Int32Array(matrix.slotLine.length);
    this.#reduced = new Float64Array(matrix.slotLine.length);
  }

  /** @returns the bound in cents, not rounded; infinite where nothing is possible */
  evaluate({ allowed, shops, prices }: Node): number {
    const { pull, matrix } = this;
    const lines = matrix.ofLine.length;
    let bound = 0;
    for (let line = 0; line < lines; line++) {
      pull[line] = 1;
      bound += prices[line] as number;
    }
    for (const [offer, capacity] of matrix.capacity.entries()) {
      pull[lines + offer] = -capacity;
      bound -= capacity * (prices[lines + offer] as number);
    }
    const parcels = pull.length - 1;
    pull[parcels] = 0;
    if (this.mostParcels < infinite) {
      pull[parcels] = -this.mostParcels;
      bound -= this.mostParcels * (prices[parcels] as number);
    }
    for (let shop = 0; shop < shops.length; shop++) bound += this.#shop(shop, allowed, shops[shop] as number, prices);
    return bound;
  }

  #shop(shop: number, allowed: Uint8Array, state: number, prices: Float64Array): number {
    this.worth[shop] = 0;
    this.worthOpen[shop] = infinite;
    if (state === shopStates.closed) return 0;
    const { matrix } = this;
    const { slotsOf, slotLine, optionsOf, cost: costs, goods, scarce, share } = matrix;
    const lines = matrix.ofLine.length;
    const [first, end] = [slotsOf[shop] as number, slotsOf[shop + 1] as number];
    const freeFrom = matrix.freeFrom[shop] as number;
    this.#extra.clear();
    let gain = 0;
    let sum = 0;
    let least = infinite;
    let nearest = -1;
    for (let slot = first; slot < end; slot++) {
      // Of several offers for a line the cheapest counts; the relaxation lets it have the goods of the dearest.
      let best = -1;
      let cost = infinite;
      let most = 0;
      const last = optionsOf[slot + 1] as number;
      for (let at = optionsOf[slot] as number; at < last; at++) {
        if (!allowed[at]) continue;
        const offer = scarce[at] as number;
        const own = (costs[at] as number) + (offer < 0 ? 0 : (share[at] as number) * (prices[lines + offer] as number));
        if (own < cost) {
          cost = own;
          best = at;
        }
        if ((goods[at] as number) > most) most = goods[at] as number;
      }
      this.#best[slot] = best;
      if (best < 0) continue;
      const reduced = cost - (prices[slotLine[slot] as number] as number);
      this.#reduced[slot] = reduced;
      if (reduced < least) {
        least = reduced;
        nearest = slot;
      }
      if (reduced < 0) {
        gain += reduced;
        sum += most;
      } else if (freeFrom < infinite && most > 0) this.#extra.add(slot, reduced, most);
    }
    if (nearest < 0) return state === shopStates.open ? infinite : 0;
    const parcel = prices[prices.length - 1] as number;
    const tariff = matrix.tariff[shop] as number;
    const needed = Math.max(0, least);
    const paid = parcel + tariff + gain + needed;
    const free = freeFrom === infinite ? infinite : parcel + gain + this.#extra.cost(freeFrom - sum, tariff + needed);
    const worth = Math.min(paid, free);
    this.#paid[shop] = parcel + tariff + gain;
    this.#free[shop] = free;
    this.#gain[shop] = parcel + gain;
    this.worth[shop] = this.worthOpen[shop] = worth;
    if (worth >= 0 && state === shopStates.free) return 0;
    const parcels = this.pull.length - 1;
    if (this.mostParcels < infinite) this.pull[parcels] = (this.pull[parcels] as number) + 1;
    for (let slot = first; slot < end; slot++)
      if ((this.#best[slot] as number) >= 0 && (this.#reduced[slot] as number) < 0) this.#supply(slot, 1);
    if (free < paid) for (const [slot, part] of this.#extra.taken) this.#supply(slot, part);
    else if (gain === 0) this.#supply(nearest, 1);
    return worth;
  }

  #supply(slot: number, part: number): void {
    const { slotLine, scarce, share, ofLine } = this.matrix;
    const { pull } = this;
    const line = slotLine[slot] as number;
    pull[line] = (pull[line] as number) - part;
    const at = this.#best[slot] as number;
    const offer = scarce[at] as number;
    if (offer < 0) return;
    pull[ofLine.length + offer] = (pull[ofLine.length + offer] as number) + part * (share[at] as number);
  }

  /**
   * Removes options that no choice better than `best` can use, because the bound with that option forced exceeds it.
   * Reads the last evaluation, whose bound was `value`.
   */
  fixOptions({ allowed, shops, prices }: Node, value: number, best: number): void {
    const { slotsOf, optionsOf, cost, scarce, share, slotLine, ofLine } = this.matrix;
    for (let shop = 0; shop < shops.length; shop++) {
      if (shops[shop] === shopStates.closed) continue;
      // The cheapest set with an option costs at least what the best set of the shop does, paid or free.
      const worth = this.worth[shop] as number;
      const rest = value - (shops[shop] === shopStates.open ? worth : Math.min(0, worth));
      const [paid, free, gain] = [this.#paid[shop] as number, this.#free[shop] as number, this.#gain[shop] as number];
      for (let slot = slotsOf[shop] as number; slot < (slotsOf[shop + 1] as number); slot++) {
        if ((this.#best[slot] as number) < 0) continue;
        const price = prices[slotLine[slot] as number] as number;
        const base = Math.min(0, this.#reduced[slot] as number);
        for (let at = optionsOf[slot] as number; at < (optionsOf[slot + 1] as number); at++) {
          if (!allowed[at]) continue;
          const offer = scarce[at] as number;
          const onTop = offer < 0 ? 0 : (share[at] as number) * (prices[ofLine.length + offer] as number);
          const more = (cost[at] as number) + onTop - price - base;
          const forced = Math.min(paid + more, Math.max(free, gain + more));
          if (Math.ceil(rest + forced - 1e-6) >= best) allowed[at] = 0;
        }
      }
    }
  }
}
