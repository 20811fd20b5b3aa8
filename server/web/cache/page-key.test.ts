import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { startWeb, type Web, type WebResponse } from '../../../test/doubles/web.js';
import { article, during, know, listing, outcomeOf } from '../../../test/fixtures/web/cache/page-cache.js';
import { encodeFilters } from '../../contract/filter-code.js';
import { type PageKeyParts, pageKey } from './page-key.js';

test('requests that differ in one part have different keys', () => {
  const parts: PageKeyParts = {
    host: 'www.example.de',
    environment: 'live',
    locale: 'de-DE',
    prefix: '',
    path: '/Shop/a',
    country: 'DE',
    query: new URLSearchParams({ page: '2' }),
    isDemonstration: false,
    build: 'b1',
    generation: 'g1',
  };
  const others: { [K in keyof PageKeyParts]: PageKeyParts[K] } = {
    host: 'www.example.at',
    environment: 'staging',
    locale: 'de-AT',
    prefix: '/de-AT',
    path: '/Shop/b',
    country: 'AT',
    query: new URLSearchParams({ page: '3' }),
    isDemonstration: true,
    build: 'b2',
    generation: null,
  };
  const keys = Object.entries(others).map(([name, other]) => pageKey({ ...parts, [name]: other }));
  expect(new Set([pageKey(parts), ...keys]).size).toBe(keys.length + 1);
  expect(pageKey({ ...parts, query: new URLSearchParams({ page: '2' }) })).toBe(pageKey(parts));
  expect(pageKey(parts)).toMatch(/^g1 /);
});

