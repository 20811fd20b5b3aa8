import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb, type Web } from '../../../test/doubles/web.js';
import { countries } from '../../contract/countries.js';
import { editions } from '../routes/editions.js';

let web: Web;
beforeAll(async () => {
  web = await startWeb({ EDITION_HOSTS: 'www.example.fr=fr-FR' });
  await web.renew();
});
afterAll(() => web.stop());

test('a part of a page is the same for everybody, and no search result', async () => {
  const path = '/fragments/de-DE/countries.html';
  const { status, headers, text } = await web.request(path, { headers: { cookie: 'country=AT; partavo=x' } });
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(headers['cache-control']).toBe('public, max-age=600, stale-while-revalidate=86400');
  expect(headers['x-robots-tag']).toBe('noindex');
  expect((await web.request(path)).text).toBe(text);
  const again = await web.request(path, { headers: { 'if-none-match': String(headers.etag) } });
  expect([again.status, again.text]).toEqual([304, '']);
  expect((await web.request(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
});

test('the choice of delivery countries has each country once: the own, those nearby, all others', async () => {
  const { text } = await web.request('/fragments/de-DE/countries.html');
  const lists = [...text.matchAll(/<ul>(.*?)<\/ul>/gs)].map(([, list = '']) =>
    [...list.matchAll(/<use href="[^"#]*#(\w+)"/g)].map(([, code = '']) => code),
  );
  const near = ['DE', 'BE', 'DK', 'FR', 'IT', 'LU', 'NL', 'AT', 'PL', 'CH', 'ES', 'CZ'];
  expect(lists[0]).toEqual(near);
  expect(lists[1]?.toSorted()).toEqual(countries.filter((code) => !near.includes(code)).toSorted());
});

test('an edition has parts under its one name and on its own host', async () => {
  const french = '/fragments/fr-FR/menu.html';
  expect((await web.request(french, { headers: { host: 'www.example.fr' } })).status).toBe(200);
  for (const path of [french, '/fragments/de-de/menu.html', '/fragments/xx-XX/menu.html', '/fragments/de-DE/nix.html'])
    expect([path, (await web.request(path)).status]).toEqual([path, 404]);
  expect((await web.request('/fragments/de-DE/menu.html?open=99')).status).toBe(404);
  expect((await web.post('/fragments/de-DE/menu.html', '')).status).toBe(404);
});

test('texts of an island are kept for ever under their own name, and not under that of an older build', async () => {
  const texts = web.services.islandTexts('search-box', editions['de-DE']);
  if (!texts) throw new Error('the island has no texts');
  const now = await web.request(texts.address);
  expect([now.status, now.text, now.headers['cache-control']]).toEqual([
    200,
    texts.json,
    'public, max-age=31536000, immutable',
  ]);
  const older = await web.request(texts.address.replace(/[\w-]{8}\.json$/, 'AAAAAAAA.json'));
  expect([older.status, older.text, older.headers['cache-control']]).toEqual([200, texts.json, 'no-cache']);
  for (const { headers } of [now, older]) expect(headers['x-robots-tag']).toBe('noindex');
});
