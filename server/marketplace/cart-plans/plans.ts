import type { Clock } from '../../clock/clock.js';
import { Basket } from './basket.js';
import { type Choice, daysOf, type Option, type Problem } from './basket-problem.js';
import { cheapest, type Incumbent } from './branch-and-bound.js';
import { fewestParcels } from './fewest-parcels.js';
import { improve, withFewestChanges } from './local-search.js';
import { type Candidate, OfferMatrix } from './offer-matrix.js';
import { type Allowance, runSearch } from './run-search.js';

/** Milliseconds of work for all three plans (D18); what is not proven by then is said not to be. */
const maxWork = 50;
/** Milliseconds that all three searches together wait for other calls: nobody waits much longer than that for plans. */
const maxWaitMs = 150;

export const planKinds = ['cheapest', 'fewestParcels', 'fastest'] as const;
export interface Plan<Kind extends string = (typeof planKinds)[number]> {
  kind: Kind;
  choice: Choice;
  /** Proven to be the best of its kind. */
  exact: boolean;
}

/**
 * The three ways to buy the same (D18): cheapest to the door, fewest parcels and among those the cheapest, earliest
 * complete and among those the cheapest.
 * @param current the cart as it is, one of the choices
 */
export async function makePlans(problem: Problem, current: Choice, clock: Clock, work = maxWork): Promise<Plan[]> {
  const allowance: Allowance = { left: work, waitMs: maxWaitMs, clock };
  const matrix = new OfferMatrix(problem);
  return [
    await planCheapest(matrix, current, allowance),
    await planFewestParcels(matrix, current, allowance),
    await planFastest(matrix, current, allowance),
  ];
}

/** The cheapest way to buy what may be other parts (D84). @param current the cart as it is, one of the choices */
export async function makeEquivalentPlan(
  problem: Problem,
  current: Choice,
  clock: Clock,
  work = maxWork,
): Promise<Plan<'equivalent'>[]> {
  const plan = await planCheapest(new OfferMatrix(problem), current, { left: work, waitMs: maxWaitMs, clock });
  return [{ ...plan, kind: 'equivalent' }];
}

const incumbent = (basket: Basket | null): Incumbent => ({
  chosen: basket?.chosen ?? null,
  total: basket?.total ?? Number.POSITIVE_INFINITY,
});

async function planCheapest(matrix: OfferMatrix, current: Choice, allowance: Allowance): Promise<Plan> {
  const all = matrix.where(() => true);
  const best = incumbent(improve(matrix, offersOf(matrix, current), all));
  const exact = await runSearch(cheapest(matrix, all, best), allowance, 0.5);
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

/** @throws where the cart as it is cannot be bought, which its caller has made sure of */
function offersOf(matrix: OfferMatrix, current: Choice): readonly Candidate[] {
  const chosen = matrix.placesOf(current);
  if (!chosen) throw new RangeError('the cart has an option with too few pieces');
  return chosen;
}

/** The best choice without changes that save nothing. */
function kept(matrix: OfferMatrix, best: Incumbent, current: Choice, test: (option: Option) => boolean): Choice {
  const { problem } = matrix;
  if (!best.chosen) return current;
  const isAllowed = (line: number, index: number) => test(problem.lines[line]?.options[index] as Option);
  return withFewestChanges(problem, matrix.choiceOf(best.chosen), current, isAllowed);
}
