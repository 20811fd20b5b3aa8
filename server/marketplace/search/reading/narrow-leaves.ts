import { sql } from 'kysely';
import { readColumns } from '../../catalogue/leaf.js';
import { splitApprovals } from '../../catalogue-file/approvals.js';
import type { CodeColumn } from '../../catalogue-file/leaf-format.js';
import type { Category } from '../../generation/category-index.js';
import type { Generation } from '../../generation/generation.js';
import type { FoundProduct } from '../lookup/product-search.js';
import { fittingIn, type Scope } from '../lookup/scope.js';
import words from '../words/data/words.json' with { type: 'json' };
import type { Axle, Side } from '../words/query-words.js';
import type { Passage, Span } from '../words/written-words.js';
import { type AnsweringValues, answeringValues, nearestValues, valuesInLeaf } from './choose-values.js';
import type { Measure, Wanted } from './read-measures.js';
import type { Structure } from './structure.js';

/** Leaves that the words of a search narrow. */
export interface Narrowed {
  /** Values by filter, as in addresses. */
  readonly chosen: ReadonlyMap<string, readonly string[]>;
  readonly leaves: readonly Category[];
  /** The most popular products that are left. */
  readonly products: FoundProduct[];
  /** Passages that became filters. */
  readonly used: readonly Passage[];
  /** Passages without a match in these leaves; `values` are the nearest ones, shown instead. */
  readonly missing: readonly (Passage & { values: readonly string[] })[];
}

type Chosen = ReadonlyMap<string, readonly string[]>;
interface Wish extends Passage {
  readonly measure?: Measure;
  /** Returns the filters of a leaf that the measure can become. */
  keysIn(leaf: number): readonly string[];
  /** Returns the values of a leaf for it, besides chosen ones; null = none. */
  choose(leaf: number, taken: Chosen): ReadonlyMap<string, string[]> | null;
}

/** Amounts that parts of cars have unless they name another. */
const implied = new Set(words.implied);
const sidesOf = (place: string): readonly string[] => place.split('-');
const isAxle = (side: string): side is Axle => side === 'front' || side === 'rear';

/** Returns the places of a leaf on the wanted sides, as far as the leaf distinguishes sides. */
function placesOn(places: readonly string[], sides: readonly (Axle | Side)[]): string[] | null {
  const axles = sides.filter(isAxle);
  const others = sides.filter((side) => !isAxle(side));
  const has = (wanted: readonly string[]) =>
    places.some((place) => sidesOf(place).some((side) => wanted.includes(side)));
  const groups = [axles, others].filter((wanted) => wanted.length > 0 && has(wanted));
  if (groups.length === 0) return null;
  return places.filter((place) =>
    groups.every((wanted) => sidesOf(place).some((side) => wanted.some((one) => one === side))),
  );
}

async function wishesOf(
  generation: Generation,
  structure: Structure,
  leaves: readonly Category[],
): Promise<{ wishes: Wish[]; values: AnsweringValues }> {
  const { approvals, positions, brands, conditions, priceLimits, text } = structure;
  const ids = leaves.map(({ id }) => id);
  const values = await answeringValues(generation, structure.measures, ids);
  // Cars have 12 V, so parts without a voltage have it too.
  const isImplied = ({ terms }: Wanted) => terms.some((term) => implied.has(term));
  const measures = structure.measures.filter(
    ({ wanted }) => !wanted.every((each) => isImplied(each) && values.get(each)?.length === 0),
  );
  const { rows } = positions.length === 0 ? { rows: [] } : await readPlaces(generation, ids);
  const wishes: Wish[] = measures.map((measure) => ({
    ...measure,
    measure,
    keysIn: (leaf) =>
      measure.wanted.flatMap((wanted) =>
        (values.get(wanted) ?? []).filter(({ category_id }) => category_id === leaf).map(({ key }) => key),
      ),
    choose: (leaf, taken) => valuesInLeaf(measure, values, leaf, taken),
  }));
  const passageOf = ({ from, to }: Span): Passage => ({ from, to, text: text.slice(from, to) });
  for (const { approval, leaves: own, ...word } of approvals)
    wishes.push({
      ...passageOf(word),
      keysIn: (leaf) => (own.has(leaf) ? ['approval'] : []),
      choose: (leaf, taken) =>
        own.has(leaf) ? new Map([['approval', [...(taken.get('approval') ?? []), approval]]]) : null,
    });
  const [first] = positions;
  if (first) {
    const sides = positions.flatMap((position) => position.sides);
    wishes.push({
      from: first.from,
      to: (positions.at(-1) ?? first).to,
      text: positions.map((position) => passageOf(position).text).join(' '),
      keysIn: () => ['place', 'side'],
      choose(leaf) {
        const own = rows.filter(({ category_id }) => category_id === leaf);
        for (const key of ['place', 'side']) {
          const names = own.filter((row) => row.key === key).map(({ value }) => value);
          const found = placesOn(names, sides);
          if (found && found.length > 0) return new Map([[key, found]]);
        }
        return null;
      },
    });
  }
  for (const brand of brands.filter(({ id }) => id !== null))
    wishes.push({
      ...passageOf(brand),
      keysIn: () => ['brand'],
      choose: (_, taken) => new Map([['brand', [...(taken.get('brand') ?? []), String(brand.id)]]]),
    });
  for (const { range, ...limit } of priceLimits)
    wishes.push({ ...limit, keysIn: () => [], choose: () => new Map([['price', [range]]]) });
  for (const condition of conditions)
    wishes.push({
      ...passageOf(condition),
      keysIn: () => ['condition'],
      choose: () => new Map([['condition', [condition.value]]]),
    });
  return { wishes, values };
}

