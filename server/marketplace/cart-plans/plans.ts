import type { Clock } from '../../clock/clock.js';
import { Basket } from './basket.js';
import { type Choice, daysOf, type Option, type Problem } from './basket-problem.js';
import { cheapest, type Incumbent } from './branch-and-bound.js';
import { fewestParcels } from './fewest-parcels.js';
import { improve, withFewestChanges } from './local-search.js';
import { type Candidate, OfferMatrix } from './offer-matrix.js';
import { type Allowance, runSearch } from './run-search.js';

/** CPU milliseconds for all three plans (D18). A plan that is not proven in this time says so. */
const maxWorkMs = 50;
/** Milliseconds that the three searches may wait for other calls. */
const maxWaitMs = 150;

export const planKinds = ['cheapest', 'fewestParcels', 'fastest'] as const;
export interface Plan<Kind extends string = (typeof planKinds)[number]> {
  kind: Kind;
  choice: Choice;
  exact: boolean;
}

/**
 * Searches the three ways to buy a cart (D18): cheapest with shipping; fewest parcels, then cheapest; fastest, then
 * cheapest.
 * @param current the cart as it is, one of the choices
 */
export async function makePlans(problem: Problem, current: Choice, clock: Clock, workMs = maxWorkMs): Promise<Plan[]> {
  const allowance: Allowance = { leftMs: workMs, waitMs: maxWaitMs, clock };
  const matrix = new OfferMatrix(problem);
  return [
    await planCheapest(matrix, current, allowance),
    await planFewestParcels(matrix, current, allowance),
    await planFastest(matrix, current, allowance),
  ];
}

/**
 * Searches the cheapest way to buy with equivalent parts (D84).
 * @param current the cart as it is, one of the choices
 */
export async function makeEquivalentPlan(
  problem: Problem,
  current: Choice,
  clock: Clock,
  workMs = maxWorkMs,
): Promise<Plan<'equivalent'>[]> {
  const plan = await planCheapest(new OfferMatrix(problem), current, { leftMs: workMs, waitMs: maxWaitMs, clock });
  return [{ ...plan, kind: 'equivalent' }];
}

const incumbent = (basket: Basket | null): Incumbent => ({
  chosen: basket?.chosen ?? null,
  total: basket?.total ?? Number.POSITIVE_INFINITY,
});

async function planCheapest(matrix: OfferMatrix, current: Choice, allowance: Allowance): Promise<Plan> {
  const best = incumbent(improve(matrix, offersOf(matrix, current), matrix.all));
  const exact = await runSearch(cheapest(matrix, matrix.all, best), allowance, 0.5);
  return { kind: 'cheapest', choice: kept(matrix, best, current, () => true), exact };
}

async function planFewestParcels(matrix: OfferMatrix, current: Choice, allowance: Allowance): Promise<Plan> {
  const best = incumbent(new Basket(matrix, offersOf(matrix, current)));
  const exact = await runSearch(fewestParcels(matrix, best), allowance, 0.6);
  const shops = new Set(best.chosen?.map(({ option }) => option.shop));
  return { kind: 'fewestParcels', choice: kept(matrix, best, current, ({ shop }) => shops.has(shop)), exact };
}

async function planFastest(matrix: OfferMatrix, current: Choice, allowance: Allowance): Promise<Plan> {
  const { problem } = matrix;
  const days = new Set(problem.lines.flatMap(({ options }) => options.map((option) => option.days)));
  const least = Math.max(0, ...problem.lines.map(({ options }) => Math.min(...options.map((option) => option.days))));
  for (const most of [...days].filter((day) => day >= least).sort((a, b) => a - b)) {
    const inTime = (option: Option) => option.days <= most;
    const allowed = matrix.where(inTime);
    const isFastEnough = daysOf(problem, current) <= most;
    const best = incumbent(isFastEnough ? improve(matrix, offersOf(matrix, current), allowed) : null);
    const exact = await runSearch(cheapest(matrix, allowed, best), allowance, 1);
    if (best.chosen) return { kind: 'fastest', choice: kept(matrix, best, current, inTime), exact };
    if (!exact) break;
  }
  return { kind: 'fastest', choice: current, exact: false };
}

/** @throws RangeError if the caller passes a cart that cannot be bought */
function offersOf(matrix: OfferMatrix, current: Choice): readonly Candidate[] {
  const chosen = matrix.placesOf(current);
  if (!chosen) throw new RangeError('the cart has an option with too few pieces');
  return chosen;
}

/** Returns the best choice without changes that save nothing. */
function kept(matrix: OfferMatrix, best: Incumbent, current: Choice, test: (option: Option) => boolean): Choice {
  const { problem } = matrix;
  if (!best.chosen) return current;
  const isAllowed = (line: number, index: number) => test(problem.lines[line]?.options[index] as Option);
  return withFewestChanges(problem, matrix.choiceOf(best.chosen), current, isAllowed);
}
