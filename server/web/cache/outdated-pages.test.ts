import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OfferLog } from '../../../test/doubles/marketplace/offer-log.js';
import { startWeb, type Web } from '../../../test/doubles/web.js';
import { article, during, know, listing, outcomeOf } from '../../../test/fixtures/web/cache/page-cache.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { notes, withNotes } from '../http/log.js';
import type { MadeOfOffers } from '../http/shared-lifetime.js';
import { OfferChanges, packTags } from './offer-changes.js';
import { PageCache } from './page-cache.js';

const information = '/Informationen/Impressum';

/** Dependencies of the stub's answers: an article on its product, a listing on its products and its leaf. */
const tagsOf = (path: string): string => {
  if (path === '/api/Angebote') return 'p9001';
  if (path.startsWith('/api/Teilenummernsuche/')) return 'p9001 b77';
  if (path.endsWith('/--1523')) return 'b9001 b78 l1523';
  return '';
};

/** Polls for changes, as a running shop does twice a second. */
function look(web: Web): void {
  const { offers } = web.services.client;
  if (web.double.offers) offers.adopt(web.double.offers.changesSince(offers.known));
}

describe('pages whose offers changed', () => {
  let web: Web;
  let log: OfferLog;
  beforeAll(async () => {
    web = await startWeb({ MARKETPLACE_SECONDS: '20' });
  });
  beforeEach(async () => {
    log = new OfferLog();
    web.double.offers = log;
    web.double.tagsOf = tagsOf;
    await web.renew();
    await know(web);
    look(web);
  });
  afterAll(() => web.stop());

  const outcome = async (path: string): Promise<string> => outcomeOf(await web.request(path));
  const commit = (...change: Parameters<OfferLog['commit']>): void => {
    log.commit(...change);
    look(web);
  };
  const metric = async (labels: string): Promise<number> => {
    const text = await web.services.metrics.registry.metrics();
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(labels))
        ?.split(' ')
        .at(-1) ?? 0,
    );
  };
  const fill = async (...paths: string[]): Promise<void> => {
    for (const path of paths) expect([path, await outcome(path)]).toEqual([path, 'miss']);
    for (const path of paths) expect([path, await outcome(path)]).toEqual([path, 'hit']);
  };

  it('stay cached after a commit of a hundred other products', async () => {
    await fill(article, listing, information);
    const others = Array.from({ length: 100 }, (_, index) => 20_000 + index);
    commit({ products: others, best: others, leaves: [7, 8, 9], shops: [3] });
    for (const path of [article, listing, information]) expect([path, await outcome(path)]).toEqual([path, 'hit']);
  });

  it('are rebuilt from the changed answers alone', async () => {
    await fill(article, listing, information);
    const before = web.double.calls.length;
    commit({ products: [9001] });
    expect(await outcome(article)).toBe('miss');
    expect(await outcome(article)).toBe('hit');
    expect([await outcome(listing), await outcome(information)]).toEqual(['hit', 'hit']);
    const made = web.double.calls.slice(before).map(({ url }) => url.split('?')[0]);
    expect(made.sort()).toEqual(['/api/Angebote', '/api/Teilenummernsuche/Kelvo/K12033']);
    expect(await metric('partavo_outdated_total{cache="pages",reason="product"}')).toBe(1);
    expect(await metric('partavo_outdated_total{cache="responses",reason="product"}')).toBe(2);
  });

  it('are made from answers of different commits, and are outdated with each of them', async () => {
    await web.request(listing);
    commit({ products: [9001] });
    commit({ best: [77], leaves: [4] });
    // The other answers have the third commit, the listing has the first.
    await fill(article);
    expect(await outcome(listing)).toBe('hit');
    commit({ best: [9001], leaves: [1523] });
    expect([await outcome(article), await outcome(listing)]).toEqual(['hit', 'miss']);
    commit({ best: [77] });
    expect([await outcome(article), await outcome(listing)]).toEqual(['miss', 'hit']);
    // One answer is younger than the other, whose product changed in between.
    expect(await outcome(article)).toBe('hit');
  });

  it('of a leaf category wait two seconds for changes of products that they do not show', async () => {
    await fill(listing);
    commit({ best: [5], leaves: [1523] });
    expect(await outcome(listing)).toBe('hit');
    await web.clock.advance(1999);
    expect(await outcome(listing)).toBe('hit');
    await web.clock.advance(1);
    expect(await outcome(listing)).toBe('miss');
    commit({ best: [5], leaves: [1523] });
    expect(await outcome(listing)).toBe('hit');
    commit({ best: [78], leaves: [1523] });
    expect(await outcome(listing)).toBe('miss');
  });

  it('are all outdated by another epoch, except those without offers', async () => {
    await fill(article, listing, information);
    log.restore('e2', 1);
    look(web);
    expect(await metric('partavo_outdated_total{cache="pages",reason="epoch"}')).toBe(0);
    for (const path of [article, listing]) expect([path, await outcome(path)]).toEqual([path, 'miss']);
    expect(await outcome(information)).toBe('hit');
    for (const path of [article, listing]) expect([path, await outcome(path)]).toEqual([path, 'hit']);
    expect(await metric('partavo_outdated_total{cache="pages",reason="epoch"}')).toBe(2);
  });

  it('are made once for simultaneous requests', async () => {
    await fill(article);
    const before = web.double.calls.length;
    commit({ products: [9001] });
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => outcome(article)));
    expect(outcomes).toContain('miss');
    expect(outcomes).not.toContain('stale');
    expect(web.double.calls.length - before).toBe(2);
  });

  it('are served while the marketplace is away, and renewed when it is back', async () => {
    await fill(article);
    const { text } = await web.request(article);
    commit({ products: [9001] });
    web.double.breakOn(/Angebote|Teilenummernsuche/, 'reset');
    for (let i = 0; i < 3; i += 1) {
      const standIn = await web.request(article);
      expect([standIn.status, outcomeOf(standIn), standIn.text === text]).toEqual([200, 'stale', true]);
    }
    web.double.breakOn(null);
    await web.clock.advance(2000);
    expect(await outcome(article)).toBe('miss');
    expect(await outcome(article)).toBe('hit');
  });

  it('are not cached if an outdated answer replaced a missing one', async () => {
    await web.services.client
      .for({ locale: 'de-DE', country: 'DE' })
      .call('article', { brand: 'Kelvo', number: 'K12033' });
    commit({ products: [9001] });
    web.double.breakOn(/Teilenummernsuche/, 'reset');
    const made = await web.request(article);
    expect([made.status, made.headers['cache-control']]).toEqual([200, 'private, no-store']);
    web.double.breakOn(null);
    await web.clock.advance(2000);
    expect([await outcome(article), await outcome(article)]).toEqual(['miss', 'hit']);
  });

  it('are not cached if they change while they are made', async () => {
    await web.request(listing);
    let isChanged = false;
    web.double.tagsOf = (path) => {
      // The marketplace read the offers before the change, and the page was finished after it.
      if (path === '/api/Angebote' && !isChanged) {
        isChanged = true;
        queueMicrotask(() => commit({ products: [9001] }));
      }
      return tagsOf(path);
    };
    const outcomes = [await outcome(article), await outcome(article), await outcome(article)];
    expect([outcomes, isChanged]).toEqual([['miss', 'miss', 'hit'], true]);
  });

  it('show the last known commit in the metrics', async () => {
    commit({ products: [1] });
    web.services.metrics.watchCommit(() => web.services.client.offers.known?.number);
    expect(await metric('partavo_offers_commit')).toBe(2);
  });

  it('of a marketplace without offers are cached as before', async () => {
    web.double.offers = null;
    await web.renew();
    await know(web);
    await fill(article, listing, information);
  });
});

