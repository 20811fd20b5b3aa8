import { expect, test } from '@jest/globals';
import { bestQuality, decode, encode, encodingFor, keptQuality } from './encoding.js';

const page = Buffer.from(
  Array.from({ length: 3000 }, (_, row) => `<tr id="o${row}"><td>${(row * 7919) % 9973}</td></tr>`).join(''),
);

test('the best encoding that the client takes; one with q=0 is refused', () => {
  expect(encodingFor('gzip, deflate, br')).toBe('br');
  expect(encodingFor('GZIP;q=0.5')).toBe('gzip');
  expect(encodingFor('br;q=0, gzip;q=0.0')).toBe('identity');
  expect(encodingFor('')).toBe('identity');
});

test('while many wait for their bytes, pages are compressed quicker; whole they are all the same', async () => {
  const alone = await encode(page, 'br', keptQuality);
  const crowd = await Promise.all(Array.from({ length: 12 }, () => encode(page, 'br', keptQuality)));
  expect(crowd[0]).toEqual(alone);
  expect(crowd[11]?.length).toBeGreaterThan(alone.length);
  for (const bytes of crowd) expect((await decode(bytes, 'br')).equals(page)).toBe(true);
  expect((await encode(page, 'br', keptQuality)).length).toBe(alone.length);
});

test('what many will get is compressed as well as can be, however many wait', async () => {
  const best = await encode(page, 'br', bestQuality);
  const [, , , , , among] = await Promise.all([
    ...Array.from({ length: 5 }, () => encode(page, 'br')),
    encode(page, 'br', bestQuality),
  ]);
  expect(among?.length).toBe(best.length);
});
