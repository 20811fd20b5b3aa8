import type { DatabaseSync } from 'node:sqlite';
import {
  emptyPrices,
  encodeColumn,
  encodeIds,
  encodePrices,
  type LeafValue,
  mostDays,
  noPrice,
} from './leaf-format.js';

/** Countries with cheapest offers in the file (D62). */
const countries = ['AT', 'DE', 'ES', 'FR', 'IT', 'NL'];
/** Stands in `leaf_price` for all other countries: the lowest price of the goods, without shipping (D62). */
const elsewhere = '';

/** Products of a leaf in the order of the default sort. */
interface Leaf {
  readonly id: number;
  readonly products: number[];
}

/**
 * Fills `leaf_column` and `leaf_price`, from which listings count and sort. Run when products, `leaf_product`, offers,
 * rates and prices are in. One pass over products, offers and prices; holds some thirty bytes per product.
 */
export function fillLeafColumns(database: DatabaseSync): void {
  const leaves = readLeaves(database);
  const last = Number(database.prepare('select max(id) as id from product').get()?.id ?? 0);
  const reach = readReach(database, last);
  writeColumns(database, leaves, reach);
  const insert = database.prepare('insert into leaf_price values (?, ?, ?)');
  for (const country of countries) writePrices(database, leaves, country, last, insert);
  for (const { id, products } of leaves) {
    const columns = emptyPrices(products.length);
    for (const [place, product] of products.entries()) columns.totals[place] = reach.lowest[product] ?? noPrice;
    insert.run(id, elsewhere, encodePrices(columns));
  }
}

function readLeaves(database: DatabaseSync): Leaf[] {
  const leaves: Leaf[] = [];
  const rows = database.prepare('select category_id, product_id from leaf_product order by category_id, rank');
  for (const row of rows.iterate()) {
    const id = Number(row.category_id);
    let leaf = leaves.at(-1);
    if (leaf?.id !== id) {
      leaf = { id, products: [] };
      leaves.push(leaf);
    }
    leaf.products.push(Number(row.product_id));
  }
  return leaves;
}

/** By product id: the set of countries that somebody ships it to, as a place in `sets`, and the lowest price of the goods. */
interface Reach {
  readonly sets: readonly string[];
  readonly setOf: Uint32Array;
  readonly lowest: Uint32Array;
}

function readReach(database: DatabaseSync, last: number): Reach {
  const ofShop = new Map<number, string[]>();
  for (const { shop_id, country } of database.prepare('select shop_id, country from shop_rate').iterate()) {
    ofShop.set(Number(shop_id), [...(ofShop.get(Number(shop_id)) ?? []), String(country)]);
  }
  const sets = new CountrySets();
  const setOf = new Uint32Array(last + 1);
  const lowest = new Uint32Array(last + 1).fill(noPrice);
  for (const row of database.prepare('select product_id, shop_id, price from offer').iterate()) {
    const product = Number(row.product_id);
    setOf[product] = sets.united(setOf[product] ?? 0, Number(row.shop_id), ofShop);
    lowest[product] = Math.min(lowest[product] ?? noPrice, Number(row.price));
  }
  return { sets: sets.names, setOf, lowest };
}

/** Sets of countries as small numbers; 0 is the empty one. There are few, since shops are. */
class CountrySets {
  readonly names: string[] = [''];
  readonly #numbers = new Map<string, number>([['', 0]]);
  readonly #unions = new Map<string, number>();

  united(set: number, shopId: number, ofShop: ReadonlyMap<number, readonly string[]>): number {
    const key = `${set}|${shopId}`;
    const known = this.#unions.get(key);
    if (known !== undefined) return known;
    const before = this.names[set]?.split(',').filter(Boolean) ?? [];
    const name = [...new Set([...before, ...(ofShop.get(shopId) ?? [])])].sort().join(',');
    const number = this.#numbers.get(name) ?? this.names.push(name) - 1;
    this.#numbers.set(name, number);
    this.#unions.set(key, number);
    return number;
  }
}

