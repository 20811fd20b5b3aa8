/**
 * How `leaf_column` keeps the products of a leaf: one blob per column, one entry per product, all in the order of
 * `leaf_product` (most popular first). A listing reads the few columns of its leaf in one go and counts in
 * memory, so that its cost grows with the leaf and not with the catalogue.
 */

/** A value of a column as stored; `unit` null = without one. */
export type LeafValue = readonly [value: string, unit: string | null];
/** A column of codes: 0 = the product has no value, else one more than the place of its value in `values`. */
export interface CodeColumn {
  readonly values: readonly LeafValue[];
  readonly codes: Uint8Array | Uint16Array | Uint32Array;
}

/** Gives each value of a column a code. */
export class ValueCodes {
  readonly all: LeafValue[] = [];
  readonly #known = new Map<string, number>();

  codeOf(value: string, unit: string | null): number {
    const key = `${unit}|${value}`;
    const code = this.#known.get(key) ?? this.all.push([value, unit]);
    this.#known.set(key, code);
    return code;
  }
}

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

const headerBytes = 8;

function codesIn(buffer: ArrayBuffer, start: number, width: number, count: number): CodeColumn['codes'] {
  if (width === 1) return new Uint8Array(buffer, start, count);
  return width === 2 ? new Uint16Array(buffer, start, count) : new Uint32Array(buffer, start, count);
}

/** The bytes as a buffer of their own, so that wide numbers in it are aligned. */
function whole(blob: Uint8Array): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = blob;
  if (byteOffset === 0 && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) return buffer;
  return new Uint8Array(blob).buffer as ArrayBuffer;
}
