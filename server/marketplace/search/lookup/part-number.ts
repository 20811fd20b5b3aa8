import type { Request, Wire } from '../../../contract/operations/handler-types.js';
import { productList, readProducts } from '../../catalogue/product-list.js';
import type { ProductTable } from '../../catalogue-file/catalogue-tables.js';
import { languageOf } from '../../catalogue-texts/texts.js';
import { idList, idsOf } from '../../files/node-sqlite.js';
import type { Generation } from '../../generation/generation.js';
import type { DependsOn } from '../../http/handler.js';
import { optionalModel } from '../../vehicles/context.js';

type PartNumberWire = Wire<'partNumber'>;
const longestExact = 20;
const longestGroup = 12;
const longestSimilar = 12;
const mostGroups = 10;
/** Numbers with the same beginning that are read; the most popular are shown. */
const mostCandidates = 300;
/** Fewer characters begin too many numbers. */
const shortestStart = 3;
/** Sorts after every letter and digit. */
const end = '\uffff';

/** A product that was found by a number. */
export type MatchedNumber = Pick<ProductTable, 'id' | 'category_id' | 'brand_id' | 'popularity' | 'place'>;
const columns = ['id', 'category_id', 'brand_id', 'popularity', 'place'].map(
  (column) => `product.${column}` as `product.${keyof MatchedNumber}`,
);
export const byPopularity = (a: MatchedNumber, b: MatchedNumber): number => b.popularity - a.popularity || a.id - b.id;

/** Returns a GTIN as EAN-13: 12 digits, or 14 with a leading zero, get 13. */
function eanOf(digits: string): string {
  return digits.length === 14 && digits.startsWith('0') ? digits.slice(1) : digits.padStart(13, '0');
}

/** Reads the products with a number or EAN. */
async function exactProducts({ db }: Generation, number: string): Promise<MatchedNumber[]> {
  const products = db.selectFrom('product').select(columns);
  const named = await products.where('norm_number', '=', number).execute();
  const isCode = /^\d{8,14}$/.test(number);
  const coded = isCode ? await products.where('ean', 'in', [number, eanOf(number)]).execute() : [];
  return distinct([...named, ...coded]).sort(byPopularity);
}

/** Reads products whose number, car maker's number or EAN begins with a text; `isCut` = there may be more. */
async function startingProducts(
  { db }: Generation,
  number: string,
): Promise<{ products: MatchedNumber[]; isCut: boolean }> {
  if (number.length < shortestStart) return { products: [], isCut: false };
  const startingIn = (column: 'norm_number' | 'ean') =>
    db
      .selectFrom('product')
      .select(columns)
      .where(column, '>', number)
      .where(column, '<', number + end)
      .orderBy(column)
      .limit(mostCandidates)
      .execute();
  const own = await startingIn('norm_number');
  const original = await db
    .selectFrom('oe_number')
    .innerJoin('product', 'product.id', 'oe_number.product_id')
    .select(columns)
    .where('norm', '>', number)
    .where('norm', '<', number + end)
    .orderBy('norm')
    .limit(mostCandidates)
    .execute();
  const coded = /^\d{8,12}$/.test(number) ? await startingIn('ean') : [];
  return {
    products: distinct([own, original, coded].flatMap((rows) => distinct(rows).sort(byPopularity))),
    isCut: own.length === mostCandidates || original.length === mostCandidates,
  };
}

export async function readNumbered({ db }: Generation, ids: readonly number[]): Promise<MatchedNumber[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('product').select(columns).where('id', 'in', idList(ids)).execute();
  return rows.sort(byPopularity);
}

export const distinct = (rows: readonly MatchedNumber[]): MatchedNumber[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
];

interface CrossRow extends MatchedNumber {
  manufacturer_id: number;
  number: string;
  norm: string;
}

