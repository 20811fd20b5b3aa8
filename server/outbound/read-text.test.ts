import { expect, test } from 'vitest';
import { readText } from './read-text.js';

async function* inPieces(text: string, bytes: number): AsyncGenerator<Uint8Array> {
  const all = Buffer.from(text);
  for (let at = 0; at < all.length; at += bytes) yield all.subarray(at, at + bytes);
}
const tooLong = () => new RangeError('too long');

test('a body is read as UTF-8, wherever it is cut into pieces', async () => {
  for (const bytes of [1, 2, 3, 100])
    expect(await readText(inPieces('Öl für €5', bytes), 9, tooLong)).toBe('Öl für €5');
  expect(await readText(null, 9, tooLong)).toBe('');
});

test('a longer body is not read to its end', async () => {
  let pieces = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) {
      pieces += 1;
      yield Buffer.from('abc');
    }
  }
  await expect(readText(endless(), 8, tooLong)).rejects.toThrow('too long');
  expect(pieces).toBe(3);
});
