import type { Category } from './categories.js';
import { type Group, groupModels, stepsOf } from './platform-groups.js';
import type { SeededRandom } from './seeded-random.js';
import type { ModelNode } from './vehicle-tables.js';

/** The groups of cars that get parts of a leaf, and the number of brands for each. */
export interface LeafPlan {
  readonly groups: readonly Group[];
  /** More brands make parts for common cars. */
  readonly brandsFor: (group: Group) => number;
}

/** Places of a part on a car: two axles or two sides count twice. */
const places: Record<Category['perCar'], number> = { one: 1, side: 2, axle: 2, axleside: 2 };

/** A leaf of this popularity or more has parts for every car. */
const forEveryCar = 600;

/**
 * Plans a leaf. The most popular leaves have parts of at least two brands for every car. Other leaves have parts for
 * some popular cars; each leaf chooses other cars, so that together they cover many.
 * @param shows sets of numbers of models for which every leaf has a part
 */
export function planLeaf(
  category: Category,
  models: readonly ModelNode[],
  shows: readonly ReadonlySet<number>[],
  dice: SeededRandom,
): LeafPlan {
  const { popularity, sharedBy } = category;
  const steps = stepsOf[sharedBy ?? 'chassis'];
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

/** About `wanted` cars of the series pages that are most popular in any of the six countries, and the shows. */
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

/** The group with most cars of a show, if any. */
function bestFor(show: ReadonlySet<number>, groups: readonly Group[]): Group[] {
  let best: Group | undefined;
  let most = 0;
  for (const group of groups) {
    const count = group.models.filter((model) => show.has(model.number)).length;
    if (count > most) [best, most] = [group, count];
  }
  return best ? [best] : [];
}
