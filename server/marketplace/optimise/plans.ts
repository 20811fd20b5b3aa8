import { allowedWhere, type Choice, daysOf, type Problem, parcelsOf, totalOf } from './basket-problem.js';
import { cheapest, type Incumbent } from './branch-and-bound.js';
import { fewestParcels } from './fewest-parcels.js';
import { improve, withFewestChanges } from './local-search.js';
import { type Allowance, runSearch } from './run-search.js';

/** Milliseconds of work for all three plans (D18); what is not proven by then is said not to be. */
const mostWork = 50;

export const planKinds = ['cheapest', 'fewestParcels', 'fastest'] as const;
export interface Plan {
  kind: (typeof planKinds)[number];
  choice: Choice;
  /** Proven to be the best of its kind. */
  exact: boolean;
}

/**
 * The three ways to buy the same (D18): cheapest to the door, fewest parcels and among those the cheapest, earliest
 * complete and among those the cheapest.
 * @param current the cart as it is, one of the choices
 */
export async function makePlans(problem: Problem, current: Choice, work = mostWork): Promise<Plan[]> {
  const allowance: Allowance = { left: work };
  return [
    await planCheapest(problem, current, allowance),
    await planFewestParcels(problem, current, allowance),
    await planFastest(problem, current, allowance),
  ];
}

const incumbent = (problem: Problem, choice: Choice | null): Incumbent => ({
  choice,
  total: choice ? totalOf(problem, choice) : Number.POSITIVE_INFINITY,
});

async function planCheapest(problem: Problem, current: Choice, allowance: Allowance): Promise<Plan> {
  const allowed = allowedWhere(problem, () => true);
  const best = incumbent(problem, improve(problem, current, allowed));
  const exact = await runSearch(cheapest(problem, allowed, best), allowance, 0.5);
  const choice = withFewestChanges(problem, best.choice ?? current, current, allowed);
  return { kind: 'cheapest', choice, exact };
}

async function planFewestParcels(problem: Problem, current: Choice, allowance: Allowance): Promise<Plan> {
  const best = incumbent(problem, null);
  const exact = await runSearch(fewestParcels(problem, best), allowance, 0.6);
  if (!best.choice || (!exact && parcelsOf(problem, current) < parcelsOf(problem, best.choice)))
    return { kind: 'fewestParcels', choice: current, exact };
  const shops = new Set(best.choice.map((index, line) => problem.lines[line]?.options[index]?.shop));
  const allowed = allowedWhere(problem, ({ shop }) => shops.has(shop));
  return { kind: 'fewestParcels', choice: withFewestChanges(problem, best.choice, current, allowed), exact };
}

async function planFastest(problem: Problem, current: Choice, allowance: Allowance): Promise<Plan> {
  const days = new Set(problem.lines.flatMap(({ options }) => options.map((option) => option.days)));
  const least = Math.max(0, ...problem.lines.map(({ options }) => Math.min(...options.map((option) => option.days))));
  for (const most of [...days].filter((day) => day >= least).sort((a, b) => a - b)) {
    const allowed = allowedWhere(problem, (option) => option.days <= most);
    const isFastEnough = daysOf(problem, current) <= most;
    const best = incumbent(problem, isFastEnough ? improve(problem, current, allowed) : null);
    const exact = await runSearch(cheapest(problem, allowed, best), allowance, 1);
    if (best.choice)
      return { kind: 'fastest', choice: withFewestChanges(problem, best.choice, current, allowed), exact };
    if (!exact) break;
  }
  return { kind: 'fastest', choice: current, exact: false };
}
