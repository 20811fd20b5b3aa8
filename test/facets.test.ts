import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChosenFilter, encodeFilters } from '../server/contract/filters.js';
import type { Request, Wire } from '../server/contract/operations/handler-types.js';
import { operations } from '../server/contract/operations/operations.js';
import { list } from '../server/marketplace/catalogue/listing.js';
import { isWithin as isBetween, parseRange } from '../server/marketplace/catalogue/ranges.js';
import type { Category } from '../server/marketplace/generation/category-index.js';
import type { Generation } from '../server/marketplace/generation/generation.js';
import { summarise, tariffsOf } from '../server/marketplace/offer-store/offer-summary.js';
import { findFullText } from '../server/marketplace/search/full-text.js';
import { editionCountries } from '../server/marketplace/shipping/edition-countries.js';
import { openCatalogue } from './fixtures/marketplace/generation/open-catalogue.js';
import { root } from './support/catalogue.js';
import { isLong } from './support/sample.js';

/** Compares counts and order from packed columns with those computed from single products. */
type Listing = Wire<'listing'>;
type FullText = Wire<'fullText'>;
/** Filterable values of a product, by key. */
interface Part {
  id: number;
  popularity: number;
  values: Map<string, Set<string>>;
  best: { total: number; rating: number; delivery_max: number; delivery_min: number } | undefined;
}

const wanted = isLong ? 3000 : 40;
let generation: Generation;
beforeAll(async () => {
  const folder = join(root, 'dist/test-data');
  const file = readdirSync(folder).find((name) => /^catalogue-.*\.db$/.test(name)) ?? '';
  generation = await openCatalogue(folder, 'facets', file);
});
afterAll(() => generation.close());

let seed = 7;
function random(): number {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
}
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;

async function readParts({ id: leaf, usual_quantity }: Category, country: string): Promise<Part[]> {
  const { db, offers: live } = generation;
  const { shops } = live;
  const rows = await db.selectFrom('product').selectAll().where('category_id', '=', leaf).execute();
  const ids = rows.map(({ id }) => id);
  const offers = await live.db
    .selectFrom('offer')
    .selectAll()
    .where('product_id', 'in', ids)
    .where('withheld', '=', 0)
    .execute();
  const tariffs = new Map(
    [...shops.all.values()].map(({ id, rating }) => [
      id,
      tariffsOf(rating, new Map(shops.ratesOf(id).map(({ country: to, rate }) => [to, rate]))),
    ]),
  );
  const at = editionCountries.indexOf(country as (typeof editionCountries)[number]);
  return rows.map((row) => {
    const values = new Map<string, Set<string>>();
    const add = (key: string, value: string) => values.set(key, (values.get(key) ?? new Set()).add(value));
    add('brand', String(row.brand_id));
    add('condition', row.condition);
    if (row.place) add('place', row.place);
    for (const [key, value] of JSON.parse(row.attributes) as [string, string, string | null][]) {
      // A fluid has several approvals.
      for (const each of key === 'approval' ? value.split(', ') : [String(value)]) add(key, each);
      const grade = key === 'grade' && /^(\d+W)-?(\d\d)\b/.exec(value);
      if (grade) add('viscosity', `${grade[1]}${grade[2]}`);
    }
    const own = offers.filter(({ product_id }) => product_id === row.id);
    for (const offer of own)
      for (const { country: reached } of shops.ratesOf(offer.shop_id)) add('delivery_country', reached);
    const packSize = Number([...(values.get('packSize') ?? ['1'])][0]);
    const cheapest = summarise(own, tariffs, Math.ceil(usual_quantity / packSize)).usual[at];
    const best = cheapest
      ? {
          total: cheapest.total,
          rating: tariffs.get(cheapest.offer.shop_id)?.rating ?? 0,
          delivery_min: cheapest.daysMin,
          delivery_max: cheapest.daysMax,
        }
      : undefined;
    for (const days of [1, 2, 3, 5]) if (best && best.delivery_max <= days) add('delivery_days', String(days));
    for (const stars of [4, 4.5]) if (best && best.rating >= stars) add('shop_rating', String(stars));
    return { id: row.id, popularity: row.popularity, values, best };
  });
}

