import { performance } from 'node:perf_hooks';
import { expect, test, vi } from 'vitest';
import { decode, encode, encodingFor, keptQuality, qualityAt } from './encoding.js';

const page = Buffer.from(
  Array.from({ length: 3000 }, (_, row) => `<tr id="o${row}"><td>${(row * 7919) % 9973}</td></tr>`).join(''),
);

test.each([
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0, gzip;q=0.000', 'identity'],
  ['br;q=0.1', 'br'],
  ['GZIP, BR', 'br'],
  ['zstd', 'identity'],
  ['gzip, deflate, br', 'br'],
  ['GZIP;q=0.5', 'gzip'],
  ['', 'identity'],
])('of %j %s is accepted', (header, expected) => expect(encodingFor(header)).toBe(expected));

test('more load means quicker compression; a lower quality stays', () => {
  const qualities = [0, 0.49, 0.5, 0.79, 0.8, 1].map((share) => qualityAt(share, keptQuality));
  expect(qualities).toEqual([keptQuality, keptQuality, 2, 2, 1, 1]);
  expect(qualityAt(0.6, 1)).toBe(1);
});

test('an idle thread compresses well, also after making a page; a busy thread compresses quickly', async () => {
  // Imported again, because the shared module remembers the thread's load.
  vi.resetModules();
  const { presentQuality } = await import('./encoding.js');
  // The test sets these milliseconds. On a busy machine even an idle thread may lack time.
  let [idle, active] = [0, 0];
  vi.spyOn(performance, 'eventLoopUtilization').mockImplementation(
    (now, before = { idle: 0, active: 0, utilization: 0 }) => {
      const rested = (now?.idle ?? idle) - before.idle;
      const worked = (now?.active ?? active) - before.active;
      return { idle: rested, active: worked, utilization: worked / (rested + worked || 1) };
    },
  );
  try {
    expect(presentQuality(keptQuality)).toBe(keptQuality);
    active += 250;
    expect(presentQuality(keptQuality)).toBe(keptQuality);
    idle += 850;
    expect(presentQuality(keptQuality)).toBe(keptQuality);
    active += 1100;
    expect(presentQuality(keptQuality)).toBe(1);
    idle += 500;
    active += 501;
    expect(presentQuality(keptQuality)).toBe(2);
  } finally {
    vi.restoreAllMocks();
  }
});

test.each([1, 2, 5])('bytes of quality %i are the same text', async (quality) => {
  for (const encoding of ['br', 'gzip'] as const)
    expect((await decode(await encode(page, encoding, quality), encoding)).equals(page)).toBe(true);
});

test('each quality costs fewer bytes than the one before', async () => {
  const sizes = await Promise.all([1, 2, 4, 5, 11].map((quality) => encode(page, 'br', quality)));
  for (const [index, bytes] of sizes.entries())
    if (index > 0) expect(bytes.length).toBeLessThan(sizes[index - 1]?.length ?? 0);
});
