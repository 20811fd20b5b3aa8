import type { DatabaseSync } from 'node:sqlite';
import type { FindProduct, ProductFacts } from './offer-commit.js';
import { isStarterBattery, packsBit, withheldBits } from './withheld.js';

/** The Union and the European Economic Area: makers from there need no other responsible person. */
const union =
  "('AT','BE','BG','CY','CZ','DE','DK','EE','ES','FI','FR','GR','HR','HU','IE','IS','IT','LI','LT','LU','LV','MT','NL','NO','PL','PT','RO','SE','SI','SK')";

const ofGoods = (goods: string): string =>
  `category_id in (select category_id from category_goods where goods = '${goods}')`;
const ofBrands = (condition: string): string => `brand_id in (select id from brand where ${condition})`;
const blank = (...columns: string[]): string => columns.map((column) => `trim(${column}) = ''`).join(' or ');

/**
 * Reasons against the sale of a product, as conditions on `product`; offer-rejections.ts names the acts. The sets in
 * them are small, so each condition is one pass.
 */
const conditions: readonly (readonly [bit: number, where: string])[] = [
  [withheldBits.maker, ofBrands(blank('name', 'address', 'email'))],
  [withheldBits.euResponsible, ofBrands(`country not in ${union} and trim(coalesce(eu_responsible, '')) = ''`)],
  [withheldBits.basePrice, `${ofGoods('measured')} and (base_amount is null or base_unit is null)`],
  [withheldBits.tyreLabel, `${ofGoods('tyre')} and id not in (select product_id from tyre_label)`],
  [isStarterBattery, ofGoods('starterBattery')],
];

/** Pieces in a pack, 1 = not in the feed; equals `packSizeOf` in catalogue/amount.ts. */
const packSize = `coalesce((select max(1, cast(json_extract(value, '$[1]') as integer)) from json_each(attributes)
  where json_extract(value, '$[0]') = 'packSize'), 1)`;
/** Products that are usually bought in several packs (D74). */
const severalPacks = `
  select id, (usual_quantity + pack_size - 1) / pack_size as packs from (
    select product.id, usual_quantity, ${packSize} as pack_size
    from category join product on category_id = category.id where usual_quantity > 1)
  where packs > 1`;

/** Fills `product_flags`, after brands, categories, products and tyre labels. */
export function fillProductFlags(database: DatabaseSync): void {
  database.exec('delete from product_flags');
  for (const [bit, where] of conditions)
    database.exec(
      `insert into product_flags select id, ${bit} from product where ${where}
       on conflict (product_id) do update set flags = flags | excluded.flags`,
    );
  database.exec(
    `insert into product_flags select id, packs << ${packsBit} from (${severalPacks}) where true
     on conflict (product_id) do update set flags = flags | excluded.flags`,
  );
}

const factsOf = (leaf: number, flags: number): ProductFacts => ({
  leaf,
  flags: flags & (2 ** packsBit - 1),
  packs: flags >> packsBit || 1,
});

/** Number of products whose single reads take as long as reading all. */
const fewProducts = 40_000;

/** Looks up the facts that offers depend on; the catalogue must not change meanwhile. */
export function productFacts(database: DatabaseSync): FindProduct {
  const find = database.prepare(
    `select p.category_id, coalesce(f.flags, 0) from product p left join product_flags f on f.product_id = p.id
     where p.id = ?`,
  );
  find.setReturnArrays(true);
  // A feed asks twice for each row: for the comparison and the change.
  const known = new Map<number, ProductFacts | null>();
  let all: FindProduct | null = null;
  return (id) => {
    if (all) return all(id);
    const facts = known.get(id);
    if (facts !== undefined) return facts;
    if (known.size === fewProducts) {
      known.clear();
      all = allFacts(database);
      return all(id);
    }
    const row = find.get(id) as unknown as [leaf: number, flags: number] | undefined;
    const found = row ? factsOf(...row) : null;
    known.set(id, found);
    return found;
  };
}

function allFacts(database: DatabaseSync): FindProduct {
  const last = Number(database.prepare('select max(id) as last from product').get()?.last ?? 0);
  const leaves = new Uint32Array(last + 1);
  const flags = new Map<number, number>();
  for (const row of database.prepare('select product_id, flags from product_flags').iterate())
    flags.set(Number(row.product_id), Number(row.flags));
  // The index of leaves alone answers this query.
  const rows = database.prepare('select id, category_id from product');
  rows.setReturnArrays(true);
  for (const [id, leaf] of rows.iterate() as Iterable<unknown> as Iterable<[number, number]>) leaves[id] = leaf;
  return (id) => {
    const leaf = leaves[id] ?? 0;
    return leaf === 0 ? null : factsOf(leaf, flags.get(id) ?? 0);
  };
}