describe('the parts of a shared page', () => {
  let web: Web;
  beforeAll(async () => {
    web = await startWeb({ MARKETPLACE_SECONDS: '20' });
  });
  beforeEach(async () => {
    await web.renew();
    await know(web);
  });
  afterAll(() => web.stop());
  const outcome = async (path: string): Promise<string> => outcomeOf(await web.request(path));

  it('contain no parameter that the page does not read', async () => {
    const plain = await web.request(article);
    const calls = web.double.calls.length;
    for (const query of ['?utm_source=a', '?modelId=', '?gclid=1&utm_medium=b', '?locale=fr-FR&country=FR']) {
      const response = await web.request(article + query);
      expect([query, outcomeOf(response), response.text === plain.text]).toEqual([query, 'hit', true]);
    }
    expect(web.double.calls.length).toBe(calls);
    expect(await outcome(`${article}?modelId=m7&utm_source=a`)).toBe('miss');
    expect(await outcome(`${article}?utm_source=b&modelId=m7&modelId=x`)).toBe('hit');
    // No model has this id, so the answer is the page itself.
    expect(await outcome(`${article}?modelId=!`)).toBe('hit');
  });

  it('give one page for all unknown offers, and one for each known offer', async () => {
    const gone = await web.request(`${article}?articleId=99999`);
    const plain = await web.request(article);
    expect([outcomeOf(gone), outcomeOf(plain), gone.text === plain.text]).toEqual(['miss', 'hit', true]);
    for (const query of ['?articleId=99999', '?articleId=88888', '?articleId=!&utm_source=a']) {
      const response = await web.request(article + query);
      expect([query, outcomeOf(response), response.text === plain.text]).toEqual([query, 'hit', true]);
    }
    const chosen = await web.request(`${article}?articleId=5001`);
    expect([outcomeOf(chosen), chosen.text === plain.text]).toEqual(['miss', false]);
    expect(await outcome(`${article}?articleId=5001`)).toBe('hit');
    expect(await outcome(`${article}?modelId=m7&articleId=99999`)).toBe('miss');
    expect(await outcome(`${article}?modelId=m7`)).toBe('hit');
    expect(await outcome(article)).toBe('hit');
  });

  it('give one page for all spellings of a listing', async () => {
    const plain = await web.request(listing);
    const calls = web.double.calls.length;
    for (const query of [
      '?page=1',
      '?sort=popularity',
      '?sort=none',
      '?f=!',
      `?f=${encodeFilters([])}`,
      '?kbaTypeId=x',
    ]) {
      const response = await web.request(listing + query);
      expect([query, response.status, outcomeOf(response), response.text === plain.text]).toEqual([
        query,
        200,
        'hit',
        true,
      ]);
    }
    expect(web.double.calls.length).toBe(calls);
    const filters = [
      { key: 'brand', values: ['30'] },
      { key: 'axle', values: ['b', 'a'] },
    ];
    const spelt = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    expect(await outcome(`${listing}?sort=price&f=${encodeFilters(filters)}`)).toBe('miss');
    for (const query of [`f=${spelt(filters)}&sort=price`, `page=1&sort=price&f=${spelt(filters.toReversed())}`])
      expect([query, await outcome(`${listing}?${query}`)]).toEqual([query, 'hit']);
  });

  it('never name a page after an unknown thing', async () => {
    const path = `${article}?modelId=nosuch`;
    expect([await outcome(path), await outcome(path)]).toEqual(['miss', 'miss']);
    expect(await outcome(article)).toBe('miss');
  });

  it('give no page for an invalid number', async () => {
    for (const page of ['0', '01', 'x', '-1']) {
      const response = await web.request(`${listing}?page=${page}`);
      expect([page, response.status]).toEqual([page, 404]);
    }
  });

  it('redirect each visitor with their own parameters', async () => {
    const wrong = '/Falsch/Alle-Fahrzeuge/--1523';
    const [one, two] = await Promise.all([
      web.request(`${wrong}?utm_source=one`),
      web.request(`${wrong}?utm_source=two`),
    ]);
    expect([one.status, one.headers.location]).toEqual([301, `${listing}?utm_source=one`]);
    expect([two.status, two.headers.location]).toEqual([301, `${listing}?utm_source=two`]);
    const [three, four] = await Promise.all([web.request(`${wrong}/`), web.request(wrong)]);
    expect([three.headers.location, four.headers.location]).toEqual([listing, listing]);
  });

  it('distinguish countries, editions and hosts, and nothing else about a visitor', async () => {
    const german = await web.request(article);
    const country = await web.request(article, { headers: { cookie: 'country=AT' } });
    expect([outcomeOf(country), country.text.includes('data-country="AT"')]).toEqual(['miss', true]);
    const austrian = await web.request(`/de-AT${article}`);
    expect([outcomeOf(austrian), austrian.text.includes('lang="de-AT"')]).toEqual(['miss', true]);
    const staging = await web.request(article, { headers: { host: 'staging.example.de' } });
    expect([outcomeOf(staging), staging.text === german.text]).toEqual(['miss', false]);
    const visitors: Record<string, string>[] = [
      { cookie: 'partavo=secret; cartCount=9; locale=fr-FR; country=XX' },
      { referer: `http://127.0.0.1:${web.port}/Warenkorb` },
      { authorization: 'Basic eDp5', 'accept-language': 'fr', 'user-agent': 'x' },
      { 'x-forwarded-host': 'evil.example', 'x-locale': 'fr-FR' },
      { host: `127.0.0.1:${web.port}`, 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of visitors) {
      const response = await web.request(article, { headers });
      expect([headers, outcomeOf(response), response.text === german.text]).toEqual([headers, 'hit', true]);
      expect(response.headers['set-cookie']).toBeUndefined();
    }
    const hosts = await web.request(article, { headers: { host: 'www.one.example' } });
    const other = await web.request(article, { headers: { host: 'www.two.example' } });
    expect([outcomeOf(hosts), outcomeOf(other), other.text === hosts.text]).toEqual(['miss', 'hit', true]);
    expect(hosts.text).not.toContain('one.example');
  });

  it('distinguish mapped hosts', () =>
    during({ EDITION_HOSTS: 'www.example.fr=fr-FR,www.example.de=de-DE' }, async (web) => {
      const of = async (host: string): Promise<WebResponse> => web.request('/', { headers: { host } });
      const french = await of('www.example.fr');
      const german = await of('www.example.de');
      expect([outcomeOf(french), french.text.includes('lang="fr-FR"')]).toEqual(['miss', true]);
      expect([outcomeOf(german), german.text.includes('lang="de-DE"')]).toEqual(['miss', true]);
      expect(outcomeOf(await of('www.example.fr:8443'))).toBe('hit');
      expect(outcomeOf(await of('WWW.example.de'))).toBe('hit');
    }));
});
