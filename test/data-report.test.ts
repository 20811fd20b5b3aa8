import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allEditions } from '../server/web/routes/editions.js';
import { query } from './fixtures/marketplace/generation/query.js';
import { type Shop, startShop } from './support/shop.js';

let shop: Shop;
let article: { brand: string; number: string };
beforeAll(async () => {
  shop = await startShop();
  const { spareParts } = await (await fetch(`${shop.origin}/api/-/-/--1523`)).json();
  article = { brand: spareParts[0].manufacturer.seoName, number: spareParts[0].normNumber };
});
afterAll(() => shop?.stop());

const canary = 'Kanarienvogel: Dicke 25 mm, nicht 22 mm';
const pathOf = (edition: (typeof allEditions)[number]) =>
  `${edition.prefix}/${edition.pathNames.partNumbers}/${article.brand}/${article.number}`;
const get = async (path: string) => (await fetch(shop.origin + path)).text();
const send = (path: string, fields: Record<string, string>) =>
  fetch(`${shop.origin}${path}?show=report`, {
    method: 'POST',
    redirect: 'manual',
    headers: { accept: 'text/html', origin: shop.origin },
    body: new URLSearchParams(fields),
  });
const reports = () => query(join(shop.dataDir, 'state.db'), 'select reason, text, locale, article from data_report');

test.each(allEditions)('$locale: an error in the data is reported by a plain form', async (edition) => {
  const path = pathOf(edition);
  expect(await get(path)).toMatch(/<div id="report"><a [^>]*show=report#report"/);
  const form = await get(`${path}?show=report`);
  expect(form).toMatch(/<form [^>]*action="[^"]*show=report#report" method="post">/);
  const before = reports().length;
  for (const fields of [{}, { reason: 'mood', text: canary }, { reason: 'measure', text: 'x' }]) {
    const refused = await send(path, fields as Record<string, string>);
    const html = await refused.text();
    expect([refused.status, html.includes('aria-invalid="true"'), html.includes('role="alert"')]).toEqual([
      400,
      true,
      true,
    ]);
    // The form shows the visitor's text again.
    expect(html.includes(canary)).toBe(fields.text === canary);
  }
  expect(reports()).toHaveLength(before);
});

test('the shop keeps a report, shows its receipt and logs nothing of it; a client may send a few', async () => {
  const [edition] = allEditions;
  if (!edition) throw new Error('no edition');
  const path = pathOf(edition);
  const sent = await send(path, { reason: 'measure', text: canary });
  const html = await sent.text();
  expect([sent.status, sent.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  expect(html).toMatch(/role="status"[^>]*>[^<]*D-[\dA-Z]{4}-[\dA-Z]{4}-[\dA-Z]{4}/);
  expect(reports()).toEqual([
    { reason: 'measure', text: canary, locale: 'de-DE', article: expect.stringMatching(/\S \S/) },
  ]);
  const statuses: number[] = [];
  for (let index = 0; index < 6; index++)
    statuses.push((await send(path, { reason: 'other', text: `${canary} ${index}` })).status);
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  expect(reports()).toHaveLength(5);
  expect(await get(path)).not.toContain('Kanarienvogel');
  expect(JSON.stringify(shop.log) + shop.errors()).not.toContain('Kanarienvogel');
});
