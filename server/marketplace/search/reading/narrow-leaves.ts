import { sql } from 'kysely';
import type { Category } from '../../catalogue/category-index.js';
import { readColumns } from '../../catalogue/hit-columns.js';
import type { Generation } from '../../store/generation.js';
import type { CodeColumn } from '../../store/leaf-format.js';
import type { FoundProduct } from '../product-search.js';
import { fittingIn, type Scope } from '../scope.js';
import type { Axle, Side } from '../words.js';
import { type AnsweringValues, answeringValues, nearestValues, valuesInLeaf } from './choose-values.js';
import type { Measure } from './read-measures.js';
import type { Structure } from './structure.js';

/** A passage of the text. */
export interface Passage {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}
/** What the words of a search leave of some leaves. */
export interface Narrowed {
  /** Values by filter, as they stand in an address. */
  readonly chosen: ReadonlyMap<string, readonly string[]>;
  readonly leaves: readonly Category[];
  /** The most popular of those that are left. */
  readonly products: FoundProduct[];
  /** Passages that became filters. */
  readonly used: readonly Passage[];
  /** Passages that these leaves have nothing for; `values` are the nearest, which are shown instead. */
  readonly missing: readonly (Passage & { values: readonly string[] })[];
}

type Chosen = ReadonlyMap<string, readonly string[]>;
interface Wish extends Passage {
  /** What is looked for where it is a measure. */
  readonly measure?: Measure;
  /** Filters that it may come to in a leaf. */
  keysIn(leaf: number): readonly string[];
  /** What it means in a leaf that has so much chosen already; null for nothing. */
  choose(leaf: number, taken: Chosen): ReadonlyMap<string, string[]> | null;
}

const sidesOf = (place: string): readonly string[] => place.split('-');
const isAxle = (side: string): side is Axle => side === 'front' || side === 'rear';

/** Places of a leaf that are on the sides wanted, as far as the leaf tells sides apart. */
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
  const { measures, positions, brands, conditions, text } = structure;
  const ids = leaves.map(({ id }) => id);
  const values = await answeringValues(generation, measures, ids);
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
  const [first] = positions;
  if (first) {
    const sides = positions.flatMap((position) => position.sides);
    wishes.push({
      from: first.from,
      to: (positions.at(-1) ?? first).to,
      text: positions.map(({ from, to }) => text.slice(from, to)).join(' '),
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
  const ownBrands = brands.filter(({ id }) => id !== null);
  for (const { from, to, id } of ownBrands)
    wishes.push({
      from,
      to,
      text: text.slice(from, to),
      keysIn: () => ['brand'],
      choose: (_, taken) => new Map([['brand', [...(taken.get('brand') ?? []), String(id)]]]),
    });
  for (const { from, to, value } of conditions)
    wishes.push({
      from,
      to,
      text: text.slice(from, to),
      keysIn: () => ['condition'],
      choose: () => new Map([['condition', [value]]]),
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

/** Which of the leaf's products have a value that is chosen. */
function testOf(columns: ReadonlyMap<string, CodeColumn>, chosen: Chosen): ((place: number) => boolean) | null {
  const tests: ((place: number) => boolean)[] = [];
  for (const [key, wanted] of chosen) {
    const column = columns.get(key);
    if (!column) return null;
    const several = new Set(column.values.map(([, unit]) => unit)).size > 1;
    const codes = new Set<number>();
    for (const [index, [value, unit]] of column.values.entries())
      if (wanted.includes(several && unit ? `${value} ${unit}` : value)) codes.add(index + 1);
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
  let places = [...read.ids.keys()].filter((place) => fitting?.has(read.ids[place] as number) ?? true);
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
    if (isMore) {
      const again = testOf(columns, chosen);
      places = [...read.ids.keys()].filter(
        (place) => (fitting?.has(read.ids[place] as number) ?? true) && again?.(place),
      );
    } else places = left;
    used.push(wish);
  }
  return { leaf, chosen, used, missing, places, ids: read.ids };
}

const signatureOf = ({ chosen }: NarrowedLeaf): string => [...chosen.keys()].sort().join(' ');

/**
 * Reads measures, positions, brands and states as filters of leaves. Kept are the leaves that have most of what was
 * written, each under the same filters as the best one.
 * @param leaves best first; those without products are left out by the caller
 * @param limit products that are read of each leaf
 */
export async function narrowLeaves(
  generation: Generation,
  structure: Structure,
  leaves: readonly Category[],
  { scope, limit }: { scope: Scope; limit: number },
): Promise<Narrowed> {
  const { wishes, values } = await wishesOf(generation, structure, leaves);
  const read: NarrowedLeaf[] = [];
  for (const leaf of leaves) read.push(await narrowLeaf(generation, leaf, { wishes, scope }));
  const filled = read.filter(({ places }) => places.length > 0);
  const most = Math.max(0, ...filled.map(({ used }) => used.length));
  const [best] = filled.filter(({ used }) => used.length === most);
  if (!best) return { chosen: new Map(), leaves: [], products: [], used: [], missing: wishes.map(passageOf) };
  const missing: (Passage & { values: readonly string[] })[] = [];
  let kept = filled.filter((each) => each.used.length === most && signatureOf(each) === signatureOf(best));
  for (const wish of best.missing) {
    const [wanted] = wish.measure?.wanted ?? [];
    const near =
      wanted && !values.get(wanted)?.some(({ category_id }) => category_id === best.leaf.id)
        ? await nearestValues(generation, wanted, best.leaf.id)
        : null;
    const chosen = new Map(best.chosen);
    if (near && !chosen.has(near.key)) {
      chosen.set(near.key, near.values);
      const columns = new Map((await readColumns(generation, best.leaf.id, [near.key])).columns);
      const test = testOf(columns, new Map([[near.key, near.values]]));
      const places = test ? best.places.filter(test) : [];
      if (places.length > 0) kept = [{ ...best, chosen, places }];
      missing.push({ ...passageOf(wish), values: places.length > 0 ? near.shown : [] });
    } else missing.push(passageOf(wish));
  }
  const chosen = new Map<string, string[]>();
  for (const each of kept)
    for (const [key, own] of each.chosen) chosen.set(key, [...new Set([...(chosen.get(key) ?? []), ...own])].sort());
  const products: FoundProduct[] = [];
  for (const { places, ids } of kept)
    products.push(
      ...(await productsOf(
        generation,
        places.slice(0, limit).map((place) => ids[place] as number),
      )),
    );
  return {
    chosen,
    leaves: kept.map(({ leaf }) => leaf),
    products: products.sort((a, b) => b.popularity - a.popularity || a.id - b.id),
    used: best.used.map(passageOf),
    missing,
  };
}

const passageOf = ({ from, to, text }: Passage) => ({ from, to, text, values: [] as readonly string[] });

async function productsOf({ db }: Generation, ids: readonly number[]): Promise<FoundProduct[]> {
  const { rows } = await sql<FoundProduct>`select id, category_id, popularity, place from product
    where id in (select value from json_each(${JSON.stringify(ids)}))`.execute(db);
  return rows;
}
