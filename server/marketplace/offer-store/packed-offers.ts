import type { OfferRow } from './offer-tables.js';

const conditions = ['new', 'remanufactured', 'used'] as const;
const word = 2 ** 32;
/**
 * Columns of an offer in half the cells, each of which takes as long as reading its row: numbers share them, up to 53
 * bits.
 */
export const packedColumns = `id + shop_id * ${word}, key, price + stock * ${word}, refund, surcharge, lowest30,
  handling_min | (handling_max << 8) | (withheld << 16) |
    (case condition ${conditions.map((name, index) => `when '${name}' then ${index}`).join(' ')} end << 28)`;
/** What these columns hold. */
export type Cells = [
  idAndShop: number,
  key: string,
  priceAndStock: number,
  refund: number,
  surcharge: number,
  lowest30: number | null,
  rest: number,
];
/** The offer that they are. */
export const rowOf = (
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