/** Collects one column of a leaf. */
class ColumnMaker {
  readonly values: LeafValue[] = [];
  readonly codes: Uint32Array;
  readonly #known = new Map<string, number>();

  constructor(count: number) {
    this.codes = new Uint32Array(count);
  }

  set(place: number, value: string, unit: string | null): void {
    const key = `${unit}|${value}`;
    const code = this.#known.get(key) ?? this.values.push([value, unit]);
    this.#known.set(key, code);
    this.codes[place] = code;
  }
}

type StoredAttribute = [key: string, value: string | number, unit: string | null];
/** Columns that are no attributes, and what a filter in an address may be called (D21). */
const ownKeys = new Set([
  'id',
  'brand',
  'condition',
  'place',
  'price',
  'delivery_country',
  'delivery_days',
  'shop_rating',
]);
const isFilterKey = (key: string): boolean => /^\w{1,64}$/.test(key) && !ownKeys.has(key);
/** Oils are looked for by viscosity, which is the beginning of what the maker calls them: `5W-30 C3`. */
const viscosity = /^(\d{1,2}W)-?(\d{2})\b/;

function attributesOf(json: string): StoredAttribute[] {
  const attributes = JSON.parse(json) as StoredAttribute[];
  const grade = attributes.find(([key]) => key === 'grade')?.[1];
  const found = viscosity.exec(String(grade ?? ''));
  if (!found || attributes.some(([key]) => key === 'viscosity')) return attributes;
  return [['viscosity', `${found[1]}${found[2]}`, null], ...attributes];
}

function writeColumns(database: DatabaseSync, leaves: readonly Leaf[], { sets, setOf }: Reach): void {
  const read = database.prepare('select brand_id, place, condition, kind, attributes from product where id = ?');
  const insert = database.prepare('insert into leaf_column values (?, ?, ?, ?)');
  for (const { id, products } of leaves) {
    const columns = new Map<string, ColumnMaker>();
    const set = (place: number, key: string, value: string, unit: string | null = null) => {
      const column = columns.get(key) ?? new ColumnMaker(products.length);
      columns.set(key, column);
      column.set(place, value, unit);
    };
    for (const [place, product] of products.entries()) {
      const row = read.get(product);
      if (!row) throw new Error(`leaf ${id} lists product ${product}, which does not exist`);
      set(place, 'brand', String(row.brand_id));
      set(place, 'condition', String(row.condition));
      if (row.place !== null) set(place, 'place', String(row.place));
      for (const [key, value, unit] of attributesOf(String(row.attributes))) {
        if (isFilterKey(key)) set(place, key, String(value), unit);
      }
      const reached = sets[setOf[product] ?? 0];
      if (reached) set(place, 'delivery_country', reached);
    }
    insert.run(id, 'id', 0, encodeIds(products));
    let position = 0;
    for (const [key, { values, codes }] of columns) insert.run(id, key, ++position, encodeColumn(values, codes));
  }
}

function writePrices(
  database: DatabaseSync,
  leaves: readonly Leaf[],
  country: string,
  last: number,
  insert: ReturnType<DatabaseSync['prepare']>,
): void {
  const all = emptyPrices(last + 1);
  const rows = database.prepare(
    'select product_id, total, rating, delivery_max, delivery_min from product_price where country = ?',
  );
  for (const row of rows.iterate(country)) {
    const product = Number(row.product_id);
    all.totals[product] = Number(row.total);
    all.ratings[product] = Math.round(Number(row.rating) * 100);
    all.daysMax[product] = Math.min(mostDays, Number(row.delivery_max));
    all.daysMin[product] = Math.min(mostDays, Number(row.delivery_min));
  }
  for (const { id, products } of leaves) {
    const own = emptyPrices(products.length);
    for (const [place, product] of products.entries()) {
      own.totals[place] = all.totals[product] ?? noPrice;
      own.ratings[place] = all.ratings[product] ?? 0;
      own.daysMax[place] = all.daysMax[product] ?? mostDays;
      own.daysMin[place] = all.daysMin[product] ?? mostDays;
    }
    insert.run(id, country, encodePrices(own));
  }
}
