import { afterAll, beforeAll, expect, test } from 'vitest';
import { editions } from '../server/web/routes/editions.js';
import { localPath } from '../server/web/routes/paths.js';
import { type FeedHost, startFeedHost } from './fixtures/marketplace/feeds/feed-host.js';
import { checkedGet } from './support/checked.js';
import { type Shop, startShop } from './support/shop.js';
import { until } from './support/until.js';
import { Visitor } from './support/visitor.js';

/** Lookups in configured registers without script. */
let registers: FeedHost;
let shop: Shop;
let models: string[];
const known = { vin: 'WVWZZZ1KZ6W000001', dutchPlate: 'GB001B', nationalCode: '654321' };
beforeAll(async () => {
  registers = await startFeedHost();
  const at = (place: string) => `${registers.origin}/${place}?key=CANARY`;
  shop = await startShop({ VIN_URL: at('vin/{vin}'), PLATES_NL_URL: at('nl/{plate}'), CODES_AT_URL: at('at/{code}') });
  const first = async (path: string) => (await checkedGet(shop.origin, path)).json();
  const [make] = await first('/api/vehicle/manufacturers?limit=1');
  const [series] = await first(`/api/vehicle/manufacturers/${make.id}/series?limit=1`);
  models = (await first(`/api/vehicle/series/${series.id}/models`)).map(({ id }: { id: string }) => id);
});
afterAll(async () => {
  await shop?.stop();
  await registers?.stop();
});

const pageOf = (locale: keyof typeof editions) => editions[locale].prefix + localPath(editions[locale], 'vehicles', {});
const forms = (html: string) => [...html.matchAll(/<form[^>]*id="register-(\w+)"/g)].map(([, way]) => way);

const shown = async (locale: keyof typeof editions) => forms(await (await fetch(shop.origin + pageOf(locale))).text());
test('each edition has the forms of what is written on its cars and papers', async () => {
  // On a busy machine the first page may lack a section.
  await until('the page is complete', async () => (await shown('de-DE')).length > 0);
  expect(await shown('de-DE')).toEqual(['vin']);
  expect(await shown('fr-FR')).toEqual(['vin']);
  expect(await shown('de-AT')).toEqual(['vin', 'nationalCode']);
  expect(await shown('nl-NL')).toEqual(['vin', 'dutchPlate']);
});

test.each([
  ['de-DE', 'vin', 'wvw-zzz1kz6w000001', 'vin'],
  ['nl-NL', 'dutchPlate', 'gb-001-b', 'nl'],
  ['de-AT', 'nationalCode', '654 321', 'at'],
] as const)(
  '%s: %s leads to its car, several are asked about, and no log repeats it',
  async (locale, way, typed, path) => {
    const visitor = new Visitor(shop.origin);
    const address = `/${path}/${known[way]}`;
    const send = (value: string) => visitor.post(pageOf(locale), { [way]: value, locale }, { origin: shop.origin });
    const answer = (ids: readonly (string | undefined)[]) => {
      registers.answers[address] = (response) => response.end(JSON.stringify({ models: ids }));
    };
    answer([models[0]]);
    const one = await send(typed);
    expect([one.status, one.location]).toEqual([303, expect.stringContaining(`3-${models[0]}-`)]);
    expect(registers.asked.at(-1)?.url).toBe(`${address}?key=CANARY`);
    answer(models.slice(0, 2));
    const several = await send(typed);
    expect([several.status, several.text.includes(`modelId=${models[1]}`)]).toEqual([200, true]);
    answer([]);
    const unknown = await send(typed);
    expect(unknown.status).toBe(404);
    expect(unknown.text).toMatch(
      new RegExp(`<input(?=[^>]*name="${way}")(?=[^>]*aria-invalid="true")[^>]*value="${known[way]}"`),
    );
    registers.answers[address] = (response) => response.writeHead(500).end();
    expect((await send(typed)).status).toBe(503);
    const before = registers.asked.length;
    expect([(await send('?')).status, registers.asked.length]).toEqual([400, before]);
    expect(JSON.stringify(shop.log) + shop.errors()).not.toMatch(new RegExp(`${known[way]}|CANARY`, 'i'));
  },
);

test('what an edition has no form for is not asked, and neither is anything from outside', async () => {
  const visitor = new Visitor(shop.origin);
  const before = registers.asked.length;
  const sent = await visitor.post(pageOf('de-DE'), { dutchPlate: 'GB001B' }, { origin: shop.origin });
  expect(sent.status).toBe(405);
  expect((await visitor.call(`/api/vehicle/vin/${known.vin}`)).status).toBe(404);
  expect(registers.asked).toHaveLength(before);
  expect(JSON.stringify(shop.log)).not.toContain(known.vin);
});
