/**
 * Format of `leaf_column`: one blob per column with one entry per product, in the order of `leaf_product` (most popular
 * first). A listing reads the columns of its leaf and counts in memory, so its cost grows with the leaf, not with the
 * catalogue.
 */

/** A stored value; `unit` null = none. */
export type LeafValue = readonly [value: string, unit: string | null];
/** Codes by product: 0 = no value, else the index in `values` + 1. */
export interface CodeColumn {
  readonly values: readonly LeafValue[];
  readonly codes: Uint8Array | Uint16Array | Uint32Array;
}

/** Assigns a code to each value of a column. */
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

/** Ids are safe integers and may exceed 32 bits. */
export const encodeIds = (ids: readonly number[]): Uint8Array => new Uint8Array(Float64Array.from(ids).buffer);
export const decodeIds = (blob: Uint8Array): Float64Array => new Float64Array(whole(blob));

/** Writes the width of the codes, the length of the JSON of values, the JSON padded to four bytes, and the codes. */
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

/** Returns the bytes as a buffer of their own, so that wide numbers are aligned. */
function whole(blob: Uint8Array): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = blob;
  if (byteOffset === 0 && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) return buffer;
  return new Uint8Array(blob).buffer as ArrayBuffer;
}
