import type { Wire } from '../../contract/operations/handler-types.js';
import { splitApprovals } from '../catalogue-file/approvals.js';
import type { Generation } from '../generation/generation.js';
import { sourcesOf } from './facet-sources.js';
import { countFacets } from './facets.js';
import type { ChosenFilters } from './filters.js';
import { approvalsFor } from './fit.js';
import type { Hit } from './hit-columns.js';
import { type Leaf, readColumns } from './leaf.js';
import type { Selection } from './selection.js';

const key = 'approval';

interface ApprovedGoods {
  wire: NonNullable<Wire<'listing'>['approved']>;
  /** Returns places with the approved goods first, each part in its order. */
  first(places: Uint32Array): Uint32Array;
}

/**
 * Returns the goods of a leaf with an approval that the maker of the model in context requires. Null if it requires
 * none, or no goods have it.
 */
export async function approvedGoods(
  generation: Generation,
  { leaf, isWithin, chosen }: { leaf: Leaf; isWithin: Uint8Array | null; chosen: ChosenFilters },
  { category, context }: Selection,
): Promise<ApprovedGoods | null> {
  if (context.type !== 3 || !category?.is_universal) return null;
  const asked = splitApprovals((await approvalsFor(generation, context.model)).get(category.id)?.approvals ?? '');
  const source = sourcesOf(leaf).find((each) => each.key === key);
  const names = source?.names.map(({ value }) => value) ?? [];
  const values = asked.filter((value) => names.includes(value));
  if (!source || values.length === 0) return null;
  const isApproved = source.test(new Set(values.map((value) => names.indexOf(value))));
  const { rows } = countFacets(leaf, isWithin, new Map([...chosen].filter(([each]) => each !== key)));
  const active = chosen.get(key) ?? [];
  return {
    wire: {
      count: rows.filter(isApproved).length,
      isActive: values.length === active.length && values.every((value) => active.includes(value)),
      chosen: values.map((value) => ({ key, value })),
    },
    first(places) {
      const ordered = new Uint32Array(places.length);
      const approved = places.filter(isApproved);
      ordered.set(approved);
      ordered.set(
        places.filter((place) => !isApproved(place)),
        approved.length,
      );
      return ordered;
    },
  };
}

/**
 * Puts universal goods with an approval that the makers of all these cars require before the other universal goods.
 * Parts for cars keep their places.
 * @param models numbers of the models, such as those of one engine; empty = no car is known
 */
export async function approvedFirst(
  generation: Generation,
  hits: readonly Hit[],
  models: readonly number[],
): Promise<readonly Hit[]> {
  if (models.length === 0) return hits;
  const [required, ...others] = await Promise.all(models.map((number) => approvalsFor(generation, { number })));
  const leaves = new Set(hits.map(({ category_id }) => category_id));
  const approved = new Set<number>();
  for (const [categoryId, { approvals }] of required ?? []) {
    if (!leaves.has(categoryId)) continue;
    const ofOthers = others.map((each) => splitApprovals(each.get(categoryId)?.approvals ?? ''));
    const asked = splitApprovals(approvals).filter((value) => ofOthers.every((each) => each.includes(value)));
    const { ids, columns } = await readColumns(generation, categoryId, [key]);
    const [[, column] = []] = columns;
    const isMet = column?.values.map(([set]) => splitApprovals(set).some((value) => asked.includes(value))) ?? [];
    for (const [place, id] of ids.entries()) if (isMet[(column?.codes[place] ?? 0) - 1]) approved.add(id);
  }
  if (approved.size === 0) return hits;
  const isUniversal = ({ category_id }: Hit) => generation.categories.all.get(category_id)?.is_universal === 1;
  const goods = hits.filter(isUniversal);
  const ordered = [
    ...goods.filter(({ id }) => approved.has(id)),
    ...goods.filter(({ id }) => !approved.has(id)),
  ].values();
  return hits.map((hit) => (isUniversal(hit) ? (ordered.next().value ?? hit) : hit));
}
