import { Basket } from './basket.js';
import { type Choice, daysOf, type Option, type Problem } from './basket-problem.js';
import { cheapest, type Incumbent } from './branch-and-bound.js';
import { fewestParcels } from './fewest-parcels.js';
import { improve, withFewestChanges } from './local-search.js';
import { type Allowance, runSearch } from './run-search.js';
import { Shelves } from './shelves.js';

/** Milliseconds of work for all three plans (D18); what is not proven by then is said not to be. */
const mostWork = 50;
/** Milliseconds that all three searches together wait for other calls: nobody waits much longer than that for plans. */
const mostPatience = 150;

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
  const allowance: Allowance = { left: work, patience: mostPatience };
  const shelves = new Shelves(problem);
  return [
    await planCheapest(shelves, current, allowance),
    await planFewestParcels(shelves, current, allowance),
    await planFastest(shelves, current, allowance),
  ];
}

const incumbent = (basket: Basket | null): Incumbent => ({
  chosen: basket?.chosen ?? null,
  total: basket?.total ?? Number.POSITIVE_INFINITY,
});

async function planCheapest(shelves: Shelves, current: Choice, allowance: Allowance): Promise<Plan> {
  const all = shelves.where(() => true);
  const best = incumbent(improve(shelves, placesOf(shelves, current), all));
  const exact = await runSearch(cheapest(shelves, all, best), allowance, 0.5);
  return { kind: 'cheapest', choice: kept(shelves, best, current, () => true), exact };
}

async function planFewestParcels(shelves: Shelves, current: Choice, allowance: Allowance): Promise<Plan> {
  const best = incumbent(new Basket(shelves, placesOf(shelves, current)));
  const exact = await runSearch(fewestParcels(shelves, best), allowance, 0.6);
  const shops = new Set(Array.from(best.chosen ?? [], (at) => shelves.shop[at]));
  return { kind: 'fewestParcels', choice: kept(shelves, best, current, ({ shop }) => shops.has(shop)), exact };
}

async function planFastest(shelves: Shelves, current: Choice, allowance: Allowance): Promise<Plan> {
  const { problem } = shelves;
  const days = new Set(problem.lines.flatMap(({ options }) => options.map((option) => option.days)));
  const least = Math.max(0, ...problem.lines.map(({ options }) => Math.min(...options.map((option) => option.days))));
  for (const most of [...days].filter((day) => day >= least).sort((a, b) => a - b)) {
    const inTime = (option: Option) => option.days <= most;
    const allowed = shelves.where(inTime);
    const isFastEnough = daysOf(problem, current) <= most;
    const best = incumbent(isFastEnough ? improve(shelves, placesOf(shelves, current), allowed) : null);
    const exact = await runSearch(cheapest(shelves, allowed, best), allowance, 1);
    if (best.chosen) return { kind: 'fastest', choice: kept(shelves, best, current, inTime), exact };
    if (!exact) break;
  }
  return { kind: 'fastest', choice: current, exact: false };
}

/** The cart as it is can be bought, so its options are among the shelves'. */
const placesOf = (shelves: Shelves, current: Choice): Int32Array => shelves.placesOf(current) as Int32Array;

/** What was found, with no change that brings nothing. */
function kept(shelves: Shelves, best: Incumbent, current: Choice, test: (option: Option) => boolean): Choice {
  const { problem } = shelves;
  if (!best.chosen) return current;
  const isAllowed = (line: number, index: number) => test(problem.lines[line]?.options[index] as Option);
  return withFewestChanges(problem, shelves.choiceOf(best.chosen), current, isAllowed);
}
