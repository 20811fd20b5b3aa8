import type { DatabaseSync } from 'node:sqlite';
import { approvalsOf, joinApprovals } from './approvals.js';
import { encodeColumn, encodeIds, ValueCodes } from './leaf-format.js';

/** The products of a leaf in the default order. */
interface Leaf {
  readonly id: number;
  readonly products: number[];
}

/** Fills `leaf_column`, after products and `leaf_product`. */
export function fillLeafColumns(database: DatabaseSync): void {
  database.exec('delete from leaf_column');
  writeColumns(database, readLeaves(database));
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

type StoredAttribute = [key: string, value: string | number, unit: string | null];
/** Columns that are no attributes, and reserved names of filters (D21). */
const ownKeys = new Set([
  'id',
  'category',
  'brand',
  'condition',
  'place',
  'price',
  'delivery_country',
  'delivery_days',
  'shop_rating',
]);
/** Returns whether an attribute may become a filter. */
export const isFilterKey = (key: string): boolean => /^\w{1,64}$/.test(key) && !ownKeys.has(key);
/** Filters show the viscosity, the beginning of a grade such as `5W-30 C3`. */
const viscosity = /^(\d{1,2}W)-?(\d{2})\b/;

function attributesOf(json: string): StoredAttribute[] {
  const attributes = JSON.parse(json) as StoredAttribute[];
  const grade = attributes.find(([key]) => key === 'grade')?.[1];
  for (const attribute of attributes)
    if (attribute[0] === 'approval') attribute[1] = joinApprovals(approvalsOf(String(attribute[1])));
  const found = viscosity.exec(String(grade ?? ''));
  if (!found || attributes.some(([key]) => key === 'viscosity')) return attributes;
  return [['viscosity', `${found[1]}${found[2]}`, null], ...attributes];
}

function writeColumns(database: DatabaseSync, leaves: readonly Leaf[]): void {
  const read = database.prepare('select brand_id, place, condition, kind, attributes from product where id = ?');
  const insert = database.prepare('insert into leaf_column values (?, ?, ?, ?)');
  for (const { id, products } of leaves) {
    const columns = new Map<string, { values: ValueCodes; codes: Uint32Array }>();
    const set = (place: number, key: string, value: string, unit: string | null = null) => {
      const column = columns.get(key) ?? { values: new ValueCodes(), codes: new Uint32Array(products.length) };
      columns.set(key, column);
      column.codes[place] = column.values.codeOf(value, unit);
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
    }
    insert.run(id, 'id', 0, encodeIds(products));
    let position = 0;
    for (const [key, { values, codes }] of columns) insert.run(id, key, ++position, encodeColumn(values.all, codes));
  }
}

/** Fills the tables that depend on products only: leaves in the default order, and numbers of products. */
export function fillProductLists(database: DatabaseSync): void {
  database.exec(`
    delete from leaf_product;
    insert into leaf_product select category_id, row_number() over (partition by category_id order by popularity desc, id), id
      from product order by 1, 2;
    update brand set article_count = (select count(*) from product where brand_id = brand.id);
    with recursive own (id, up) as (
      select id, id from category union all
      select own.id, category.parent_id from own join category on category.id = own.up where category.parent_id is not null
    ), counted (id, products) as (select category_id, count(*) from product group by category_id)
    update category set product_count = coalesce(
      (select sum(counted.products) from own join counted on counted.id = own.id where own.up = category.id), 0);
  `);
}