it('replace a page with an outdated answer, but no page that only lacks a section', async () => {
  const offers = new OfferChanges();
  const log = new OfferLog();
  const look = (): void => offers.adopt(log.changesSince(offers.known));
  const clock = new ManualClock();
  const pages = new PageCache({
    clock,
    maxBytes: 100_000,
    generation: () => 'g1',
    onRefreshFailed: () => {},
    offers,
    onOutdated: () => {},
  });
  const answer = (): MadeOfOffers => ({ ...log.version, tags: packTags([{ kind: 'product', id: 1 }]), askedAt: 0 });
  const end = clock.now() + 3600_000;
  const ends = { freshUntil: end, staleUntil: end, errorUntil: end };
  const ask = (text: string, madeOf: MadeOfOffers, isWhole: boolean): Promise<string> =>
    withNotes(Number.POSITIVE_INFINITY, null, async (cause) => {
      const { page, outcome } = await pages.get('g1 page', cause, async () => {
        notes()?.lifetime.include(ends, isWhole, [madeOf]);
        const rendered = { bytes: Buffer.from(text), contentSecurityPolicy: '' };
        return { page: rendered, status: 200, choices: [], key: 'g1 page', isCacheable: true };
      });
      return `${outcome} ${(await page.body('identity')).bytes}`;
    });
  look();
  const old = answer();
  expect(await ask('old', old, true)).toBe('miss old');
  log.commit({ products: [1] });
  look();
  for (const text of ['first', 'second']) expect(await ask(text, answer(), false)).toBe(`miss ${text}`);
  expect(await ask('made of the old answer', old, false)).toBe('stale old');
  // A failed refresh is not repeated for a second.
  expect(await ask('new', answer(), true)).toBe('stale old');
});