function passes(part: Part, { key, values }: ChosenFilter): boolean {
  if (key !== 'price') return values.some((value) => part.values.get(key)?.has(value));
  const [from = '', to = ''] = (values[0] ?? '').split('-');
  if (!part.best) return false;
  return part.best.total >= Number(from || 0) * 100 && part.best.total <= Number(to || Infinity) * 100;
}

const orders: Record<string, (part: Part) => number[]> = {
  popularity: ({ best }) => [best ? 0 : 1],
  price: ({ best }) => [best ? best.total : Infinity],
  'price-desc': ({ best }) => [best ? -best.total : Infinity],
  rating: ({ best }) => [best ? -best.rating : Infinity],
  delivery: ({ best }) => [best ? best.delivery_max : Infinity, best ? best.delivery_min : Infinity],
};
const compare = (a: number[], b: number[]): number => {
  const place = a.findIndex((value, index) => value !== b[index]);
  return place === -1 ? 0 : (a[place] as number) < (b[place] as number) ? -1 : 1;
};

const singles = new Set(['delivery_country', 'delivery_days', 'shop_rating', 'price']);
function someFilters(parts: readonly Part[]): ChosenFilter[] {
  const keys = [...new Set(parts.flatMap((part) => [...part.values.keys()])), 'price'];
  const chosen = new Map<string, string[]>();
  for (let count = Math.floor(random() * 4); count > 0; count--) {
    const key = pick(keys);
    const known = [...new Set(parts.flatMap((part) => [...(part.values.get(key) ?? [])]))];
    if (key === 'price') {
      const from = Math.floor(random() * 60);
      chosen.set(key, [pick([`${from}-`, `-${from + 20.5}`, `${from}-${from + 40}`])]);
    } else chosen.set(key, singles.has(key) ? [pick(known)] : [...new Set([pick(known), pick(known), pick(known)])]);
  }
  return [...chosen].map(([key, values]) => ({ key, values }));
}

async function fitting(tail: string, leaf: Category): Promise<Set<number> | null> {
  const type = tail[0];
  if (type === '-' || leaf.is_universal) return null;
  const table = ({ 1: 'fitment_manufacturer', 2: 'fitment_series_page', 3: 'fitment' } as const)[type as '1'];
  const column = ({ 1: 'manufacturer_id', 2: 'series_page_id', 3: 'model_number' } as const)[type as '1'];
  const id = tail.split('-')[1] ?? '';
  const key = type === '3' ? (generation.vehicles.modelsById.get(id)?.number ?? 0) : Number(id);
  const rows = await generation.db
    .selectFrom(table)
    .select('product_id')
    .where(column, '=', key)
    .where('category_id', '=', leaf.id)
    .execute();
  return new Set(rows.map(({ product_id }) => product_id));
}

function someTail(leaf: Category, parts: readonly Part[]): string {
  const { vehicles } = generation;
  const model = pick([...vehicles.modelsById.values()]);
  const vehicle = pick(['-', '-', `1-${model.manufacturer_id}`, `2-${model.series_page_id}`, `3-${model.id}`]);
  const brand = random() < 0.2 ? `-${pick([...(pick(parts).values.get('brand') ?? [])])}` : '';
  return `${vehicle}-${leaf.id}${brand}`;
}

const ask = (tail: string, query: Record<string, string | number>): Promise<Listing> =>
  list(
    generation,
    { tail, first: 'x', second: 'x', ...operations.listing.query.parse(query) } as Request<'listing'>,
    () => undefined,
  );

