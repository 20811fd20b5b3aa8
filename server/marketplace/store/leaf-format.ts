/**
 * How `leaf_column` and `leaf_price` keep the products of a leaf: one blob per column, one entry per product, all in the
 * order of `leaf_product` (most popular first). A listing reads the few columns of its leaf in one go and counts in
 * memory, so that its cost grows with the leaf and not with the catalogue.
 */

/** A value of a column as stored; `unit` null = without one. */
export type LeafValue = readonly [value: string, unit: string | null];
/** A column of codes: 0 = the product has no value, else one more than the place of its value in `values`. */
export interface CodeColumn {
  readonly values: readonly LeafValue[];
  readonly codes: Uint8Array | Uint16Array | Uint32Array;
}
/** Best offers of a leaf's products to one country; money in cents, rating in hundredths, days of work. */
export interface PriceColumns {
  /** `noPrice` where nobody ships there. */
  readonly totals: Uint32Array;
  readonly ratings: Uint16Array;
  readonly daysMax: Uint8Array;
  readonly daysMin: Uint8Array;
}
/** Stands in `totals` for products that have no price. */
export const noPrice = 0xffff_ffff;
/** Days above this are kept as this many. */
export const mostDays = 0xff;

/** Ids are safe integers and may outgrow 32 bits. */
export const encodeIds = (ids: readonly number[]): Uint8Array => new Uint8Array(Float64Array.from(ids).buffer);
export const decodeIds = (blob: Uint8Array): Float64Array => new Float64Array(whole(blob));

/** Width of the codes, length of the dictionary's JSON, the JSON padded to four bytes, the codes. */
export function encodeColumn(values: readonly LeafValue[], codes: Uint32Array): Uint8Array {
  const width = values.length < 0xff ? 1 : values.length < 0xffff ? 2 : 4;
  const json = Buffer.from(JSON.stringify(values));
  const start = headerBytes + Math.ceil(json.length / 4) * 4;
  const blob = new Uint8Array(start + codes.length * width);
  new Uint32Array(blob.buffer, 0, 2).set([width, json.length]);
  blob.set(json, headerBytes);
  codesIn(blob.buffer, start, width, codes.length).set(codes);
  return blob;
}

export function decodeColumn(blob: Uint8Array): CodeColumn {
  const buffer = whole(blob);
  const [width = 1, length = 0] = new Uint32Array(buffer, 0, 2);
  const json = Buffer.from(buffer, headerBytes, length).toString('utf8');
  const start = headerBytes + Math.ceil(length / 4) * 4;
  const codes = codesIn(buffer, start, width, (buffer.byteLength - start) / width);
  return { values: JSON.parse(json) as LeafValue[], codes };
}

export function emptyPrices(count: number): PriceColumns {
  return {
    totals: new Uint32Array(count).fill(noPrice),
    ratings: new Uint16Array(count),
    daysMax: new Uint8Array(count).fill(mostDays),
    daysMin: new Uint8Array(count).fill(mostDays),
  };
}

export function encodePrices({ totals, ratings, daysMax, daysMin }: PriceColumns): Uint8Array {
  const blob = new Uint8Array(totals.length * priceBytes);
  const columns = pricesIn(blob.buffer, totals.length);
  columns.totals.set(totals);
  columns.ratings.set(ratings);
  columns.daysMax.set(daysMax);
  columns.daysMin.set(daysMin);
  return blob;
}

export function decodePrices(blob: Uint8Array): PriceColumns {
  return pricesIn(whole(blob), blob.byteLength / priceBytes);
}

const headerBytes = 8;
const priceBytes = 8;

function codesIn(buffer: ArrayBuffer, start: number, width: number, count: number): CodeColumn['codes'] {
  if (width === 1) return new Uint8Array(buffer, start, count);
  return width === 2 ? new Uint16Array(buffer, start, count) : new Uint32Array(buffer, start, count);
}

function pricesIn(buffer: ArrayBuffer, count: number): PriceColumns {
  return {
    totals: new Uint32Array(buffer, 0, count),
    ratings: new Uint16Array(buffer, 4 * count, count),
    daysMax: new Uint8Array(buffer, 6 * count, count),
    daysMin: new Uint8Array(buffer, 7 * count, count),
  };
}

/** The bytes as a buffer of their own, so that wide numbers in it are aligned. */
function whole(blob: Uint8Array): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = blob;
  if (byteOffset === 0 && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) return buffer;
  return new Uint8Array(blob).buffer as ArrayBuffer;
}
