import { type Choice, daysOf, type Option, type Problem, parcelsOf, totalOf } from './basket-problem.js';

/** A generator of numbers from 0 to 1 that begins where it is told (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export interface Basket {
  problem: Problem;
  current: Choice;
}

/** A cart as they are: prices of a part differ by some per cent, some shops are free from a sum, some parts are bulky. */
export function randomBasket(random: () => number, most: { lines: number; shops: number; options: number }): Basket {
  const upTo = (limit: number) => 1 + Math.floor(random() * limit);
  const shops = Array.from({ length: upTo(most.shops) }, () => ({
    tariff: random() < 0.1 ? 0 : 290 + Math.floor(random() * 1200),
    freeFrom: random() < 0.35 ? null : 2000 + Math.floor(random() * 12_000),
  }));
  const capacity = new Map<number, number>();
  const lines: { pieces: number; options: Option[] }[] = [];
  const count = upTo(most.lines);
  const current: number[] = [];
  while (lines.length < count) {
    // A part that is in the cart twice, for two vehicles, shares what its offers have in stock.
    const twice = random() < 0.15 && lines.length + 1 < count;
    const base = 300 + Math.floor(random() ** 2 * 15_000);
    const [days, offers] = [upTo(3), upTo(most.options)];
    const stock = Array.from({ length: offers }, () => upTo(6));
    const kinds = Array.from({ length: offers }, (_, index) => ({
      offerId: lines.length * 1000 + index,
      shop: Math.floor(random() * shops.length),
      price: Math.floor(base * (0.9 + random() * 0.4)),
      aside: random() < 0.15 ? Math.floor(random() * 900) : 0,
      days: days + Math.floor(random() * 4),
    }));
    for (let copy = 0; copy < (twice ? 2 : 1); copy++) {
      const pieces = upTo(3);
      const options = kinds.map(({ offerId, shop, price, aside, days: each }) => ({
        offerId,
        shop,
        cost: (price + aside) * pieces,
        goods: price * pieces,
        days: each,
      }));
      lines.push({ pieces, options });
      current.push(Math.floor(random() * offers));
    }
    if (twice) {
      const [first, second] = lines.slice(-2) as [(typeof lines)[number], (typeof lines)[number]];
      for (const [index, { offerId }] of kinds.entries()) {
        const taken = [first, second].reduce(
          (sum, { pieces }, copy) => sum + (current.at(copy - 2) === index ? pieces : 0),
          0,
        );
        capacity.set(offerId, Math.max(stock[index] as number, taken));
      }
    }
  }
  return { problem: { lines, shops, capacity }, current };
}

/** What each plan is judged by, best first. */
export const scores = {
  cheapest: (problem: Problem, choice: Choice) => [totalOf(problem, choice)],
  fewestParcels: (problem: Problem, choice: Choice) => [parcelsOf(problem, choice), totalOf(problem, choice)],
  fastest: (problem: Problem, choice: Choice) => [daysOf(problem, choice), totalOf(problem, choice)],
};

const isBetter = (one: readonly number[], other: readonly number[]): boolean => {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at >= 0 && (one[at] as number) < (other[at] as number);
};

/** The best scores of all choices, by looking at every one of them. */
export function bruteForce(problem: Problem, current: Choice): { [K in keyof typeof scores]: number[] } {
  const best = {
    cheapest: scores.cheapest(problem, current),
    fewestParcels: scores.fewestParcels(problem, current),
    fastest: scores.fastest(problem, current),
  };
  const choice = problem.lines.map(() => 0);
  for (;;) {
    const total = totalOf(problem, choice);
    if (total < Number.POSITIVE_INFINITY) {
      for (const kind of ['cheapest', 'fewestParcels', 'fastest'] as const) {
        const score = scores[kind](problem, choice);
        if (isBetter(score, best[kind])) best[kind] = score;
      }
    }
    let line = 0;
    while (line < choice.length) {
      choice[line] = (choice[line] as number) + 1;
      if ((choice[line] as number) < (problem.lines[line]?.options.length ?? 0)) break;
      choice[line++] = 0;
    }
    if (line === choice.length) return best;
  }
}