test(`${wanted} random listings: the products, their order and the count of every value`, async () => {
  const leaves = generation.categories.leaves.filter(({ product_count }) => product_count > 0);
  let filtered = 0;
  for (let round = 0; round < wanted; round++) {
    const leaf = pick(leaves);
    const country = pick(['DE', 'AT', 'FR', 'NL']);
    const filters = someFilters(await readParts(leaf, country));
    const asked = filters.find(({ key }) => key === 'delivery_country')?.values[0];
    // Countries without prices of their own sort differently.
    if (asked && !['DE', 'AT', 'ES', 'FR', 'IT', 'NL'].includes(asked)) continue;
    const parts = await readParts(leaf, asked ?? country);
    const tail = someTail(leaf, parts);
    const sort = pick(Object.keys(orders));
    const fits = await fitting(tail, leaf);
    const brand = tail.split('-')[3];
    const inContext = parts.filter(
      ({ id, values }) => (!fits || fits.has(id)) && (!brand || values.get('brand')?.has(brand)),
    );
    const expected = inContext.filter((part) => filters.every((filter) => passes(part, filter)));
    // Steps, prices and countries that no product has are ignored, so the test picks existing ones.
    expected.sort(
      (a, b) => compare(orders[sort]?.(a) ?? [], orders[sort]?.(b) ?? []) || b.popularity - a.popularity || a.id - b.id,
    );
    const note = JSON.stringify({ tail, country, sort, filters });
    const listing = await ask(tail, { f: encodeFilters(filters), sort, country });
    expect([note, listing.resultCount]).toEqual([note, expected.length]);
    expect([note, listing.spareParts.map(({ id }) => Number(id))]).toEqual([
      note,
      expected.slice(0, 20).map(({ id }) => id),
    ]);
    for (const { key, attributes } of listing.filters) {
      // Country counts use their own prices; another test covers them.
      if (key === 'price' || key === 'delivery_country') continue;
      const others = filters.filter((filter) => filter.key !== key);
      const left = inContext.filter((part) => others.every((filter) => passes(part, filter)));
      const chosen = new Set(filters.find((filter) => filter.key === key)?.values);
      const counts = attributes.map(({ value, count }) => [value, count]);
      const own = attributes.map(({ value }) => {
        const bare = value.split(' ')[0] ?? '';
        const range = inContext.some(({ values }) => values.get(key)?.has(value)) ? null : parseRange(value);
        const has = ({ values }: Part) =>
          range
            ? [...(values.get(key) ?? [])].some((each) => isBetween(range, Number(each)))
            : values.get(key)?.has(value) || values.get(key)?.has(bare);
        return [value, left.filter(has).length];
      });
      expect([note, key, counts]).toEqual([note, key, own]);
      expect(attributes.filter(({ isActive }) => isActive).map(({ value }) => value)).toEqual(
        attributes.filter(({ value }) => chosen.has(value)).map(({ value }) => value),
      );
    }
    if (filters.length > 0 && expected.length > 0) filtered++;
  }
  expect(filtered).toBeGreaterThan(wanted / 6);
});

const clicked = isLong ? 600 : 8;
test(`${clicked} random listings: each value of each filter counts what there is when it is chosen`, async () => {
  const leaves = generation.categories.leaves.filter(({ product_count }) => product_count > 0);
  const seen = new Map<string, number>();
  for (let round = 0; round < clicked; round++) {
    const leaf = pick(leaves);
    const country = pick(['DE', 'AT', 'FR', 'NL', 'PL', 'CH']);
    const parts = await readParts(leaf, country);
    const filters = someFilters(parts);
    const tail = someTail(leaf, parts);
    const withValues = (key: string, values: string[]) => [
      ...filters.filter((filter) => filter.key !== key),
      { key, values },
    ];
    const hits = async (asked: ChosenFilter[]) => (await ask(tail, { f: encodeFilters(asked), country })).resultCount;
    const listing = await ask(tail, { f: encodeFilters(filters), country });
    for (const { key, isSingle, attributes } of listing.filters) {
      if (key === 'price') continue;
      const active = attributes.filter(({ isActive }) => isActive).map(({ value }) => value);
      for (const { value, count, isActive } of attributes) {
        const note = JSON.stringify({ tail, country, filters, key, value });
        expect([note, await hits(withValues(key, [value]))]).toEqual([note, count]);
        // Values of one filter are alternatives: another value adds its count. A range also contains chosen numbers.
        if (!isSingle && !isActive && active.length > 0 && !parseRange(value))
          expect([note, await hits(withValues(key, [...active, value]))]).toEqual([note, listing.resultCount + count]);
        seen.set(key, (seen.get(key) ?? 0) + 1);
      }
    }
  }
  for (const key of ['brand', 'condition', 'place', 'delivery_country', 'delivery_days', 'shop_rating'])
    expect([key, (seen.get(key) ?? 0) > 0]).toEqual([key, true]);
});

const terms = ['bremsscheibe', 'bremse vorne', 'filter', 'golf 7 bremse', 'motoröl', 'h7', 'dichtung', '0986', 'bosch'];
const valuesOf = ({ filters }: FullText, key: string): string[] =>
  filters.find((filter) => filter.key === key)?.attributes.map(({ value }) => value) ?? [];
