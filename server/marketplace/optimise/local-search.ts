import { Basket } from './basket.js';
import { type Allowed, type Choice, type Problem, totalOf } from './basket-problem.js';

/** Makes a move and keeps it if it pays. */
function attemptOne(basket: Basket, line: number, option: number): boolean {
  const before = basket.total;
  const old = basket.choice[line] as number;
  if (!basket.move(line, option)) return false;
  if (basket.total < before) return true;
  basket.move(line, old);
  return false;
}

/** Makes a group of moves and keeps them if they pay. */
function attempt(basket: Basket, moves: readonly (readonly [line: number, option: number])[]): boolean {
  const before = basket.total;
  const undo: [number, number][] = [];
  for (const [line, option] of moves) {
    undo.unshift([line, basket.choice[line] as number]);
    if (!basket.move(line, option)) undo.shift();
  }
  if (basket.total < before) return true;
  for (const [line, option] of undo) basket.move(line, option);
  return false;
}

/** For each shop the cheapest allowed option of each line that it has. */
function byShop({ lines, shops }: Problem, allowed: Allowed): [line: number, option: number][][] {
  const found = shops.map(() => new Map<number, number>());
  for (const [line, { options }] of lines.entries()) {
    for (const [index, option] of options.entries()) {
      if (!allowed[line]?.[index]) continue;
      const known = found[option.shop]?.get(line);
      if (known === undefined || option.cost < (options[known]?.cost ?? 0)) found[option.shop]?.set(line, index);
    }
  }
  return found.map((options) => [...options]);
}

/** The moves that empty a shop: each of its lines to its cheapest other option, parcels that are sent anyway first. */
function closing(basket: Basket, shop: number, allowed: Allowed): [number, number][] {
  const moves: [number, number][] = [];
  for (const [line, { options }] of basket.problem.lines.entries()) {
    if (basket.option(line).shop !== shop) continue;
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    for (const [index, option] of options.entries()) {
      if (!allowed[line]?.[index] || option.shop === shop) continue;
      const tariff = basket.linesOf(option.shop) > 0 ? 0 : (basket.problem.shops[option.shop]?.tariff ?? 0);
      if (option.cost + tariff >= least) continue;
      least = option.cost + tariff;
      best = index;
    }
    if (best < 0) return [];
    moves.push([line, best]);
  }
  return moves;
}

/**
 * Improves a choice until no line, no whole parcel and no newly opened shop pays. Quick, seldom far from the best, and
 * never worse than where it began.
 */
export function improve(problem: Problem, start: Choice, allowed: Allowed): Choice {
  const basket = new Basket(problem, start);
  const shelves = byShop(problem, allowed);
  for (let improved = true; improved; ) {
    improved = false;
    for (const [line, { options }] of problem.lines.entries())
      for (const index of options.keys())
        if (allowed[line]?.[index] && attemptOne(basket, line, index)) improved = true;
    for (const [shop, shelf] of shelves.entries()) {
      const cheaper = shelf.filter(([line, index]) => basket.option(line, index).cost < basket.option(line).cost);
      if (attempt(basket, cheaper) || attempt(basket, shelf)) improved = true;
      if (basket.linesOf(shop) > 0 && attempt(basket, closing(basket, shop, allowed))) improved = true;
    }
  }
  return basket.choice;
}

/** The cheapest option of each line by itself, as far as the pieces last; null where they do not. */
export function cheapestEach(problem: Problem, allowed: Allowed): Choice | null {
  const left = new Map(problem.capacity);
  const choice: number[] = [];
  for (const { options, pieces } of problem.lines) {
    const line = choice.length;
    let best = -1;
    for (const [index, option] of options.entries()) {
      if (!allowed[line]?.[index] || (left.get(option.offerId) ?? pieces) < pieces) continue;
      if (best < 0 || option.cost < (options[best]?.cost ?? 0)) best = index;
    }
    if (best < 0) return null;
    const { offerId } = options[best] as { offerId: number };
    const most = left.get(offerId);
    if (most !== undefined) left.set(offerId, most - pieces);
    choice.push(best);
  }
  return choice;
}

/** The same choice with as few changes against `wanted` as its total allows. */
export function withFewestChanges(problem: Problem, choice: Choice, wanted: Choice, allowed: Allowed): Choice {
  const kept = [...choice];
  const total = totalOf(problem, choice);
  for (const [line, index] of wanted.entries()) {
    if (kept[line] === index || !allowed[line]?.[index]) continue;
    const before = kept[line] as number;
    kept[line] = index;
    if (totalOf(problem, kept) > total) kept[line] = before;
  }
  return kept;
}
