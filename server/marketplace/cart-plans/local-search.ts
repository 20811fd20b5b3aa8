import { Basket } from './basket.js';
import { type Choice, type Problem, totalOf } from './basket-problem.js';
import { type Allowed, type Candidate, type OfferMatrix, type Seller, Stock } from './offer-matrix.js';

/** Rates a choice: its total, and a price for each parcel if few parcels are wanted. */
const worthOf = (basket: Basket, parcelPrice: number): number => basket.total + parcelPrice * basket.parcels;

/** Makes several moves and keeps them if they pay. */
function attempt(basket: Basket, moves: readonly Candidate[], parcelPrice: number): boolean {
  if (moves.length === 0) return false;
  const before = worthOf(basket, parcelPrice);
  const undo: Candidate[] = [];
  for (const to of moves) {
    const from = basket.chosenFor(to.line);
    if (basket.take(to)) undo.push(from);
  }
  if (worthOf(basket, parcelPrice) < before) return true;
  for (const from of undo.reverse()) basket.take(from);
  return false;
}

/** Moves one line to a candidate if that pays. */
function attemptOne(basket: Basket, to: Candidate, parcelPrice: number): boolean {
  const from = basket.chosenFor(to.line);
  if (from === to || !basket.fits(to)) return false;
  let change = basket.totalWith(to) - basket.total;
  if (parcelPrice > 0 && from.seller !== to.seller) {
    if (basket.linesOf(to.seller) === 0) change += parcelPrice;
    if (basket.linesOf(from.seller) === 1) change -= parcelPrice;
  }
  return change < 0 && basket.take(to);
}

/** Returns a shop's cheapest allowed candidate for each of its lines. */
const offersAt = ({ slots }: Seller, allowed: Allowed): Candidate[] =>
  slots.flatMap(({ candidates }) => candidates.find(({ id }) => allowed[id]) ?? []);

/**
 * Returns the moves that empty a shop. Each line goes to its cheapest other candidate; a parcel that exists costs
 * nothing.
 */
function closing(basket: Basket, seller: Seller, allowed: Allowed, parcelPrice: number): Candidate[] {
  const moves: Candidate[] = [];
  for (const from of basket.chosen) {
    if (from.seller !== seller) continue;
    let cheapest: Candidate | null = null;
    let leastCost = Number.POSITIVE_INFINITY;
    for (const to of basket.matrix.lines[from.line] ?? []) {
      if (!allowed[to.id] || to.seller === seller || !basket.fits(to)) continue;
      const parcel = basket.linesOf(to.seller) > 0 ? 0 : to.seller.tariff + parcelPrice;
      if (to.cost + parcel >= leastCost) continue;
      leastCost = to.cost + parcel;
      cheapest = to;
    }
    if (!cheapest) return [];
    moves.push(cheapest);
  }
  return moves;
}

/**
 * Improves a choice until no change of a line, a parcel or a shop pays. The result is never worse than `start`.
 * @param parcelPrice cents that a parcel counts besides its tariff
 */
export function improve(matrix: OfferMatrix, start: readonly Candidate[], allowed: Allowed, parcelPrice = 0): Basket {
  const basket = new Basket(matrix, start);
  const shops = matrix.sellers.map((seller) => ({ seller, offers: offersAt(seller, allowed) }));
  for (let isImproved = true; isImproved; ) {
    isImproved = false;
    for (const candidate of matrix.candidates)
      if (allowed[candidate.id] && attemptOne(basket, candidate, parcelPrice)) isImproved = true;
    for (const { seller, offers } of shops) {
      const cheaper = offers.filter((offer) => offer.cost < basket.chosenFor(offer.line).cost);
      if (attempt(basket, cheaper, parcelPrice) || attempt(basket, offers, parcelPrice)) isImproved = true;
      const isClosed =
        basket.linesOf(seller) > 0 && attempt(basket, closing(basket, seller, allowed, parcelPrice), parcelPrice);
      if (isClosed) isImproved = true;
    }
  }
  return basket;
}

/** Returns the cheapest allowed candidate of each line within the stock; null if the stock is too small. */
export function cheapestEach(matrix: OfferMatrix, allowed: Allowed): Candidate[] | null {
  const stock = new Stock(matrix);
  const chosen: Candidate[] = [];
  for (const candidates of matrix.lines) {
    const cheapest = candidates.find((candidate) => allowed[candidate.id] === 1 && stock.isEnoughFor(candidate));
    if (!cheapest) return null;
    stock.take(cheapest);
    chosen.push(cheapest);
  }
  return chosen;
}

/** Returns an equally cheap choice that keeps as many lines as possible as in `wanted`. */
export function withFewestChanges(
  problem: Problem,
  choice: Choice,
  wanted: Choice,
  isAllowed: (line: number, index: number) => boolean,
): Choice {
  let kept = choice;
  const total = totalOf(problem, choice);
  for (const [line, index] of wanted.entries()) {
    if (kept[line] === index || !isAllowed(line, index)) continue;
    const changed = kept.with(line, index);
    if (totalOf(problem, changed) <= total) kept = changed;
  }
  return kept;
}
