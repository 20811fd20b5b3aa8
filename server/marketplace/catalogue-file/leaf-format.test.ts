import { expect, test } from 'vitest';
import { decodeColumn, decodeIds, encodeColumn, encodeIds, type LeafValue } from './leaf-format.js';

/** Returns the bytes as part of a larger buffer, at an odd place, as SQLite may return them. */
function shifted(bytes: Uint8Array): Uint8Array {
  const larger = new Uint8Array(bytes.length + 3);
  larger.set(bytes, 1);
  return larger.subarray(1, -2);
}

test.each([
  [1, 0xfe],
  [2, 0xff],
  [2, 0xfffe],
  [4, 0xffff],
])('codes take %d bytes for %d values, and are read as written', (width, count) => {
  const values = Array.from({ length: count }, (_, index): LeafValue => [`${index}`, index % 2 ? 'mm' : null]);
  const codes = [0, 1, count, 0, 2];
  const blob = encodeColumn(values, Uint32Array.from(codes));
  for (const column of [decodeColumn(blob), decodeColumn(shifted(blob))])
    expect([[...column.codes], column.codes.BYTES_PER_ELEMENT, column.values]).toEqual([codes, width, values]);
});

test('a column begins with its width and the length of its values', () => {
  const blob = encodeColumn([['ä', null]], Uint32Array.of(1, 0));
  const json = Buffer.from('[["ä",null]]\0\0\0');
  expect([...blob]).toEqual([1, 0, 0, 0, 13, 0, 0, 0, ...json.subarray(0, 13), 0, 0, 0, 1, 0]);
});

test('ids beyond 32 bits are read as written', () => {
  const ids = [1, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER];
  expect([...decodeIds(shifted(encodeIds(ids)))]).toEqual(ids);
});
