import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWeb, type Web } from '../../../test/doubles/web.js';
import { article, during, know, listing, outcomeOf } from '../../../test/fixtures/web/cache/page-cache.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { withNotes } from '../http/log.js';
import { CachedPage } from './cached-page.js';
import { OfferChanges } from './offer-changes.js';
import { PageCache } from './page-cache.js';

const seconds = 1000;

describe('cache of pages', () => {
  let web: Web;
  beforeAll(async () => {
    web = await startWeb({ MARKETPLACE_SECONDS: '20', RATE_LIMIT: '0' });
  });
  beforeEach(async () => {
    web.double.generation = 'g1';
    await web.renew();
    await know(web);
  });
  afterAll(() => web.stop());

  /** The bytes as they were sent. */
  const raw = (path: string, accept: string): Promise<{ headers: Record<string, unknown>; body: Buffer }> =>
    new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: web.port, path, headers: { 'accept-encoding': accept } };
      httpRequest(options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
      })
        .on('error', reject)
        .end();
    });
  const outcome = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
    outcomeOf(await web.request(path, { headers }));
  /** Requests the page until the background refresh has finished. */
  const settled = async (path: string, wanted: string): Promise<string> => {
    let seen = '';
    for (let i = 0; i < 100 && seen !== wanted; i += 1) seen = await outcome(path);
    return seen;
  };

  it('keeps a page in memory of exactly its size', async () => {
    const page = new CachedPage(
      { bytes: Buffer.from('<p>Bremsscheibe</p>'.repeat(2000)), contentSecurityPolicy: '' },
      { status: 200, key: 'a', choices: [], isWhole: true, madeOf: [] },
    );
    for (const encoding of ['br', 'gzip'] as const) {
      const { bytes } = await page.body(encoding);
      expect(bytes.buffer.byteLength).toBe(bytes.length);
    }
  });

  it('distinguishes miss and hit, with the code of each request and the same bytes', async () => {
    for (const path of ['/', listing, article, '/Ersatzteile/Alle-Fahrzeuge/--']) {
      const [first, second] = [await web.request(path), await web.request(path)];
      expect([path, outcomeOf(first), outcomeOf(second)]).toEqual([path, 'miss', 'hit']);
      expect(second.text === first.text).toBe(true);
      expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
      const code = String(second.headers['x-request-id']).slice(0, 9);
      expect(second.headers['server-timing']).toContain(`rid;desc="${code}"`);
      expect(first.text).not.toContain(String(first.headers['x-request-id']).slice(0, 9));
    }
    const lines = web.lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'request');
    expect(lines).toHaveLength(8);
    expect(lines.map(({ page }) => page)).toContain('hit');
  });

  it('makes one page for a hundred simultaneous requests', async () => {
    const responses = await Promise.all(Array.from({ length: 100 }, () => web.request(article)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    const calls = web.double.calls.length;
    expect(new Set(web.double.calls.map(({ url }) => url)).size).toBe(calls);
  });

  it('answers 304 to the tag, for GET and HEAD, and HEAD with the length of the page', async () => {
    const first = await web.request(article);
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^"[\w-]{16}-identity"$/);
    for (const method of ['GET', 'HEAD']) {
      for (const tags of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const again = await web.request(article, { method, headers: { 'if-none-match': tags } });
        expect([again.status, again.headers.etag]).toEqual([304, etag]);
      }
      expect((await web.request(article, { method, headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    }
    const head = await web.request(article, { method: 'HEAD' });
    expect(head.headers['content-length']).toBe(first.headers['content-length']);
    const other = await web.request(article, { headers: { 'if-none-match': etag, 'accept-encoding': 'br' } });
    expect(other.status).toBe(200);
  });

  it('sends the accepted encoding, each with a tag of its own', async () => {
    const plain = await raw(article, '');
    const tags = new Set([plain.headers.etag]);
    for (const [accept, encoding] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['br;q=0.0, gzip;q=0', undefined],
      ['identity', undefined],
    ] as const) {
      const { headers, body } = await raw(article, accept);
      expect([accept, headers['content-encoding'], headers.vary]).toEqual([accept, encoding, 'Accept-Encoding']);
      expect(headers['content-length']).toBe(String(body.length));
      const text = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
      expect(text.equals(plain.body)).toBe(true);
      tags.add(headers.etag);
    }
    expect(tags.size).toBe(3);
  });

  it('compresses a popular page at the best quality under a new tag, and the old tag still matches', async () => {
    const first = await raw(article, 'br');
    let last = first;
    for (let i = 0; i < 5000 && !String(last.headers.etag).endsWith('-br11"'); i += 1) last = await raw(article, 'br');
    expect(String(last.headers.etag)).toMatch(/-br11"$/);
    expect(last.body.length).toBeLessThan(first.body.length);
    expect(brotliDecompressSync(last.body).equals(brotliDecompressSync(first.body))).toBe(true);
    const headers = { 'accept-encoding': 'br', 'if-none-match': String(first.headers.etag) };
    const again = await web.request(article, { headers });
    expect([again.status, again.headers.etag]).toEqual([304, first.headers.etag]);
    await web.clock.advance(61 * seconds);
    await outcome(article);
    await settled(article, 'hit');
    // The text is the same, so nothing is compressed again.
    expect((await raw(article, 'br')).headers.etag).toBe(last.headers.etag);
  });

  it('shows a stale page at once and renews it with one round of calls', async () => {
    await web.request(article);
    const before = web.double.calls.length;
    await web.clock.advance(61 * seconds);
    const responses = await Promise.all(Array.from({ length: 20 }, () => outcome(article)));
    expect(new Set(responses)).toEqual(new Set(['stale']));
    expect(await settled(article, 'stale')).toBe('stale');
    await web.clock.advance(2 * seconds);
    expect(await settled(article, 'hit')).toBe('hit');
    // Only the two responses with prices are older than a minute.
    const renewed = web.double.calls.slice(before).map(({ url }) => url.split('?')[0]);
    expect(renewed.sort()).toEqual(['/api/Angebote', '/api/Teilenummernsuche/Kelvo/K12033']);
  });

  it('keeps a page without prices for hours', async () => {
    const path = '/Informationen/Impressum';
    await web.request(path);
    await web.clock.advance(5 * 3600 * seconds);
    expect(await outcome(path)).toBe('hit');
  });

  it('shows the last good page while the marketplace is away, and only pages that it had', async () => {
    const good = await web.request(article);
    web.double.breakOn(/./, 'reset');
    await web.clock.advance(12 * 3600 * seconds);
    for (let i = 0; i < 3; i += 1) {
      const old = await web.request(article);
      expect([old.status, old.text === good.text]).toEqual([200, true]);
    }
    const cold = await web.request(listing);
    expect([cold.status, cold.headers['cache-control']]).toEqual([503, 'private, no-store']);
    await web.clock.advance(13 * 3600 * seconds);
    expect((await web.request(article)).status).toBe(503);
    web.double.breakOn(null);
    expect(await outcome(listing)).toBe('miss');
    await web.clock.advance(2 * seconds);
    expect(await outcome(article)).toBe('miss');
  });

  it('caches no page with a missing section, and replaces no complete page by it', async () => {
    web.double.breakOn(/Originalteile/);
    const broken = await web.request(article);
    expect([broken.status, outcomeOf(broken)]).toEqual([200, 'miss']);
    expect(broken.headers['cache-control']).toBe('private, no-store');
    expect(await outcome(article)).toBe('miss');
    web.double.breakOn(null);
    await web.clock.advance(1 * seconds);
    const whole = await web.request(article);
    expect(whole.text === broken.text).toBe(false);
    expect(await outcome(article)).toBe('hit');
    web.double.breakOn(/Originalteile/);
    await web.clock.advance(25 * 3600 * seconds);
    expect((await web.request(article)).text === broken.text).toBe(true);
  });

  it('drops its pages when the catalogue changes', async () => {
    const pages = ['/', listing, article];
    for (const path of pages) await web.request(path);
    web.double.generation = 'g2';
    await web.clock.advance(10);
    // Any response of the new catalogue reveals it, here one that no page requested.
    await web.services.client.for({ locale: 'fr-FR', country: 'FR' }).call('manufacturers', {});
    for (const path of pages) expect([path, await outcome(path)]).toEqual([path, 'miss']);
    for (const path of pages) expect([path, await outcome(path)]).toEqual([path, 'hit']);
  });

  it('caches neither private pages nor errors', async () => {
    for (const path of ['/Warenkorb', '/Einloggen', '/Mein-Partavo/Fahrzeuge', '/gibt-es-nicht', '/bot']) {
      for (let i = 0; i < 2; i += 1) {
        const response = await web.request(path);
        expect([path, response.headers['cache-control']]).toEqual([path, 'private, no-store']);
        expect(['hit', 'stale']).not.toContain(JSON.parse(web.lines.at(-1) ?? '{}').page);
        expect(response.headers.etag).toBeUndefined();
      }
    }
  });

  it('sends nothing to caches in front unless they distinguish countries', async () => {
    const { headers } = await web.request(article);
    expect([headers['cache-control'], headers['cdn-cache-control'], headers['x-accel-expires']]).toEqual([
      'private, max-age=0, must-revalidate',
      undefined,
      undefined,
    ]);
  });
});

describe('cache of pages by its settings', () => {
  it('tells caches in front how long they may keep a page, with CDN_KEYS_COUNTRY', () =>
    during({ CDN_KEYS_COUNTRY: '1' }, async (web) => {
      const { headers } = await web.request(article);
      expect(headers['cache-control']).toBe('private, max-age=0, must-revalidate');
      expect(headers['cdn-cache-control']).toMatch(
        /^public, s-maxage=60, stale-while-revalidate=60, stale-if-error=\d{5}$/,
      );
      expect(headers['x-accel-expires']).toMatch(/^60$/);
      // A page without prices stays fresh for hours here, but no change of the catalogue reaches other caches.
      const imprint = await web.request('/Informationen/Impressum');
      expect(imprint.headers['cdn-cache-control']).toMatch(/^public, s-maxage=60, stale-while-revalidate=60, /);
      const cart = await web.request('/Warenkorb');
      expect([cart.headers['cdn-cache-control'], cart.headers['x-accel-expires']]).toEqual([undefined, undefined]);
    }));

  it('gives caches in front no time beyond the end of a price', () =>
    during({ CDN_KEYS_COUNTRY: '1' }, async (web) => {
      web.double.cacheControlOf = () => 'public, max-age=60, stale-while-revalidate=30';
      const { headers } = await web.request(article);
      const [, fresh, stale] =
        /s-maxage=(\d+), stale-while-revalidate=(\d+)/.exec(String(headers['cdn-cache-control'])) ?? [];
      expect([fresh, stale]).toEqual(['60', '30']);
    }));

  it('keeps nothing with PAGE_CACHE_MB=0', () =>
    during({ PAGE_CACHE_MB: '0' }, async (web) => {
      const [first, second] = [await web.request(article), await web.request(article)];
      expect([outcomeOf(first), outcomeOf(second)]).toEqual(['miss', 'miss']);
      expect((await web.request(article, { headers: { 'if-none-match': String(first.headers.etag) } })).status).toBe(
        304,
      );
    }));

  it('stays within its bytes with every encoding, and drops the least recently used pages', async () => {
    const pages = new PageCache({
      clock: new ManualClock(),
      maxBytes: 200_000,
      generation: () => 'g1',
      onRefreshFailed: () => {},
      offers: new OfferChanges(),
      onOutdated: () => {},
    });
    const ask = (name: string) =>
      withNotes(Number.POSITIVE_INFINITY, null, async (notes) => {
        // Letters that do not compress.
        const bytes = Buffer.from(randomBytes(6000).toString('base64'));
        const key = `g1 ${name}`;
        const made = {
          page: { bytes, contentSecurityPolicy: '' },
          status: 200,
          isCacheable: true,
          key,
          choices: [],
          isWhole: true,
        };
        const { page, outcome } = await pages.get(key, notes, async () => made);
        for (const encoding of ['br', 'gzip', 'identity'] as const) await page.body(encoding);
        await pages.served(page);
        return outcome;
      });
    for (let i = 0; i < 50; i += 1) {
      expect(await ask(`${i}`)).toBe('miss');
      expect(await ask('0')).toBe('hit');
      expect(pages.bytes).toBeLessThanOrEqual(200_000);
    }
    expect(pages.bytes).toBeGreaterThan(150_000);
    expect(pages.size).toBeLessThan(12);
    expect([await ask('49'), await ask('0'), await ask('20')]).toEqual(['hit', 'hit', 'miss']);
  });
});
