import { Basket } from './basket.js';
import { type Choice, type Problem, totalOf } from './basket-problem.js';
import { type Allowed, type Candidate, type OfferMatrix, type Seller, Stock } from './offer-matrix.js';

/** What a choice is judged by: its total, and what each parcel adds to it where few are wanted. */
const worthOf = (basket: Basket, parcelPrice: number): number => basket.total + parcelPrice * basket.parcels;

/** Makes a group of moves and keeps them if they pay. */
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

/** Gives the line of a candidate to it, if that pays. */
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

/** The cheapest allowed candidate of a shop for each line that it has. */
const offersAt = ({ slots }: Seller, allowed: Allowed): Candidate[] =>
  slots.flatMap(({ candidates }) => candidates.find(({ id }) => allowed[id]) ?? []);

/**
 * The moves that empty a shop: each of its lines goes to its cheapest other candidate, where a parcel that is sent
 * anyway costs nothing.
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
 * Improves a choice until no line, no whole parcel and no newly opened shop pays. Quick, seldom far from the best, and
 * never worse than where it began.
 * @param parcelPrice what a parcel counts beside its tariff
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

/** The cheapest allowed candidate of each line by itself, as far as the pieces last; null where they do not. */
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

/** The same choice with as few changes against `wanted` as its total allows. */
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