it('know which choices a page does not have, until its offers or the catalogue change', async () => {
  const log = new OfferLog();
  const offers = new OfferChanges();
  const look = (): void => offers.adopt(log.changesSince(offers.known));
  const pages = new PageCache({
    maxBytes: 1_000_000,
    clock: new ManualClock(),
    generation: () => 'g1',
    onRefreshFailed: () => {},
    offers,
    onOutdated: () => {},
  });
  look();
  const madeOf = { ...log.version, tags: packTags([{ kind: 'product', id: 1 }]), askedAt: 0 };
  const ends = { freshUntil: Infinity, staleUntil: Infinity, errorUntil: Infinity };
  const { page } = await withNotes(Infinity, null, (cause) =>
    pages.get('g1 page', cause, async () => {
      notes()?.lifetime.include(ends, true, [madeOf]);
      const rendered = { bytes: Buffer.from('page'), contentSecurityPolicy: '' };
      return { page: rendered, status: 200, choices: ['one'], key: 'g1 page', isCacheable: true };
    }),
  );
  const none = (value: string, key = 'g1 page'): boolean => pages.isNoChoice(key, value);
  expect([none('one'), none('two'), none('two', 'g1 other'), pages.isKept(page)]).toEqual([false, true, false, true]);
  log.commit({ products: [2] });
  look();
  expect(none('two')).toBe(true);
  log.commit({ products: [1] });
  look();
  expect([none('two'), pages.isKept(page)]).toEqual([false, true]);
});

describe('caches in front of the shop', () => {
  const withTags = (settings: Record<string, string>, work: (web: Web) => Promise<void>): Promise<void> =>
    during(settings, async (web) => {
      web.double.offers = new OfferLog();
      web.double.tagsOf = tagsOf;
      look(web);
      await work(web);
    });
  const tagHeaders = ['cache-tag', 'surrogate-key', 'x-offers', 'x-offer-tags'];

  it('keep pages with offers for at most a minute, and get no tags by default', () =>
    withTags({ CDN_KEYS_COUNTRY: '1' }, async (web) => {
      for (let i = 0; i < 2; i += 1) {
        const { headers } = await web.request(article);
        expect(headers['cdn-cache-control']).toMatch(/^public, s-maxage=60, stale-while-revalidate=0, /);
        expect(headers['x-accel-expires']).toMatch(/^60$/);
        for (const name of tagHeaders) expect([name, headers[name]]).toEqual([name, undefined]);
      }
      const other = await web.request(information);
      expect(other.headers['cdn-cache-control']).toContain('s-maxage=60, stale-while-revalidate=60,');
    }));

  it.each([
    ['cloudflare', 'cache-tag', ','],
    ['fastly', 'surrogate-key', ' '],
  ])('receive the tags of shared pages for %s', (cdn, header, separator) =>
    withTags({ CDN_KEYS_COUNTRY: '1', CACHE_TAGS: cdn }, async (web) => {
      for (let i = 0; i < 2; i += 1) {
        const { headers } = await web.request(article);
        expect(headers[header]).toBe(['p9001', 'b77'].join(separator));
        for (const name of tagHeaders.filter((each) => each !== header))
          expect([name, headers[name]]).toEqual([name, undefined]);
      }
      for (const path of [information, '/Warenkorb', '/api/Angebote?id=9001'])
        expect([path, (await web.request(path)).headers[header]]).toEqual([path, undefined]);
    }),
  );
});

it('shared caches keep sitemaps with offers for a minute, and changes rebuild the sitemaps', () =>
  during({}, async (web) => {
    const log = new OfferLog();
    web.double.offers = log;
    web.double.tagsOf = (path) => (path === '/api/Verzeichnis/articles' ? 'a0' : '');
    look(web);
    const cacheControl = async (path: string): Promise<unknown> => (await web.request(path)).headers['cache-control'];
    expect(await cacheControl('/sitemap.xml')).toBe('public, max-age=3600, s-maxage=60');
    expect(await cacheControl('/sitemaps/de-DE/articles-1.xml.gz')).toBe('public, max-age=3600, s-maxage=60');
    expect(await cacheControl('/sitemaps/de-DE/brands-1.xml.gz')).toBe('public, max-age=3600');
    const asked = (): number => web.double.calls.filter(({ url }) => url.includes('/articles')).length;
    const before = asked();
    await cacheControl('/sitemaps/de-DE/articles-1.xml.gz');
    expect(asked()).toBe(before);
    log.commit({ assortment: true });
    look(web);
    await cacheControl('/sitemaps/de-DE/articles-1.xml.gz');
    expect(asked()).toBe(before + 1);
  }));
