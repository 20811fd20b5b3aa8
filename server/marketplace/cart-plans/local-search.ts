import { Basket } from './basket.js';
import { type Choice, type Problem, totalOf } from './basket-problem.js';
import type { OfferMatrix } from './offer-matrix.js';

/** What a choice is judged by: its total, and what each parcel adds to it where few are wanted. */
const worthOf = (basket: Basket, parcelPrice: number): number => basket.total + parcelPrice * basket.parcels;

/** Makes a group of moves and keeps them if they pay. */
function attempt(basket: Basket, moves: readonly number[], parcelPrice: number): boolean {
  if (moves.length === 0) return false;
  const before = worthOf(basket, parcelPrice);
  const { line } = basket.matrix;
  const undo: number[] = [];
  for (const to of moves) {
    const from = basket.chosen[line[to] as number] as number;
    if (basket.take(to)) undo.push(from);
  }
  if (worthOf(basket, parcelPrice) < before) return true;
  for (const from of undo.reverse()) basket.take(from);
  return false;
}

/** Gives the line of an option to it, if that pays. */
function attemptOne(basket: Basket, to: number, parcelPrice: number): boolean {
  const { line, shop } = basket.matrix;
  const from = basket.chosen[line[to] as number] as number;
  if (from === to || !basket.fits(to)) return false;
  let value = basket.totalWith(to) - basket.total;
  if (parcelPrice > 0 && shop[from] !== shop[to]) {
    if (basket.linesOf[shop[to] as number] === 0) value += parcelPrice;
    if (basket.linesOf[shop[from] as number] === 1) value -= parcelPrice;
  }
  return value < 0 && basket.take(to);
}

/** For each shop the cheapest allowed option of each line that it has. */
function offersAt({ slotsOf, optionsOf }: OfferMatrix, shop: number, allowed: Uint8Array): number[] {
  const shopOffers: number[] = [];
  for (let slot = slotsOf[shop] as number; slot < (slotsOf[shop + 1] as number); slot++) {
    let at = optionsOf[slot] as number;
    while (at < (optionsOf[slot + 1] as number) && !allowed[at]) at++;
    if (at < (optionsOf[slot + 1] as number)) shopOffers.push(at);
  }
  return shopOffers;
}

/** The moves that empty a shop: each of its lines to its cheapest other option, parcels that are sent anyway first. */
function closing(basket: Basket, shop: number, allowed: Uint8Array, parcelPrice: number): number[] {
  const { shop: shops, ofLine, cost, tariff } = basket.matrix;
  const moves: number[] = [];
  for (const [line, from] of basket.chosen.entries()) {
    if (shops[from] !== shop) continue;
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    for (const to of ofLine[line] as Int32Array) {
      const other = shops[to] as number;
      if (!allowed[to] || other === shop || !basket.fits(to)) continue;
      const parcel = (basket.linesOf[other] as number) > 0 ? 0 : (tariff[other] as number) + parcelPrice;
      if ((cost[to] as number) + parcel >= least) continue;
      least = (cost[to] as number) + parcel;
      best = to;
    }
    if (best < 0) return [];
    moves.push(best);
  }
  return moves;
}

/**
 * Improves a choice until no line, no whole parcel and no newly opened shop pays. Quick, seldom far from the best, and
 * never worse than where it began.
 * @param parcelPrice what a parcel counts beside its tariff
 */
export function improve(matrix: OfferMatrix, start: Int32Array, allowed: Uint8Array, parcelPrice = 0): Basket {
  const basket = new Basket(matrix, start);
  const { tariff, cost, line: lineOf } = matrix;
  const offersOfShop = Array.from(tariff, (_, shop) => offersAt(matrix, shop, allowed));
  for (let improved = true; improved; ) {
    improved = false;
    for (let at = 0; at < cost.length; at++) if (allowed[at] && attemptOne(basket, at, parcelPrice)) improved = true;
    for (const [shop, shopOffers] of offersOfShop.entries()) {
      const cheaper = shopOffers.filter((at) => {
        const from = basket.chosen[lineOf[at] as number] as number;
        return (cost[at] as number) < (cost[from] as number);
      });
      if (attempt(basket, cheaper, parcelPrice) || attempt(basket, shopOffers, parcelPrice)) improved = true;
      if (
        (basket.linesOf[shop] as number) > 0 &&
        attempt(basket, closing(basket, shop, allowed, parcelPrice), parcelPrice)
      )
        improved = true;
    }
  }
  return basket;
}

/** The cheapest allowed option of each line by itself, as far as the pieces last; null where they do not. */
export function cheapestEach({ ofLine, scarce, share, capacity }: OfferMatrix, allowed: Uint8Array): Int32Array | null {
  const left = Float64Array.from(capacity);
  const chosen = new Int32Array(ofLine.length);
  for (const [line, options] of ofLine.entries()) {
    const at = options.find(
      (option) =>
        allowed[option] === 1 &&
        ((scarce[option] as number) < 0 || (left[scarce[option] as number] as number) >= (share[option] as number)),
    );
    if (at === undefined) return null;
    chosen[line] = at;
    const offer = scarce[at] as number;
    if (offer >= 0) left[offer] = (left[offer] as number) - (share[at] as number);
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
  const kept = [...choice];
  const total = totalOf(problem, choice);
  for (const [line, index] of wanted.entries()) {
    if (kept[line] === index || !isAllowed(line, index)) continue;
    const before = kept[line] as number;
    kept[line] = index;
    if (totalOf(problem, kept) > total) kept[line] = before;
  }
  return kept;
}
