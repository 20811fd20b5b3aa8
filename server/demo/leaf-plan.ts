import type { Category } from './categories.js';
import { bodySteps, chassisSteps, engineSteps, type Group, groupModels } from './platform-groups.js';
import type { SeededRandom } from './seeded-random.js';
import type { ModelNode } from './vehicle-tables.js';

/** How a leaf is supplied: to which cars, how finely divided, and by how many brands. */
export interface LeafPlan {
  readonly groups: readonly Group[];
  /** Brands for a group: more where many drive the car. */
  readonly brandsFor: (group: Group) => number;
}

const engineRoots = new Set([101, 102, 103, 110, 114, 115, 116, 117, 126, 107, 111]);
/** Leaves of roots that otherwise follow the engine but belong to the car's body. */
const chassisLeaves = new Set([2034, 2037, 2038, 2039, 2495, 2494, 2496, 2329, 2330, 2331, 2332, 2338, 2334]);
const bodyRoots = new Set([119, 120, 121, 122, 118, 128]);

function stepsFor(category: Category) {
  const root = category.root?.id ?? 0;
  if (bodyRoots.has(root)) return bodySteps;
  return engineRoots.has(root) && !chassisLeaves.has(category.id) ? engineSteps : chassisSteps;
}

/** Parts per place: what is sold for two axles or sides counts twice. */
const places: Record<Category['perCar'], number> = { one: 1, side: 2, axle: 2, axleside: 2 };

/** From this popularity on a leaf reaches every car. */
const forEveryCar = 600;

/**
 * The most popular leaves reach every car, from at least two brands; the others some popular cars, different ones
 * for every leaf, so that together they cover much.
 * @param shows sets of numbers of models that are always supplied.
 */
export function planLeaf(
  category: Category,
  models: readonly ModelNode[],
  shows: readonly ReadonlySet<number>[],
  dice: SeededRandom,
): LeafPlan {
  const steps = stepsFor(category);
  const { popularity } = category;
  const per = places[category.perCar];
  if (popularity >= forEveryCar) {
    const top = popularity >= 720;
    const groups = groupModels(models, steps, Math.round((popularity / (per === 1 ? 30 : 40)) * (top ? 1.3 : 1)), 1);
    const best = groups[0]?.score ?? 1;
    return { groups, brandsFor: (group) => 2 + Math.round((top ? 5.6 : 3.6) * (group.score / best) ** 1.1) };
  }
  if (popularity >= 120) {
    const common = popularity >= 300;
    const chosen = popularModels(models, common ? 2800 : 1100, shows);
    const groups = groupModels(chosen, steps, common ? 12 : 6, 1);
    const shown = new Set(shows.flatMap((show) => bestFor(show, groups)));
    return {
      groups,
      brandsFor: (group) =>
        shown.has(group) ? (common ? 3 : 2) : common && dice.roll('brands', category.id, group.path) < 0.4 ? 2 : 1,
    };
  }
  const drawn = groupModels(models, steps, 60, Math.min(3, steps.length))
    .map((group) => ({ group, key: group.score * dice.lognormal(1.1, 'plan', category.id, group.path) }))
    .sort((a, b) => b.key - a.key || (a.group.path < b.group.path ? -1 : 1))
    .map(({ group }) => group);
  const shown = new Set(shows.flatMap((show) => bestFor(show, drawn)));
  const others = drawn.filter((group) => !shown.has(group)).slice(0, Math.max(2, 4 - shown.size));
  return { groups: [...shown, ...others], brandsFor: () => 1 };
}

/** Cars of the series pages that sell best in any of the six countries, about `wanted` of them; and the shows. */
function popularModels(
  models: readonly ModelNode[],
  wanted: number,
  shows: readonly ReadonlySet<number>[],
): ModelNode[] {
  const pages = new Map<number, { best: number; models: ModelNode[] }>();
  const shown = new Set(shows.flatMap((show) => [...show]));
  for (const model of models) {
    const entry = pages.get(model.series.page.id) ?? { best: 0, models: [] };
    entry.models.push(model);
    for (const popularity of model.popularity) if (popularity > entry.best) entry.best = popularity;
    if (shown.has(model.number)) entry.best = Math.max(entry.best, 1e9);
    pages.set(model.series.page.id, entry);
  }
  const chosen: ModelNode[] = [];
  for (const [, entry] of [...pages].sort(([a, x], [b, y]) => y.best - x.best || a - b)) {
    if (chosen.length >= wanted) break;
    chosen.push(...entry.models);
  }
  return chosen.sort((a, b) => a.number - b.number);
}

/** The group with most of the show's cars, if any. */
function bestFor(show: ReadonlySet<number>, groups: readonly Group[]): Group[] {
  let best: Group | undefined;
  let most = 0;
  for (const group of groups) {
    const count = group.models.filter((model) => show.has(model.number)).length;
    if (count > most) [best, most] = [group, count];
  }
  return best ? [best] : [];
}
