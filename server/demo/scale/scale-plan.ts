import type { Category } from '../categories.js';
import type { LeafPlan } from '../leaf-plan.js';
import type { Group } from '../platform-groups.js';
import type { SeededRandom } from '../seeded-random.js';
import type { ModelNode } from '../vehicle-tables.js';

/** Sizes of a large catalogue. */
export interface Scale {
  readonly models: number;
  readonly categories: number;
  readonly brands: number;
  readonly shops: number;
  readonly products: number;
}

/** Catalogues for benchmarks: the size of a German parts shop, and smaller ones to compare with. */
export const scales: Readonly<Record<string, Scale>> = {
  '10k-vehicles': { models: 10_000, categories: 1000, brands: 300, shops: 150, products: 500_000 },
  '50k-products': { models: 10_000, categories: 1000, brands: 120, shops: 80, products: 50_000 },
  '200k-products': { models: 10_000, categories: 1000, brands: 300, shops: 150, products: 200_000 },
};

/** Products of the smallest leaf and of the largest. */
const leafBounds = [5, 20_000] as const;
/** Fewest and most neighbouring models that take the same part. */
const neighbours = [10, 30] as const;
/** Products per group and brand: one for each place on the car, and more for groups that need two parts. */
const partsPerGroup: Readonly<Record<Category['perCar'], number>> = { one: 1.1, side: 1.8, axle: 2.2, axleside: 2.7 };

/** The largest leaf has this part of all products: one in 24. */
const inLargest = 24;

/**
 * Divides `wanted` products among leaves, log-normally: as in real shops, a few leaves are large and most are small.
 */
export function leafQuotas(leaves: readonly Category[], wanted: number, dice: SeededRandom): Map<Category, number> {
  const weights = leaves.map((leaf) => Math.sqrt(leaf.popularity + 1) * dice.lognormal(1.3, 'quota', leaf.id));
  const [least, most] = leafBounds;
  const head = weights.indexOf(Math.max(...weights));
  const largest = Math.min(most, Math.round(wanted / inLargest));
  const quotasAt = (factor: number) =>
    weights.map((weight, index) =>
      index === head ? largest : Math.min(most, Math.max(least, Math.round(weight * factor))),
    );
  let [low, high] = [0, wanted];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    const sum = quotasAt(middle).reduce((total, quota) => total + quota, 0);
    if (sum < wanted) low = middle;
    else high = middle;
  }
  const quotas = quotasAt(high);
  return new Map(leaves.map((leaf, index) => [leaf, quotas[index] ?? least]));
}

/** Cars by make, page, fuel and engine, so that neighbours can share parts. */
export function inOrderOfKinship(models: readonly ModelNode[]): ModelNode[] {
  const burns = (model: ModelNode) => model.burns ?? '';
  return [...models].sort(
    (a, b) =>
      a.series.make.id - b.series.make.id ||
      a.series.page.id - b.series.page.id ||
      (burns(a) < burns(b) ? -1 : burns(a) > burns(b) ? 1 : 0) ||
      a.row.ccm - b.row.ccm ||
      a.row.kw - b.row.kw ||
      a.number - b.number,
  );
}

/**
 * Plans a leaf for about `quota` products, and seldom fewer.
 * @param models cars that need the part, in the order of kinship
 */
export function planAtScale(
  category: Category,
  models: readonly ModelNode[],
  quota: number,
  dice: SeededRandom,
): LeafPlan {
  const blocks = cut(category, models, dice.about('cut', category.id));
  const perGroup = partsPerGroup[category.perCar];
  const wanted = Math.min(blocks.length, Math.max(1, Math.ceil(quota / perGroup)));
  const groups = blocks
    .map((group) => ({ group, key: group.score * dice.lognormal(1, 'choice', category.id, group.path) }))
    .sort((a, b) => b.key - a.key || (a.group.path < b.group.path ? -1 : 1))
    .slice(0, wanted)
    .map(({ group }) => group)
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
  const mean = groups.reduce((sum, group) => sum + group.score, 0) / groups.length;
  const weightOf = (group: Group) => Math.sqrt(group.score + mean);
  const total = groups.reduce((sum, group) => sum + weightOf(group), 0);
  const brands = (quota / perGroup) * 1.15;
  return { groups, brandsFor: (group) => Math.max(1, Math.round((brands * weightOf(group)) / total)) };
}

function cut(category: Category, models: readonly ModelNode[], dice: SeededRandom): Group[] {
  const groups: Group[] = [];
  for (let at = 0; at < models.length; ) {
    const first = models[at];
    if (!first) break;
    const length = dice.int(...neighbours, first.id);
    const block = models.slice(at, at + length).filter((model) => model.series.make === first.series.make);
    const score = block.reduce((sum, model) => sum + model.score, 0);
    groups.push({ path: `/${category.id}/${first.id}`, models: block, score });
    at += block.length;
  }
  return groups;
}