const readPlaces = ({ db }: Generation, leaves: readonly number[]) =>
  sql<{ category_id: number; key: string; value: string }>`
    select category_id, key, value from search_value where (term >= '@' and term < 'A' or term in ('de~links', 'de~rechts'))
    and key in ('place', 'side') and category_id in (select value from json_each(${JSON.stringify(leaves)}))`.execute(
    db,
  );

interface NarrowedLeaf {
  readonly leaf: Category;
  readonly chosen: Chosen;
  readonly used: readonly Wish[];
  readonly missing: readonly Wish[];
  readonly places: readonly number[];
  readonly ids: Float64Array;
}

/** Returns a test whether a product of the leaf has a chosen value. */
function testOf(columns: ReadonlyMap<string, CodeColumn>, chosen: Chosen): ((place: number) => boolean) | null {
  const tests: ((place: number) => boolean)[] = [];
  for (const [key, wanted] of chosen) {
    // Offers have prices, products do not.
    if (key === 'price') continue;
    const column = columns.get(key);
    if (!column) return null;
    const several = new Set(column.values.map(([, unit]) => unit)).size > 1;
    const codes = new Set<number>();
    for (const [index, [value, unit]] of column.values.entries()) {
      const names = key === 'approval' ? splitApprovals(value) : [several && unit ? `${value} ${unit}` : value];
      if (names.some((name) => wanted.includes(name))) codes.add(index + 1);
    }
    tests.push((place) => codes.has(column.codes[place] as number));
  }
  return (place) => tests.every((test) => test(place));
}

async function narrowLeaf(
  generation: Generation,
  leaf: Category,
  { wishes, scope }: { wishes: readonly Wish[]; scope: Scope },
): Promise<NarrowedLeaf> {
  const keys = new Set(wishes.flatMap((wish) => wish.keysIn(leaf.id)));
  const read = await readColumns(generation, leaf.id, [...keys]);
  const columns = new Map(read.columns);
  const fitting = leaf.is_universal === 1 ? null : await fittingIn(generation, [leaf.id], scope);
  const all = [...read.ids.keys()].filter((place) => fitting?.has(read.ids[place] as number) ?? true);
  let places = all;
  const chosen = new Map<string, readonly string[]>();
  const used: Wish[] = [];
  const missing: Wish[] = [];
  for (const wish of wishes) {
    const own = wish.choose(leaf.id, chosen);
    const test = own && testOf(columns, own);
    const left = test ? places.filter(test) : [];
    // A second brand is an alternative to the first.
    const isMore = own?.has('brand') && chosen.has('brand');
    if (!own || (left.length === 0 && !isMore)) {
      missing.push(wish);
      continue;
    }
    for (const [key, found] of own) chosen.set(key, found);
    const isChosen = isMore && testOf(columns, chosen);
    places = isChosen ? all.filter(isChosen) : left;
    used.push(wish);
  }
  return { leaf, chosen, used, missing, places, ids: read.ids };
}

