/** An offer that can supply a line of the cart. Money in cents, for all pieces of the line. */
export interface Option {
  offerId: number;
  /** Index of the seller in `shops`. */
  shop: number;
  /** Goods, surcharges and deposit: everything but the tariff of the parcel. */
  cost: number;
  /** Price of the goods alone, which counts towards free shipping. */
  goods: number;
  /** Most working days until delivery. */
  days: number;
}
/** Price of a shop's parcel; it is free from a sum of goods (D62). Cents. */
export interface Tariff {
  tariff: number;
  freeFrom: number | null;
}
/** The lines of a cart and the offers that can supply them; each line has at least one option. */
export interface Problem {
  lines: readonly { pieces: number; options: readonly Option[] }[];
  shops: readonly Tariff[];
  /** Pieces that an offer has, for offers that several lines could use. */
  capacity: ReadonlyMap<number, number>;
}
/** Index of the chosen option of each line. */
export type Choice = readonly number[];

export function optionOf({ lines }: Problem, choice: Choice, line: number): Option {
  return lines[line]?.options[choice[line] as number] as Option;
}

/** Returns the price of a choice in cents with shipping; infinite if an offer has too few pieces. */
export function totalOf(problem: Problem, choice: Choice): number {
  const goods = new Map<number, number>();
  const pieces = new Map<number, number>();
  let total = 0;
  for (const [line, { pieces: wanted }] of problem.lines.entries()) {
    const option = optionOf(problem, choice, line);
    total += option.cost;
    goods.set(option.shop, (goods.get(option.shop) ?? 0) + option.goods);
    pieces.set(option.offerId, (pieces.get(option.offerId) ?? 0) + wanted);
  }
  for (const [offerId, most] of problem.capacity)
    if ((pieces.get(offerId) ?? 0) > most) return Number.POSITIVE_INFINITY;
  for (const [shop, sum] of goods) {
    const { tariff, freeFrom } = problem.shops[shop] as Tariff;
    if (freeFrom === null || sum < freeFrom) total += tariff;
  }
  return total;
}

export const daysOf = (problem: Problem, choice: Choice): number =>
  Math.max(0, ...choice.map((_, line) => optionOf(problem, choice, line).days));
