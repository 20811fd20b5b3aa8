import type { Choice, Option, Problem, Tariff } from './basket-problem.js';

/** A choice that keeps its sums while lines change hands. Money in cents. */
export class Basket {
  readonly choice: number[];
  readonly #goods: number[];
  readonly #lines: number[];
  readonly #pieces = new Map<number, number>();
  total = 0;

  constructor(
    readonly problem: Problem,
    choice: Choice,
  ) {
    this.choice = [...choice];
    this.#goods = problem.shops.map(() => 0);
    this.#lines = problem.shops.map(() => 0);
    for (const line of this.choice.keys()) this.#put(line, this.option(line), 1);
  }

  option(line: number, index = this.choice[line] as number): Option {
    return this.problem.lines[line]?.options[index] as Option;
  }
  linesOf(shop: number): number {
    return this.#lines[shop] as number;
  }

  /** Gives a line to another option. @returns false, with nothing changed, where that offer has too few pieces */
  move(line: number, index: number): boolean {
    const to = this.option(line, index);
    const most = this.problem.capacity.get(to.offerId);
    const pieces = this.problem.lines[line]?.pieces ?? 0;
    const from = this.option(line);
    if (from === to) return true;
    if (most !== undefined && (this.#pieces.get(to.offerId) ?? 0) + pieces > most) return false;
    this.#put(line, from, -1);
    this.choice[line] = index;
    this.#put(line, to, 1);
    return true;
  }

  #shipping(shop: number): number {
    const { tariff, freeFrom } = this.problem.shops[shop] as Tariff;
    if (this.#lines[shop] === 0) return 0;
    return freeFrom !== null && (this.#goods[shop] as number) >= freeFrom ? 0 : tariff;
  }

  #put(line: number, option: Option, sign: 1 | -1): void {
    const { shop } = option;
    const before = this.#shipping(shop);
    this.#goods[shop] = (this.#goods[shop] as number) + sign * option.goods;
    this.#lines[shop] = (this.#lines[shop] as number) + sign;
    if (this.problem.capacity.has(option.offerId)) {
      const pieces = this.problem.lines[line]?.pieces ?? 0;
      this.#pieces.set(option.offerId, (this.#pieces.get(option.offerId) ?? 0) + sign * pieces);
    }
    this.total += sign * option.cost + this.#shipping(shop) - before;
  }
}
