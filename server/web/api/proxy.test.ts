import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWeb, type Web } from '../../../test/doubles/web.js';
import { encodeFilters } from '../../contract/filter-code.js';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
beforeEach(() => web.renew());
afterAll(() => web.stop());

test('a drawing is cached for ever, may be shown on other sites, and names no catalogue', async () => {
  const { status, headers } = await web.request('/api/Bilder/disc.svg?a=diameter:280');
  expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  expect(headers['x-catalogue-generation']).toBeUndefined();
  expect(headers.etag).toMatch(/^W\/"[\w-]{22}"$/);
});

test("a read of the catalogue is revalidated each time, names its catalogue, and is for the shop's own pages", async () => {
  const path = '/api/vehicle/manufacturers/10/series';
  const { headers } = await web.request(path);
  expect(headers['cache-control']).toBe('private, max-age=0, must-revalidate');
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  expect(headers['x-catalogue-generation']).toBe('g1');
  expect(headers['server-timing']).toContain('cache;desc=miss');
  const again = await web.request(path, { headers: { 'if-none-match': String(headers.etag) } });
  expect([again.status, again.text]).toEqual([304, '']);
});

test('unreadable filters are ignored and named in the list; others are requested in canonical spelling', async () => {
  const listing = '/api/Bremsscheiben/Alle-Fahrzeuge/--1523';
  const asked = () => new URL(web.double.calls.at(-1)?.url ?? '', 'http://double').searchParams.get('f');
  const ignored = await web.request(`${listing}?f=!`);
  expect([ignored.status, ignored.body.ignored, asked()]).toEqual([200, ['f'], null]);
  web.forget();
  const filters = [{ key: 'brand', values: ['30'] }];
  const spelt = Buffer.from(JSON.stringify(filters.map(({ values, key }) => ({ values, key })))).toString('base64url');
  const read = await web.request(`${listing}?f=${spelt}`);
  expect([read.status, read.body.ignored, asked()]).toEqual([200, undefined, encodeFilters(filters)]);
});
