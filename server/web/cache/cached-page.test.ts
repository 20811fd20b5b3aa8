import { hash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { gunzipSync } from 'node:zlib';
import { beforeEach, expect, test, vi } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { ProblemError } from '../../contract/problem.js';
import { notes, withNotes } from '../http/log.js';
import { MovedError, RedirectError } from '../http/redirect-errors.js';
import { CachedPage } from './cached-page.js';
import { OfferChanges } from './offer-changes.js';
import { type CacheableResult, PageCache } from './page-cache.js';

const hour = 3600_000;
const text = Buffer.from('<p>Bremsscheibe</p>'.repeat(500));
const pageOf = (bytes = text) =>
  new CachedPage(
    { bytes, contentSecurityPolicy: '' },
    { status: 200, key: 'a', choices: [], isWhole: true, madeOf: [] },
  );
const madeOf = (change: Partial<CacheableResult> = {}): CacheableResult => ({
  page: { bytes: text, contentSecurityPolicy: '' },
  status: 200,
  isCacheable: true,
  key: 'g1 a',
  choices: ['1', '2'],
  ...change,
});

test('a popular page is compressed once at the best quality, and its renewal inherits the bytes', async () => {
  const page = pageOf();
  await page.body('br');
  for (let served = 0; served < 30; served += 1) await page.improve();
  const best = await page.body('br');
  expect([best.quality, best.etag.endsWith('-br11"')]).toEqual([11, true]);
  for (let served = 0; served < 5; served += 1) expect(page.improve()).toBeUndefined();
  const renewed = pageOf();
  renewed.inherit(page);
  expect(await renewed.body('br')).toBe(best);
  expect([renewed.size, renewed.improve()]).toEqual([page.size, undefined]);
  expect(gunzipSync((await renewed.body('gzip')).bytes).equals(text)).toBe(true);
});

test('a renewal inherits the count of requests', async () => {
  const page = pageOf();
  await page.body('br');
  for (let served = 0; served < 19; served += 1) await page.improve();
  expect((await page.body('br')).quality).toBeLessThan(11);
  const renewed = pageOf();
  renewed.inherit(page);
  await expect(renewed.improve()).resolves.toBeUndefined();
  expect((await renewed.body('br')).quality).toBe(11);
});

test('one page at a time is compressed again', async () => {
  const pages = [pageOf(), pageOf()];
  for (const page of pages) {
    await page.body('br');
    for (let served = 0; served < 19; served += 1) await page.improve();
  }
  const [first, second] = pages.map((page) => page.improve());
  expect([first, second]).toEqual([expect.any(Promise), undefined]);
  await first;
  await pages[1]?.improve();
  const bodies = await Promise.all(pages.map((page) => page.body('br')));
  expect(bodies.map(({ quality }) => quality)).toEqual([11, 11]);
});

test('a page that is just too long for one round trip is compressed better, unless another one is', async () => {
  const idle = { idle: 5000, active: 0, utilization: 0 };
  using _ = vi.spyOn(performance, 'eventLoopUtilization').mockReturnValue(idle);
  // Text that hardly shrinks, to three quarters of its length.
  const pageWith = (length: number): CachedPage =>
    pageOf(Buffer.from(Array.from({ length: length / 43 }, (_, at) => hash('sha256', `${at}`, 'base64url')).join('')));
  const qualities = async (...pages: readonly CachedPage[]) =>
    (await Promise.all(pages.map((page) => page.body('br')))).map(({ quality }) => quality).sort();
  expect(await qualities(pageWith(10_000), pageWith(40_000))).toEqual([7, 7]);
  expect(await qualities(pageWith(18_900))).toEqual([11]);
  const popular = pageWith(430_000);
  await popular.body('br');
  for (let served = 0; served < 19; served += 1) await popular.improve();
  const improving = popular.improve();
  expect(await qualities(pageWith(18_900))).toEqual([7]);
  await improving;
});

test('a page compressed under load is compressed again when the load is over, or when it is popular', async () => {
  const load = vi.spyOn(performance, 'eventLoopUtilization');
  const busy = (): unknown => load.mockReturnValue({ idle: 0, active: 5000, utilization: 1 });
  const idle = (): unknown => load.mockReturnValue({ idle: 5000, active: 0, utilization: 0 });
  try {
    busy();
    const pages = [pageOf(), pageOf()] as const;
    for (const page of pages) expect((await page.body('br')).quality).toBe(1);
    for (let served = 1; served < 20; served += 1) expect(pages[0].improve()).toBeUndefined();
    await pages[0].improve();
    expect((await pages[0].body('br')).quality).toBe(11);
    expect(pages[1].improve()).toBeUndefined();
    idle();
    await pages[1].improve();
    expect((await pages[1].body('br')).quality).toBe(7);
  } finally {
    load.mockRestore();
  }
});

test('a tag belongs to one page in one encoding', async () => {
  const page = pageOf();
  const { etag } = await page.body('gzip');
  expect(page.known(`"x", W/${etag}`, 'gzip')).toBe(etag);
  for (const [tags, encoding] of [
    [etag, 'br'],
    [etag, 'identity'],
    ['"x"', 'gzip'],
    [undefined, 'gzip'],
  ] as const)
    expect(page.known(tags, encoding)).toBeUndefined();
  expect(pageOf(Buffer.from('other')).known(etag, 'gzip')).toBeUndefined();
});

let clock: ManualClock;
let pages: PageCache;
let generation: string | null;
let failures: unknown[];
beforeEach(() => {
  clock = new ManualClock();
  generation = 'g1';
  failures = [];
  pages = new PageCache({
    clock,
    maxBytes: 1_000_000,
    generation: () => generation,
    onRefreshFailed: (error) => failures.push(error),
    offers: new OfferChanges(),
    onOutdated: () => {},
  });
});
const ask = async (make: () => CacheableResult, key = 'g1 a'): Promise<string> => {
  const { outcome } = await withNotes(Number.POSITIVE_INFINITY, null, (cause) =>
    pages.get(key, cause, async () => make()),
  );
  await new Promise(setImmediate);
  return outcome;
};

test.each<[string, () => CacheableResult]>([
  ['says that there is nothing', () => madeOf({ status: 404 })],
  ['cannot be shown', () => madeOf({ status: 503 })],
  ['belongs to another address', () => madeOf({ isCacheable: false })],
])('a page that %s is rebuilt each time', async (_name, make) => {
  expect([await ask(make), await ask(make)]).toEqual(['miss', 'miss']);
  expect(pages.size).toBe(0);
});

test('a page made while the catalogue changed is shown and not cached', async () => {
  const change = (): CacheableResult => {
    generation = 'g2';
    return madeOf();
  };
  expect([await ask(change), pages.size]).toEqual(['miss', 0]);
  expect([await ask(() => madeOf({ key: 'g2 a' }), 'g2 a'), pages.size]).toEqual(['miss', 1]);
  // The next catalogue needs its memory.
  generation = 'g3';
  expect([await ask(() => madeOf({ key: 'g3 a' }), 'g3 a'), pages.size]).toEqual(['miss', 1]);
});

test.each<[string, Error, boolean]>([
  ['has moved', new MovedError('/other'), true],
  ['leads elsewhere', new RedirectError(303, '/other'), true],
  ['has gone', new ProblemError('not_found'), true],
  ['cannot be made now', new ProblemError('upstream'), false],
  ['fails', new Error('broken'), false],
])('a page that %s replaces the old one: %s', async (_name, error, isForgotten) => {
  const fail = (): CacheableResult => {
    throw error;
  };
  expect(await ask(() => madeOf())).toBe('miss');
  await clock.advance(6 * hour - 1);
  expect(await ask(fail)).toBe('hit');
  await clock.advance(1);
  expect(await ask(fail)).toBe('stale');
  expect([pages.size, failures]).toEqual(isForgotten ? [0, []] : [1, [error]]);
});

test('a value is no choice of a page as long as that page may be shown', async () => {
  expect(pages.isNoChoice('g1 a', '3')).toBe(false);
  await ask(() => madeOf());
  expect(['1', '2', '3'].map((value) => pages.isNoChoice('g1 a', value))).toEqual([false, false, true]);
  await clock.advance(24 * hour - 1);
  expect(pages.isNoChoice('g1 a', '3')).toBe(true);
  await clock.advance(1);
  expect(pages.isNoChoice('g1 a', '3')).toBe(false);
});

test('a request logs the calls and the cause of the page that it caused', async () => {
  await withNotes(Number.POSITIVE_INFINITY, null, async (cause) => {
    await pages.get('g1 a', cause, async () => {
      const own = notes();
      own?.upstream.push({ operation: 'offers', outcome: 'miss', ms: 1 });
      if (own) own.causedBy = 'OTHER';
      return madeOf();
    });
    expect([cause.causedBy, cause.upstream.map(({ operation }) => operation)]).toEqual(['OTHER', ['offers']]);
    expect(notes()).toBe(cause);
  });
});
