import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type JsonServer, startJsonServer } from '../../../test/doubles/json-server.js';
import { startWeb, type Web } from '../../../test/doubles/web.js';
import { outcomeOf } from '../../../test/fixtures/web/cache/page-cache.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { readEnv } from '../../env.js';
import { createLog, withNotes } from '../http/log.js';
import { createReputation } from './reputation.js';
import { shownReviews } from './trusted-shops.js';

const review = (comment: string) => ({ comment, mark: 5, creationDate: null, author: '', isVerified: false });
const base = '/rest/public/v2/shops/X123';
const [markAddress, reviewsAddress] = [`${base}/quality/reviews.json`, `${base}/reviews.json`];
/** Values of the API by response. */
const output = { code: 200, status: 'SUCCESS', message: 'SUCCESS' };
const shop = { tsId: 'X123', url: 'www.example.de', name: 'example', languageISO2: 'de', targetMarketISO3: 'DEU' };
const quality = {
  response: {
    ...output,
    data: {
      shop: {
        ...shop,
        qualityIndicators: {
          reviewIndicator: {
            overallMark: '4.31',
            overallMarkDescription: 'GOOD',
            totalReviewCount: '512',
            activeReviewCount: '120',
          },
        },
      },
    },
  },
};
const comments = ['Eins', '', 'Zwei', null, 'Drei', '  ', 'Vier', 'Fünf'];
/** Dates of a review. */
const dates = ['creationDate', 'creationDate', 'confirmationDate', 'creationDate', 'changeDate'];
const written = {
  response: {
    ...output,
    data: {
      shop: {
        ...shop,
        reviews: comments.map((comment, index) => ({
          UID: `u${index}`,
          comment,
          mark: '5.00',
          markDescription: 'EXCELLENT',
          [dates[index] ?? 'creationDate']: `2026-09-0${index + 1}T10:00:00+02:00`,
        })),
      },
    },
  },
};
const read = async (web: Web, path: string) => (await web.request(path)).body;
const rate = (html: string): string => /<p class="rating".*?<\/p>/s.exec(html)?.[0].replace(/<[^>]+>/g, '') ?? '';

test('only reviews with a non-empty comment are shown, at most 4', () => {
  expect(shownReviews(['a', '', ' \n', 'b', 'c', 'd', 'e'].map(review)).map(({ comment }) => comment)).toEqual([
    'a',
    'b',
    'c',
    'd',
  ]);
  expect(shownReviews([])).toEqual([]);
});

test.each([
  [1, { value: 4.5, count: 1, source: 'own' }],
  [0, null],
])('a mark of %d reviews', async (totalReviewCount, expected) => {
  const shop = { name: 'A', qualityIndicators: { reviewIndicator: { overallMark: 4.5, totalReviewCount } } };
  const answering = (answer: object) => ({ call: async () => answer }) as never;
  const own = createReputation(readEnv({}), createLog('silent'), new ManualClock());
  expect(await own.rating(answering({ shop }))).toEqual(expected);
  expect(await own.rating(answering({ shop: null }))).toBeNull();
  const hidden = createReputation(readEnv({}), createLog('silent'), new ManualClock(), false);
  expect([await hidden.rating(answering({ shop })), await hidden.reviews(answering({ shop }))]).toEqual([null, []]);
});

describe("without an account at Trusted Shops the marketplace's own", () => {
  let web: Web;
  beforeAll(async () => {
    web = await startWeb();
  });
  beforeEach(() => web.renew());
  afterAll(() => web.stop());

  test('rating and reviews are answered', async () => {
    const { shop } = await read(web, '/api/TrustedShops/Rating');
    expect(shop).toEqual({
      name: 'Partavo',
      qualityIndicators: { reviewIndicator: { overallMark: 4.5, totalReviewCount: 30 } },
    });
    for (const what of ['Rating', 'Reviews'])
      expect((await web.request(`/api/TrustedShops/${what}`)).headers['cache-control']).toBe('private, max-age=600');
    const { shop: reviewed } = await read(web, '/api/TrustedShops/Reviews');
    expect(reviewed.reviews.map(({ comment }: { comment: string }) => comment)).toEqual([
      'Schnell da.',
      'Passt.',
      'Gut verpackt.',
      'Gerne wieder.',
    ]);
  });

  test('the header has the rating and the home page the reviews, both marked as examples', async () => {
    const { text: body } = await web.request('/');
    expect(rate(body)).toMatch(/Bewertung von Partavo.*4,50 aus 30 Bewertungen · erfunden/);
    expect(body.match(/<blockquote>/g)).toHaveLength(4);
    expect(body).toContain('Diese Bewertungen sind frei erfunden');
    web.isDemonstration = false;
    const real = (await web.request('/')).text;
    web.isDemonstration = true;
    expect(rate(real)).not.toContain('erfunden');
    expect(real).toContain('Wir prüfen nicht selbst, ob die Verfasser die Ware gekauft haben');
    expect(real).not.toContain('aggregateRating');
  });

  test('a failed rating is null and failed reviews are an empty list, not cached, with one log line each', async () => {
    web.double.breakOn(/TrustedShops/);
    for (const [path, empty] of [
      ['/api/TrustedShops/Rating', { shop: null }],
      ['/api/TrustedShops/Reviews', { shop: { reviews: [] } }],
    ] as const) {
      const response = await web.request(path);
      expect([response.status, response.body]).toEqual([200, empty]);
      expect(response.headers['cache-control']).toBe('private, no-store');
    }
    const lines = web.lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'remote_data_failed');
    expect(lines.map(({ what }) => what)).toEqual(['rating', 'reviews']);
  });

  test('the default rating 4.82 of 11542 is shown as a placeholder and never in structured data', async () => {
    web.double.breakOn(/TrustedShops/);
    const { text: body, status } = await web.request('/');
    expect(status).toBe(200);
    expect(rate(body)).toMatch(/4,82 aus 11\.542 Bewertungen · nur ein Beispiel/);
    expect(body).not.toContain('<blockquote>');
    for (const [, data] of body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs))
      expect(data).not.toMatch(/4\.82|11542|rating/i);
    // A failed load is not cached: a second later visitors see the rating.
    web.double.breakOn(null);
    await web.clock.advance(1000);
    expect(rate((await web.request('/')).text)).toContain('4,5');
  });
});