/** Reads products by a car maker's number, and those with the car maker's numbers of the exact products. */
async function crossProducts({ db }: Generation, number: string, exact: readonly MatchedNumber[]): Promise<CrossRow[]> {
  const shared = await db
    .selectFrom('oe_number')
    .select(['manufacturer_id', 'norm'])
    .distinct()
    .where('product_id', 'in', idList(idsOf(exact.slice(0, longestExact))))
    .limit(mostGroups)
    .execute();
  const wanted = [...new Set([number, ...shared.map((row) => row.norm)])];
  const rows = await db
    .selectFrom('oe_number')
    .innerJoin('product', 'product.id', 'oe_number.product_id')
    .select([...columns, 'oe_number.manufacturer_id', 'oe_number.number', 'oe_number.norm'])
    .where('norm', 'in', wanted)
    .limit(mostCandidates)
    .execute();
  const makers = new Set(shared.map((row) => `${row.manufacturer_id} ${row.norm}`));
  return rows.filter((row) => row.norm === number || makers.has(`${row.manufacturer_id} ${row.norm}`));
}

/** Finds products by their number or a car maker's number; without any, those whose numbers begin with it. */
export async function numberedProducts(
  generation: Generation,
  number: string,
): Promise<{ whole: MatchedNumber[]; starting: MatchedNumber[]; isCut: boolean }> {
  const exact = await exactProducts(generation, number);
  const cross = await crossProducts(generation, number, exact);
  const whole = distinct([...exact, ...cross.sort(byPopularity)]);
  if (whole.length > 0) return { whole, starting: [], isCut: false };
  const { products, isCut } = await startingProducts(generation, number);
  return { whole, starting: products, isCut };
}

/** Returns the products of a part number; if all groups are empty, the number is unknown (D58). */
export async function findPartNumber(
  generation: Generation,
  request: Request<'partNumber'>,
  dependsOn: DependsOn,
): Promise<PartNumberWire> {
  const { number, categoryId, brandId } = request;
  const leaves = categoryId === undefined ? null : generation.categories.all.get(Number(categoryId))?.leaves;
  const isWanted = (row: MatchedNumber) =>
    (leaves === null || leaves?.some((leaf) => leaf.id === row.category_id)) &&
    (brandId === undefined || row.brand_id === Number(brandId));
  const ownAll = await exactProducts(generation, number);
  const exact = ownAll.filter(isWanted).slice(0, longestExact);
  const isExact = new Set(exact.map((row) => row.id));
  const crossAll = await crossProducts(generation, number, ownAll);
  const cross = crossAll.filter((row) => isWanted(row) && !isExact.has(row.id));
  const groups = crossGroups(generation, cross);
  const shown = new Set([...isExact, ...cross.map((row) => row.id)]);
  const { products: starting } = await startingProducts(generation, number);
  const similar = starting.filter((row) => isWanted(row) && !shown.has(row.id)).slice(0, longestSimilar);
  const ids = [exact, ...groups.map((group) => group.rows), similar].flat().map((row) => row.id);
  dependsOn('best', ids);
  const rows = await readProducts(generation, [...new Set(ids)]);
  const model = optionalModel(generation, request.modelId);
  const audience = { language: languageOf(request.locale), country: request.country, model };
  const wires = await productList(generation, rows, audience, dependsOn);
  const byId = new Map(wires.map((wire) => [Number(wire.id), wire]));
  const wiresOf = (found: readonly MatchedNumber[]) => found.flatMap((row) => byId.get(row.id) ?? []);
  return {
    number,
    exact: wiresOf(exact),
    crossReferences: groups.map((group) => ({
      manufacturer: group.manufacturer,
      number: group.number,
      products: wiresOf(group.rows),
    })),
    similar: wiresOf(similar),
  };
}

/** Groups products by maker and number, makers alphabetically. */
function crossGroups(
  { vehicles }: Generation,
  rows: readonly CrossRow[],
): { manufacturer: string; number: string; rows: CrossRow[] }[] {
  const groups = Map.groupBy(rows, (row) => `${row.manufacturer_id} ${row.norm}`);
  return [...groups.values()]
    .map((group) => {
      const first = group[0] as CrossRow;
      const manufacturer = vehicles.manufacturers.get(first.manufacturer_id)?.name ?? '';
      return { manufacturer, number: first.number, rows: group.sort(byPopularity).slice(0, longestGroup) };
    })
    .sort((a, b) => (a.manufacturer < b.manufacturer ? -1 : a.manufacturer > b.manufacturer ? 1 : 0))
    .slice(0, mostGroups);
}
