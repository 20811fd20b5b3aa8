import type { OfferRow } from './offer-tables.js';

/** An offer as its shop sends it; money in cents. */
export type OfferValues = Omit<OfferRow, 'id' | 'withheld'>;

/** Finds an offer by id. A product has some ten offers, so a loop costs less than a map. */
export const find = (rows: readonly OfferRow[], id: number): OfferRow | undefined => {
  for (const row of rows) if (row.id === id) return row;
  return undefined;
};

/** Inserts or replaces an offer in the order of ids. */
export function set(rows: OfferRow[], row: OfferRow): void {
  let place = 0;
  while (place < rows.length && (rows[place] as OfferRow).id < row.id) place++;
  rows.splice(place, rows[place]?.id === row.id ? 1 : 0, row);
}

/** Removes an offer and returns it. */
export function take(rows: OfferRow[], id: number): OfferRow | undefined {
  const row = find(rows, id);
  if (row) rows.splice(rows.indexOf(row), 1);
  return row;
}

/** Makes a row. It names each field, because copying a larger object takes several times as long. */
export const rowOf = (values: OfferValues, id: number, withheld: number): OfferRow => ({
  product_id: values.product_id,
  id,
  shop_id: values.shop_id,
  key: values.key,
  price: values.price,
  refund: values.refund,
  surcharge: values.surcharge,
  lowest30: values.lowest30,
  stock: values.stock,
  condition: values.condition,
  handling_min: values.handling_min,
  handling_max: values.handling_max,
  withheld,
});

/** Compares two rows; the price first, because it differs most often. */
export const isSameRow = (one: OfferRow, other: OfferRow): boolean =>
  one.price === other.price &&
  one.stock === other.stock &&
  one.lowest30 === other.lowest30 &&
  one.withheld === other.withheld &&
  isSameButPrice(one, other);

/** Compares all but prices, stock and `withheld`. An id always belongs to one key of one shop (D50). */
export const isSameButPrice = (one: OfferRow, other: OfferRow): boolean =>
  one.refund === other.refund &&
  one.surcharge === other.surcharge &&
  one.condition === other.condition &&
  one.handling_min === other.handling_min &&
  one.handling_max === other.handling_max &&
  one.product_id === other.product_id &&
  one.id === other.id;

const conditions = ['new', 'remanufactured', 'used'] as const;
const word = 2 ** 32;
/** Columns packed into half the cells, with up to 53 bits each: a cell takes as long to read as its row. */
export const packedColumns = `id + shop_id * ${word}, key, price + stock * ${word}, refund, surcharge, lowest30,
  handling_min | (handling_max << 8) | (withheld << 16) |
    (case condition ${conditions.map((name, index) => `when '${name}' then ${index}`).join(' ')} end << 28)`;
export type Cells = [
  idAndShop: number,
  key: string,
  priceAndStock: number,
  refund: number,
  surcharge: number,
  lowest30: number | null,
  rest: number,
];
export const rowOfCells = (
  product: number,
  [idAndShop, key, priceAndStock, refund, surcharge, lowest30, rest]: Cells,
): OfferRow => ({
  product_id: product,
  id: idAndShop % word,
  shop_id: Math.floor(idAndShop / word),
  key,
  price: priceAndStock % word,
  refund,
  surcharge,
  lowest30,
  stock: Math.floor(priceAndStock / word),
  condition: conditions[rest >>> 28] ?? 'new',
  handling_min: rest & 0xff,
  handling_max: (rest >>> 8) & 0xff,
  withheld: (rest >>> 16) & 0xfff,
});
