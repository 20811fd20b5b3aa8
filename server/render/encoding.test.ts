import { expect, test } from '@jest/globals';
import { decode, encode, encodingFor, keptQuality, presentQuality } from './encoding.js';

const page = Buffer.from(
  Array.from({ length: 3000 }, (_, row) => `<tr id="o${row}"><td>${(row * 7919) % 9973}</td></tr>`).join(''),
);

test('the best encoding that the client takes; one with q=0 is refused', () => {
  expect(encodingFor('gzip, deflate, br')).toBe('br');
  expect(encodingFor('GZIP;q=0.5')).toBe('gzip');
  expect(encodingFor('br;q=0, gzip;q=0.0')).toBe('identity');
  expect(encodingFor('')).toBe('identity');
});

test('while others wait for their bytes, pages are compressed quicker, and quicker still among many', async () => {
  const alone = await encode(page, 'br', presentQuality(keptQuality));
  const crowd = await Promise.all(Array.from({ length: 12 }, () => encode(page, 'br', presentQuality(keptQuality))));
  const [first, second, last] = [crowd[0], crowd[1], crowd[11]].map((bytes) => bytes?.length ?? 0);
  expect(first).toBe(alone.length);
  expect(second).toBeGreaterThan(alone.length);
  expect(last).toBeGreaterThan(second as number);
  for (const bytes of crowd) expect((await decode(bytes, 'br')).equals(page)).toBe(true);
  expect((await encode(page, 'br', presentQuality(keptQuality))).length).toBe(alone.length);
});

test.each([1, 5])('gzip of quality %i is the same text', async (quality) => {
  expect((await decode(await encode(page, 'gzip', quality), 'gzip')).equals(page)).toBe(true);
});