/** Identifies the filters of a leaf without their values. */
const filtersOf = ({ chosen }: NarrowedLeaf): string => [...chosen.keys()].sort().join(' ');

/**
 * Reads measures, positions, brands, conditions and highest prices as filters of leaves. Keeps the leaves with most
 * matches that have the same filters as the best one. Returns null if the words contain none.
 * @param leaves best first, each with products
 * @param limit products that are read of each leaf
 */
export async function narrowLeaves(
  generation: Generation,
  structure: Structure,
  leaves: readonly Category[],
  { scope, limit }: { scope: Scope; limit: number },
): Promise<Narrowed | null> {
  const { wishes, values } = await wishesOf(generation, structure, leaves);
  if (wishes.length === 0) return null;
  const read: NarrowedLeaf[] = [];
  for (const leaf of leaves) read.push(await narrowLeaf(generation, leaf, { wishes, scope }));
  const filled = read.filter(({ places }) => places.length > 0);
  const mostUsed = Math.max(0, ...filled.map(({ used }) => used.length));
  const nearest = filled.filter(({ used }) => used.length === mostUsed);
  const [best] = nearest;
  if (!best) return { chosen: new Map(), leaves: [], products: [], used: [], missing: wishes.map(withoutValues) };
  const alike = nearest.filter((each) => filtersOf(each) === filtersOf(best));
  const { instead, missing } = await nearestInstead(generation, best, values);
  const kept = instead ? [instead] : alike;
  const products: FoundProduct[] = [];
  for (const { places, ids } of kept) {
    const first = places.slice(0, limit).map((place) => ids[place] as number);
    products.push(...(await productsOf(generation, first)));
  }
  return {
    chosen: allChosen(kept),
    leaves: kept.map(({ leaf }) => leaf),
    products: products.sort((a, b) => b.popularity - a.popularity || a.id - b.id),
    used: best.used.map(withoutValues),
    missing: missing.filter(
      ({ from, values }) => values.length > 0 || !kept.some(({ used }) => used.some((wish) => wish.from === from)),
    ),
  };
}

/** Merges the chosen values of leaves by filter. */
function allChosen(leaves: readonly NarrowedLeaf[]): Map<string, string[]> {
  const all = new Map<string, string[]>();
  for (const { chosen } of leaves)
    for (const [key, values] of chosen) all.set(key, [...new Set([...(all.get(key) ?? []), ...values])].sort());
  return all;
}

/**
 * Finds the nearest values for each wish without a match. Returns in `instead` the leaf with the last of these values
 * that leave a product; null = none.
 */
async function nearestInstead(
  generation: Generation,
  best: NarrowedLeaf,
  values: AnsweringValues,
): Promise<{ instead: NarrowedLeaf | null; missing: Narrowed['missing'] }> {
  const missing: Narrowed['missing'][number][] = [];
  let instead: NarrowedLeaf | null = null;
  const { leaf, chosen } = best;
  for (const { measure, ...wish } of best.missing) {
    const wanted = measure?.wanted[0];
    const isHeld = wanted && values.get(wanted)?.some(({ category_id }) => category_id === leaf.id);
    const found = wanted && !isHeld ? await nearestValues(generation, wanted, leaf.id) : null;
    const near = found && !chosen.has(found.key) ? new Map([[found.key, found.values]]) : null;
    const { columns } = await readColumns(generation, leaf.id, [...(near?.keys() ?? [])]);
    const test = near && testOf(new Map(columns), near);
    const places = test ? best.places.filter(test) : [];
    if (near && places.length > 0) instead = { ...best, places, chosen: new Map([...chosen, ...near]) };
    missing.push({ ...withoutValues(wish), values: (places.length > 0 && found?.shown) || [] });
  }
  return { instead, missing };
}

const withoutValues = ({ from, to, text }: Passage) => ({ from, to, text, values: [] as readonly string[] });

async function productsOf({ db }: Generation, ids: readonly number[]): Promise<FoundProduct[]> {
  const { rows } = await sql<FoundProduct>`select id, category_id, popularity, place from product
    where id in (select value from json_each(${JSON.stringify(ids)}))`.execute(db);
  return rows;
}