describe('with an account at Trusted Shops', () => {
  let api: JsonServer;
  let web: Web;
  beforeEach(async () => {
    api = await startJsonServer({ [markAddress]: quality, [reviewsAddress]: written });
  });
  afterEach(async () => {
    await web.stop();
    await api.stop();
  });
  const open = async (): Promise<void> => {
    web = await startWeb({ TRUSTED_SHOPS_ID: 'X123', TRUSTED_SHOPS_API: api.origin });
    await web.services.reputation.begun;
    await web.renew();
  };

  test('rating and reviews are loaded once at the start and shown to everybody', async () => {
    await open();
    const { text: body } = await web.request('/');
    expect(rate(body)).toMatch(/4,31.*aus 512 Bewertungen · Trusted Shops/);
    expect([...body.matchAll(/<blockquote>(.*?)</g)].map(([, text]) => text)).toEqual(['Eins', 'Zwei', 'Drei', 'Vier']);
    expect(body).toContain('Gesammelt von Trusted Shops');
    const { reviews } = (await read(web, '/api/TrustedShops/Reviews')).shop;
    expect(reviews.map(({ creationDate }: { creationDate: string }) => creationDate.slice(0, 10))).toEqual([
      '2026-09-01',
      '2026-09-03',
      '2026-09-05',
      '2026-09-07',
    ]);
    expect((await read(web, '/api/TrustedShops/Rating')).shop.qualityIndicators.reviewIndicator.totalReviewCount).toBe(
      512,
    );
    await Promise.all(['/', '/Warenkorb', '/Ersatzteile/Alle-Fahrzeuge/--'].map((path) => web.request(path)));
    expect(api.asked.sort()).toEqual([markAddress, reviewsAddress]);
    expect(web.double.calls.filter(({ url }) => url.includes('TrustedShops'))).toEqual([]);
    // A page with reviews is shown while it is made again.
    await web.clock.advance(60_000);
    expect(outcomeOf(await web.request('/'))).toBe('stale');
  });

  test('the reviews of a year are read, although they exceed the usual limit of a response', async () => {
    const { shop: one } = written.response.data;
    const [first] = one.reviews;
    const many = Array.from({ length: 4000 }, () => ({ ...first, comment: 'Schnell da. '.repeat(60) }));
    api.responses[reviewsAddress] = { response: { ...output, data: { shop: { ...one, reviews: many } } } };
    await open();
    expect((await web.request('/')).text.match(/<blockquote>/g)).toHaveLength(4);
  });

  test.each(['failing', 'rubbish', 'slow'] as const)(
    '%s: a placeholder, no reviews, and no page waits',
    async (state) => {
      api.state = state;
      web = await startWeb({ TRUSTED_SHOPS_ID: 'X123', TRUSTED_SHOPS_API: api.origin });
      if (state !== 'slow') {
        await web.services.reputation.begun;
        expect(web.lines.filter((line) => line.includes('"remote_data_failed"'))).toHaveLength(2);
        expect(web.lines.join('')).not.toMatch(/CANARY|X123/);
      }
      await web.renew();
      const { text: body } = await web.request('/');
      expect(rate(body)).toContain('Beispiel');
      expect(body).not.toContain('<blockquote>');
      for (const [path, empty] of [
        ['/api/TrustedShops/Rating', { shop: null }],
        ['/api/TrustedShops/Reviews', { shop: { reviews: [] } }],
      ] as const) {
        const response = await web.request(path);
        expect(response.body).toEqual(empty);
        expect(response.headers['cache-control']).toBe('private, no-store');
      }
    },
  );
});

test('a page waits half a minute for a first rating, and ten minutes for a newer one', async () => {
  const api = await startJsonServer({ [markAddress]: quality, [reviewsAddress]: written });
  const clock = new ManualClock();
  const env = readEnv({ TRUSTED_SHOPS_ID: 'X123', TRUSTED_SHOPS_API: api.origin });
  const reputation = createReputation(env, createLog('silent', { write: () => {} }), clock);
  const never = Number.POSITIVE_INFINITY;
  const kept = () =>
    withNotes(never, null, async ({ lifetime }) => {
      await reputation.rating(null as never);
      const ends = lifetime.within({ freshUntil: never, staleUntil: never, errorUntil: never });
      return [ends.freshUntil, ends.staleUntil].map((end) => (end - clock.now()) / 1000);
    });
  try {
    expect(await kept()).toEqual([30, 630]);
    await reputation.begun;
    expect(await kept()).toEqual([600, 1200]);
  } finally {
    reputation.stop();
    await api.stop();
  }
});
