import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWeb, type Web, type WebResponse } from '../../../test/doubles/web.js';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
beforeEach(() => web.renew());
afterAll(() => web.stop());

const ask = async (path: string, headers: Record<string, string> = {}): Promise<WebResponse> =>
  web.request(path, { headers: await web.checked(path, headers) });
/** Returns the path and the query of the only call that the marketplace gets for a request. */
async function callFor(path: string, headers: Record<string, string> = {}): Promise<[string, Record<string, string>]> {
  web.forget();
  web.double.calls.length = 0;
  expect((await ask(path, headers)).status).toBe(200);
  const calls = web.double.calls.filter(({ url }) => !url.startsWith('/api/session'));
  expect(calls).toHaveLength(1);
  const { pathname, searchParams } = new URL(calls[0]?.url ?? '', 'http://double');
  return [pathname, Object.fromEntries(searchParams)];
}
const unreadable = '%25%25';

test('the tag of an answer depends on its body, and a browser that has it gets no second copy', async () => {
  const [makes, make] = ['/api/vehicle/manufacturers', '/api/vehicle/manufacturers/10'];
  const tagOf = async (path: string, tag = '') => {
    const { status, headers } = await ask(path, { 'if-none-match': tag });
    return [status, String(headers.etag)] as const;
  };
  const [, tag] = await tagOf(makes);
  expect(await tagOf(makes)).toEqual([200, tag]);
  expect(await tagOf(make)).toEqual([200, expect.not.stringMatching(`^${tag}$`)]);
  expect([(await tagOf(makes, tag))[0], (await tagOf(make, tag))[0]]).toEqual([304, 200]);
});

test('browsers check an answer of the catalogue each time, keep a drawing, and store no answer about a plate', async () => {
  const { headers: make } = await ask('/api/vehicle/manufacturers/10');
  expect(make).toMatchObject({
    'content-type': expect.stringContaining('application/json'),
    'cache-control': 'private, max-age=0, must-revalidate',
    'x-catalogue-generation': 'g1',
    'cross-origin-resource-policy': 'same-origin',
    'server-timing': expect.stringMatching(/cache;desc=miss/),
  });
  const { headers: drawing } = await ask('/api/Bilder/disc.svg?a=diameter:288');
  expect(drawing).toMatchObject({
    'content-type': expect.stringContaining('image/svg+xml'),
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect(drawing).not.toHaveProperty('x-catalogue-generation');
  const { headers: car, body } = await ask('/api/vehicle/license/fr/AA-123-ZZ?locale=fr-FR');
  expect(body).toHaveLength(2);
  expect(car).toMatchObject({ 'cache-control': 'private, no-store', 'content-type': expect.stringContaining('json') });
  expect([car.etag, car['x-catalogue-generation']]).toEqual([undefined, undefined]);
});

test('reads take GET and HEAD alone, and unknown paths are not found', async () => {
  const path = '/api/vehicle/manufacturers/10';
  const refused = await web.request(path, { method: 'DELETE' });
  expect([refused.status, refused.body.code, refused.headers.allow]).toEqual([405, 'method', 'GET, HEAD']);
  expect((await web.request(path, { method: 'HEAD' })).status).toBe(200);
  // Calls for pages alone, pages without data, addresses that the pages redirect, and lists without a category.
  for (const other of ['/api/Marken', '/api/Warenkorb/x', '/api/nichts', '/api/Ersatzteile/Alle-Fahrzeuge/--', '/api/'])
    expect([other, (await ask(other)).body]).toEqual([
      other,
      expect.objectContaining({ status: 404, code: 'not_found' }),
    ]);
});

test('the first of duplicate parameters counts, and the edition’s country for an unknown one', async () => {
  const [path, query] = await callFor('/api/Angebote?sparePartId=9001&sparePartId=2&quantity=3&country=US&x=1');
  expect([path, query]).toEqual([
    '/api/Angebote',
    { locale: 'de-DE', country: 'DE', sparePartId: '9001', quantity: '3' },
  ]);
});

test('a list has the choices of its address, in the edition and country of the call', async () => {
  const page = '/Bremsscheiben/Alle-Fahrzeuge/--1523';
  const none = { page: '1', sort: 'popularity' };
  expect(await callFor(`/api${page}`)).toEqual(['/api/x/x/--1523', { locale: 'de-DE', country: 'DE', ...none }]);
  const choice = 'page=2&sort=price&modelId=m7&kbaTypeId=4711&hsntsn=0603BGU';
  expect((await callFor(`/api${page}?${choice}&country=FR`))[1]).toEqual({
    locale: 'de-DE',
    country: 'FR',
    ...Object.fromEntries(new URLSearchParams(choice)),
  });
  expect((await callFor(`/api${page}?modelId=m-7&country=US&page=&kbaTypeId=x`))[1]).toEqual({
    locale: 'de-DE',
    country: 'DE',
    ...none,
  });
  // The edition of the path, else that of the call; the country that the visitor chose, else the edition's.
  const austrian = { locale: 'de-AT', country: 'AT', ...none };
  expect((await callFor(`/api/de-AT${page}`))[1]).toEqual(austrian);
  expect((await callFor(`/api${page}?locale=de-AT`))[1]).toEqual(austrian);
  expect((await callFor(`/api${page}`, { cookie: 'country=NL' }))[1]).toMatchObject({ country: 'NL' });
});

test('an article has its vehicle and no other choice of the address', async () => {
  expect(await callFor('/api/Teilenummernsuche/Kelvo/K12033?modelId=m7&quantity=2')).toEqual([
    '/api/Teilenummernsuche/Kelvo/K12033',
    { locale: 'de-DE', country: 'DE', modelId: 'm7' },
  ]);
  // A German path in the words of the call's edition.
  const french = '/api/Teilenummernsuche/Kelvo/K12033?locale=fr-FR';
  expect((await callFor(french))[1]).toEqual({ locale: 'fr-FR', country: 'FR' });
});

test('filters reach the marketplace in one spelling, and unreadable ones are named as ignored', async () => {
  const encoded = (filters: object) => Buffer.from(JSON.stringify(filters)).toString('base64url');
  const page = '/api/Bremsscheiben/Alle-Fahrzeuge/--1523';
  const [, { f }] = await callFor(`${page}?f=${encoded([{ key: 'brand', values: ['30', '4'] }])}`);
  expect(f).toBe(encoded([{ key: 'brand', values: ['30', '4'] }]));
  web.double.calls.length = 0;
  const turned = encoded([{ key: 'brand', values: ['4', '30'] }]);
  expect((await ask(`${page}?f=${turned}`)).body).not.toHaveProperty('ignored');
  // The same choice in another spelling is cached already.
  expect(web.double.calls).toEqual([]);
  const { status, body } = await ask(`${page}?f=${unreadable}`);
  expect([status, body.ignored, body.resultCount]).toEqual([200, ['f'], 21]);
  // Answers without filters are as the marketplace sends them.
  expect((await ask(`/api/vehicle/manufacturers/10?f=${unreadable}`)).body).not.toHaveProperty('ignored');
});