const countOf = ({ filters }: FullText, key: string, value?: string): number | undefined =>
  filters.find((filter) => filter.key === key)?.attributes.find((each) => each.value === value)?.count;
const chosenIn = ({ filters }: FullText, key: string): string[] =>
  (filters.find((filter) => filter.key === key)?.attributes ?? [])
    .filter(({ isActive }) => isActive)
    .map(({ value }) => value);
function someOffered(all: FullText): ChosenFilter[] {
  const { key = '', attributes = [] } = pick(all.filters.filter(({ range }) => !range)) ?? {};
  return attributes.length > 0 ? [{ key, values: [pick(attributes).value] }] : [];
}
/** Returns a category with a value of a filter that it brings; the category alone without one. */
async function categoryAndItsOwn(
  all: FullText,
  find: (filters: ChosenFilter[]) => Promise<FullText>,
): Promise<ChosenFilter[]> {
  const offered = new Set(all.filters.map(({ key }) => key));
  const categories = valuesOf(all, 'category');
  for (const value of categories) {
    const category = { key: 'category', values: [value] };
    const own = (await find([category])).filters.filter(({ key, range }) => !range && !offered.has(key));
    if (own.length === 0) continue;
    const { key, attributes } = pick(own);
    return [category, { key, values: [pick(attributes).value] }];
  }
  return categories.slice(0, 1).map((value) => ({ key: 'category', values: [value] }));
}

test('searches: the counts of filters equal their results, in every order', async () => {
  const seen = new Set<string>();
  const own = new Set<string>();
  for (let round = 0; round < (isLong ? 200 : 8); round++) {
    const term = terms[round % terms.length] as string;
    const country = pick(['DE', 'AT', 'FR', 'PL']);
    const find = (filters: ChosenFilter[], query: object = {}): Promise<FullText> =>
      findFullText(
        generation,
        {
          term,
          ...operations.fullText.query.parse({ f: encodeFilters(filters), country, pageSize: 60, ...query }),
        } as Request<'fullText'>,
        () => undefined,
      );
    const all = await find([]);
    const start = round % 2 === 0 ? someOffered(all) : await categoryAndItsOwn(all, find);
    const found = await find(start);
    const before = start.length > 1 ? await find(start.slice(0, 1)) : all;
    const last = start.at(-1);
    const reported = last ? countOf(before, last.key, last.values[0]) : all.resultCount;
    expect([term, start, found.resultCount]).toEqual([term, start, reported]);
    if (start.length > 1) own.add(start[1]?.key ?? '');
    for (const { key, isSingle, attributes } of found.filters) {
      if (key === 'price') continue;
      seen.add(key);
      const active = attributes.filter(({ isActive }) => isActive).map(({ value }) => value);
      // A category is not offered if the other choices leave no results in it, but an address may choose it.
      const known = key === 'category' ? valuesOf(all, key) : attributes.map(({ value }) => value);
      for (const value of known.slice(0, 6)) {
        const count = countOf(found, key, value) ?? 0;
        const others = start.filter((filter) => filter.key !== key);
        const chosen = [...others, { key, values: [value] }];
        const note = JSON.stringify({ term, country, chosen });
        expect([note, (await find(chosen)).resultCount]).toEqual([note, count]);
        if (isSingle || active.length === 0 || active.includes(value) || parseRange(value)) continue;
        const both = await find([...others, { key, values: [...active, value] }]);
        const sum = found.resultCount + count;
        // A fluid with both chosen approvals counts once.
        const least = key === 'approval' ? Math.max(found.resultCount, count) : sum;
        expect([note, both.resultCount >= least && both.resultCount <= sum]).toEqual([note, true]);
        for (const filter of others) expect([note, chosenIn(both, filter.key)]).toEqual([note, filter.values]);
      }
    }
    const dearest = await find(start, { sort: 'price-desc' });
    expect(dearest.resultCount).toBe(found.resultCount);
    for (const products of [dearest.products, dearest.universalProducts]) {
      const totals = products.map(({ lowestTotal }) => Number(lowestTotal ?? -1));
      expect(totals).toEqual(totals.toSorted((a, b) => b - a));
    }
  }
  for (const key of ['category', 'brand', 'delivery_country', 'shop_rating']) expect([...seen]).toContain(key);
  expect(own.size).toBeGreaterThan(1);
});
