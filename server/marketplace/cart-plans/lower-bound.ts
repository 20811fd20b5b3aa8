import { FreeParcel } from './free-parcel.js';
import { Multipliers } from './multipliers.js';
import type { Allowed, Candidate, OfferMatrix, Seller, Slot } from './offer-matrix.js';

/** What is decided about a shop in a part of the search. */
export const shopStates = { free: 0, closed: 1, open: 2 } as const;

/** Bounds are sums of thousands of floats. */
const tolerance = 1e-6;

/** A part of the search: which candidates are left, and what is decided about shops. */
export interface Node {
  readonly allowed: Allowed;
  /** By the shop's id, of `shopStates`. */
  readonly shops: Uint8Array;
  /**
   * What each line is bought at, what each scarce offer costs on top by its share, and what each parcel costs on top of
   * its tariff. The better they fit, the higher is the bound. Only prices of lines may be below zero.
   */
  prices: Multipliers;
}

/** Whether a line may be supplied by a candidate in this part of the search. */
export const isAvailable = ({ allowed, shops }: Node, { id, seller }: Candidate): boolean =>
  allowed[id] === 1 && shops[seller.id] !== shopStates.closed;

/** Whether a choice with this bound can be no better than one of this total: totals are whole cents. */
export const isNoBetter = (bound: number, total: number): boolean => Math.ceil(bound - tolerance) >= total;

/** What a shop would supply for one line in the last evaluation. */
interface SlotBound {
  readonly slot: Slot;
  /** The cheapest candidate that is left; null where there is none. */
  cheapest: Candidate | null;
  /** What that costs above the price of its line; below zero it pays. */
  reducedCost: number;
}

/** What a shop would supply in the last evaluation; all figures are costs, reduced by the prices of the lines. */
export interface SellerBound {
  readonly seller: Seller;
  readonly slots: readonly SlotBound[];
  /** Of the best set of lines, or 0 for none; below zero the shop is used. */
  worth: number;
  /** Of the best set of at least one line. */
  worthIfOpen: number;
  /** Of the lines that pay, without any parcel. */
  linesThatPay: number;
  /** The same with a parcel that is paid for. */
  withPaidParcel: number;
  /** Of the best set of lines whose parcel is free. */
  withFreeParcel: number;
}

const infinite = Number.POSITIVE_INFINITY;

/**
 * A lower bound of all choices in a node by Lagrangian relaxation. Each line has a price (multiplier) and pays it to
 * its supplier. Each shop by itself supplies the most profitable set of lines, with a paid or a free parcel. Lines
 * without exactly one supplier, and scarce offers with too much demand, give the subgradient.
 */
export class Bound {
  /** How each price should move: above zero where a line lacks a supplier or an offer is asked too much of. */
  readonly pull: Multipliers;
  readonly sellers: readonly SellerBound[];
  /** The pull as long as no shop supplies anything. */
  readonly #unsupplied: Multipliers;
  readonly #extras = new FreeParcel<SlotBound>();

  /** @param mostParcels no choice has more; infinite where it does not matter */
  constructor(
    { lines, sellers, scarceOffers }: OfferMatrix,
    private readonly mostParcels: number,
  ) {
    const capacities = scarceOffers.map(({ capacity }) => -capacity);
    const parcels = mostParcels < infinite ? -mostParcels : 0;
    this.#unsupplied = new Multipliers(lines.length, [...lines.map(() => 1), ...capacities, parcels]);
    this.pull = this.#unsupplied.copy();
    this.sellers = sellers.map((seller) => ({
      seller,
      slots: seller.slots.map((slot) => ({ slot, cheapest: null, reducedCost: 0 })),
      worth: 0,
      worthIfOpen: infinite,
      linesThatPay: 0,
      withPaidParcel: 0,
      withFreeParcel: infinite,
    }));
  }

