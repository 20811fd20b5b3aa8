import { FreeParcel } from './free-parcel.js';
import { Multipliers } from './multipliers.js';
import type { Allowed, Candidate, OfferMatrix, Seller, Slot } from './offer-matrix.js';

/** Decisions about a shop in a node. */
export const shopStates = { free: 0, closed: 1, open: 2 } as const;

/** Bounds are sums of thousands of floats. */
const tolerance = 1e-6;

/** A part of the search space: the candidates that are left, and the decisions about shops. */
export interface Node {
  readonly allowed: Allowed;
  /** A value of `shopStates` by shop id. */
  readonly shops: Uint8Array;
  /**
   * Lagrange multipliers: the price that each line pays, the surcharge of each scarce offer, and the surcharge of a
   * parcel. Better prices give a higher bound. Only prices of lines may be negative.
   */
  prices: Multipliers;
}

export const isAvailable = ({ allowed, shops }: Node, { id, seller }: Candidate): boolean =>
  allowed[id] === 1 && shops[seller.id] !== shopStates.closed;

/** Returns whether no choice with this bound can beat the total; totals are whole cents. */
export const isNoBetter = (bound: number, total: number): boolean => Math.ceil(bound - tolerance) >= total;

/** The part of one shop and line in the last evaluation. */
interface SlotBound {
  readonly slot: Slot;
  /** The cheapest allowed candidate. */
  cheapest: Candidate | null;
  /** Cost of `cheapest` minus the price of its line; a negative cost pays. */
  reducedCost: number;
}

/** The part of a shop in the last evaluation. All costs are reduced by the prices of the lines. */
export interface SellerBound {
  readonly seller: Seller;
  readonly slots: readonly SlotBound[];
  /** Cost of the best set of lines, or 0 for no line; the bound uses the shop if it is negative. */
  worth: number;
  /** Cost of the best set with at least one line. */
  worthIfOpen: number;
  /** Cost of the lines that pay, without a parcel. */
  linesThatPay: number;
  /** Cost of the best set of lines with a paid parcel. */
  withPaidParcel: number;
  /** Cost of the best set of lines with a free parcel. */
  withFreeParcel: number;
}

const infinite = Number.POSITIVE_INFINITY;

/**
 * Computes a lower bound of all choices in a node by Lagrangian relaxation. Each line pays its price (multiplier) to
 * its supplier. Each shop independently supplies its most profitable set of lines, with a paid or a free parcel. Lines
 * without exactly one supplier, and scarce offers with too much demand, give the subgradient.
 */
export class Bound {
  /** The subgradient: positive for a line without supplier and for an offer with too much demand. */
  readonly pull: Multipliers;
  readonly sellers: readonly SellerBound[];
  /** The subgradient before any shop supplies a line. */
  readonly #unsupplied: Multipliers;
  readonly #extras = new FreeParcel<SlotBound>();

  /** @param mostParcels limit of the parcels of a choice; infinite = no limit */
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

  /** Returns the bound in cents, not rounded; infinite if the node has no choice. */
  evaluate(node: Node): number {
    this.pull.copyFrom(this.#unsupplied);
    let bound = this.#unsupplied.times(node.prices);
    for (const each of this.sellers) bound += this.#evaluateSeller(each, node);
    return bound;
  }

  /** Returns the shop's contribution to the bound. */
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
    // A used shop supplies its cheapest line even if no line pays.
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
   * Removes candidates that no choice better than `best` can use: the bound with such a candidate exceeds `best`.
   * @param value the bound of the last evaluation
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
          // A set with the candidate costs at least as much as the shop's best set, with a paid or a free parcel.
          const forced = Math.min(withPaidParcel + extraCost, Math.max(withFreeParcel, linesThatPay + extraCost));
          if (isNoBetter(boundOfOthers + forced, best)) allowed[candidate.id] = 0;
        }
      }
    }
  }
}

/** Returns the cost of a candidate with the surcharge of its scarce offer. */
const costIn = ({ cost, scarce, share }: Candidate, prices: Multipliers): number =>
  scarce ? cost + share * prices.ofOffer(scarce.id) : cost;

/**
 * Finds the cheapest candidate of a slot. Returns the most goods of any, which the relaxation grants the cheapest one.
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
