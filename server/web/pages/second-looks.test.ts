import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWeb, type Web } from '../../../test/doubles/web.js';
import { editions } from '../routes/editions.js';
import { localPath } from '../routes/paths.js';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
beforeEach(() => web.renew());
afterAll(() => web.stop());

const article = '/Teilenummernsuche/Kelvo/K12033';
const noindex = 'name="robots" content="noindex"';

test('search engines keep an article while a shop sells it, or while its offers cannot be read', async () => {
  const isHidden = async (cookie = '') => (await web.request(article, { headers: { cookie } })).text.includes(noindex);
  expect([await isHidden(), await isHidden('country=IS')]).toEqual([false, true]);
  web.forget();
  web.double.breakOn(/Angebote/);
  expect(await isHidden()).toBe(false);
});

test('an incomplete report of an error is shown again in its form, with what it says', async () => {
  const { status, text } = await web.post(article, 'reason=measure&text=280');
  expect([status, text.includes('name="reason"'), text.includes('>280<')]).toEqual([400, true, true]);
  expect((await web.request(article)).text).not.toContain('name="reason"');
});

test('a cart that cannot be read is an error, and its visitor may try again', async () => {
  const cookie = web.cookies(await web.post('/api/Warenkorb/Hinzufuegen/5001', 'quantity=3&locale=de-DE'));
  expect((await web.request('/Warenkorb', { headers: { cookie } })).status).toBe(200);
  web.double.breakOn(/Warenkorb/);
  const { status, headers } = await web.request('/Warenkorb', { headers: { cookie } });
  expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '5', 'private, no-store']);
});

test('five parts to compare are cut to four, which the page says', async () => {
  const compared = async (...ids: string[]) => {
    web.forget();
    web.double.calls.length = 0;
    const { text } = await web.request(localPath(editions['de-DE'], 'compare', { ids }));
    const call = web.double.calls.find(({ url }) => url.startsWith('/api/Vergleich'))?.url ?? '/';
    return [new URL(call, 'http://double').searchParams.get('ids'), text.includes('die ersten vier Teile')];
  };
  expect(await compared('9001', '2', '3', '4')).toEqual(['9001,2,3,4', false]);
  expect(await compared('9001', '2', '3', '4', '5')).toEqual(['9001,2,3,4', true]);
});

test('a page with one series offers its models at once', async () => {
  await web.request('/Ersatzteile/VW-Golf-VII/2-55-');
  expect(web.double.calls.map(({ url }) => url.split('?')[0])).toContain('/api/vehicle/series/700/models');
});