  /** @returns the bound in cents, not rounded; infinite where nothing is possible */
  evaluate(node: Node): number {
    this.pull.copyFrom(this.#unsupplied);
    let bound = this.#unsupplied.times(node.prices);
    for (const each of this.sellers) bound += this.#evaluateSeller(each, node);
    return bound;
  }

  /** @returns what the shop adds to the bound */
  #evaluateSeller(bound: SellerBound, { allowed, shops, prices }: Node): number {
    const { seller, slots } = bound;
    const state = shops[seller.id];
    bound.worth = 0;
    bound.worthIfOpen = infinite;
    if (state === shopStates.closed) return 0;
    this.#extras.clear();
    let linesThatPay = 0;
    let goodsThatPay = 0;
    let leastReducedCost = infinite;
    let bestSlot: SlotBound | null = null;
    for (const each of slots) {
      const mostGoods = cheapestOf(each, allowed, prices);
      if (!each.cheapest) continue;
      const { reducedCost } = each;
      if (reducedCost < leastReducedCost) {
        leastReducedCost = reducedCost;
        bestSlot = each;
      }
      if (reducedCost < 0) {
        linesThatPay += reducedCost;
        goodsThatPay += mostGoods;
      } else if (seller.freeFrom < infinite && mostGoods > 0) this.#extras.add(each, reducedCost, mostGoods);
    }
    if (!bestSlot) return state === shopStates.open ? infinite : 0;
    // Where no line pays, the cheapest one is supplied all the same.
    const firstLine = Math.max(0, leastReducedCost);
    bound.linesThatPay = prices.ofParcel + linesThatPay;
    bound.withPaidParcel = bound.linesThatPay + seller.tariff;
    const paid = bound.withPaidParcel + firstLine;
    bound.withFreeParcel =
      seller.freeFrom === infinite
        ? infinite
        : bound.linesThatPay + this.#extras.cost(seller.freeFrom - goodsThatPay, seller.tariff + firstLine);
    bound.worth = bound.worthIfOpen = Math.min(paid, bound.withFreeParcel);
    if (bound.worth >= 0 && state === shopStates.free) return 0;
    if (this.mostParcels < infinite) this.pull.addToParcel(1);
    for (const each of slots) if (each.cheapest && each.reducedCost < 0) this.#supply(each, 1);
    if (bound.withFreeParcel < paid) for (const [each, part] of this.#extras.taken) this.#supply(each, part);
    else if (linesThatPay === 0) this.#supply(bestSlot, 1);
    return bound.worth;
  }

  #supply({ slot, cheapest }: SlotBound, part: number): void {
    this.pull.addToLine(slot.line, -part);
    if (cheapest?.scarce) this.pull.addToOffer(cheapest.scarce.id, part * cheapest.share);
  }

  /**
   * Removes candidates that no choice better than `best` can use, because the bound with that candidate forced exceeds
   * it. Reads the last evaluation, whose bound was `value`.
   */
  removeHopeless({ allowed, shops, prices }: Node, value: number, best: number): void {
    for (const { seller, slots, worth, linesThatPay, withPaidParcel, withFreeParcel } of this.sellers) {
      const state = shops[seller.id];
      if (state === shopStates.closed) continue;
      const boundOfOthers = value - (state === shopStates.open ? worth : Math.min(0, worth));
      for (const { slot, cheapest, reducedCost } of slots) {
        if (!cheapest) continue;
        for (const candidate of slot.candidates) {
          if (!allowed[candidate.id]) continue;
          const extraCost = costIn(candidate, prices) - prices.ofLine(slot.line) - Math.min(0, reducedCost);
          // The cheapest set with a candidate costs at least what the best set of the shop does, paid or free.
          const forced = Math.min(withPaidParcel + extraCost, Math.max(withFreeParcel, linesThatPay + extraCost));
          if (isNoBetter(boundOfOthers + forced, best)) allowed[candidate.id] = 0;
        }
      }
    }
  }
}

/** Of a candidate, with what its scarce offer costs on top. */
const costIn = ({ cost, scarce, share }: Candidate, prices: Multipliers): number =>
  scarce ? cost + share * prices.ofOffer(scarce.id) : cost;

/**
 * Finds the cheapest candidate of a slot.
 * @returns the goods of the dearest one, which the relaxation lets the cheapest one have
 */
function cheapestOf(bound: SlotBound, allowed: Allowed, prices: Multipliers): number {
  let cheapest: Candidate | null = null;
  let leastCost = infinite;
  let mostGoods = 0;
  for (const candidate of bound.slot.candidates) {
    if (!allowed[candidate.id]) continue;
    const cost = costIn(candidate, prices);
    if (cost < leastCost) {
      leastCost = cost;
      cheapest = candidate;
    }
    if (candidate.goods > mostGoods) mostGoods = candidate.goods;
  }
  bound.cheapest = cheapest;
  bound.reducedCost = leastCost - prices.ofLine(bound.slot.line);
  return mostGoods;
}
