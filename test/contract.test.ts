import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type OperationId, operations } from '../server/api/contract.js';
import { freshDataDir, root } from './support/catalogue.js';
import { checkHeaders } from './support/checked.js';
import { type Shop, startShop } from './support/shop.js';

/** The same calls (specification 7) to the embedded marketplace started alone, and through the web tier before it. */
let marketplace: ChildProcess;
const origins: Record<'alone' | 'web', string> = { alone: '', web: '' };
let shop: Shop;
let known: Record<string, string>;
const trust = 'a word for shop and marketplace';
beforeAll(async () => {
  const env = { PATH: process.env.PATH, DATA_DIR: freshDataDir(), MARKETPLACE_PORT: '0', MARKETPLACE_TRUST: trust };
  marketplace = spawn(process.execPath, [`${root}/dist/marketplace.js`], { cwd: root, env });
  for await (const line of createInterface({ input: marketplace.stderr as NodeJS.ReadableStream })) {
    const { event, port } = JSON.parse(line);
    if (event !== 'marketplace_listening') continue;
    origins.alone = `http://127.0.0.1:${port}`;
    break;
  }
  marketplace.stderr?.resume();
  shop = await startShop({ MARKETPLACE_URL: origins.alone, MARKETPLACE_TRUST: trust });
  origins.web = shop.origin;
  const get = async (path: string) => (await fetch(origins.alone + path)).json();
  const listing = await get('/api/x/y/--1523');
  const part = listing.spareParts[0];
  const [fitting] = await get(`/api/Artikel/${part.id}/Fahrzeuge`);
  const model = (await get(`/api/vehicle/models/${fitting.models[0].id}`)).model;
  known = {
    part: part.id,
    offer: part.offerId,
    brand: part.manufacturer.seoName,
    number: part.normNumber,
    manufacturer: fitting.manufacturer.id,
    series: fitting.series.id,
    page: fitting.series.seriesPageId,
    model: model.id,
    keys: model.kbas[0] ? `${model.kbas[0].hsn}${model.kbas[0].tsn}` : '0603BGU',
  };
}, 120_000);
afterAll(async () => {
  await shop?.stop();
  marketplace?.kill();
});

/** Reads of section 7; `{name}` is something that the catalogue has. */
const reads: readonly [id: OperationId, path: string, status?: number][] = [
  ['listing', '/api/x/y/--1523?sort=price&page=2'],
  ['listing', '/api/x/y/3-{model}-1523'],
  ['listing', '/api/x/y/--1523?hsntsn={keys}'],
  ['listing', '/api/x/y/--1523?page=9999', 404],
  ['article', '/api/Teilenummernsuche/{brand}/{number}?modelId={model}'],
  ['navigation', '/api/navigation?type=3&id={model}'],
  ['recommendation', '/api/recommendation/spare-part/{part}?modelId={model}'],
  ['recommendation', '/api/recommendation/spare-part/999999999999', 404],
  ['offers', '/api/Angebote?sparePartId={part}&categoryId=1523&modelId={model}'],
  ['offers', '/api/Angebote?sparePartId={part}&deliveryCountry=AT&vehicleModelId={model}'],
  ['offers', '/api/Angebote?sparePartId=x', 400],
  ['fittingVehicles', '/api/Artikel/{part}/Fahrzeuge?modelId={model}'],
  ['oeNumbers', '/api/Artikel/{part}/Originalteile?modelId={model}'],
  ['seriesPage', '/api/vehicle/series-pages/{page}'],
  ['model', '/api/vehicle/models/{model}'],
  ['model', '/api/vehicle/models/nix', 404],
  ['manufacturers', '/api/vehicle/manufacturers?limit=10&exclude={manufacturer}&categoryId=1523'],
  ['manufacturers', '/api/vehicle/manufacturers?limit=0', 400],
  ['manufacturerSeries', '/api/vehicle/manufacturers/{manufacturer}/series?limit=5'],
  ['seriesModels', '/api/vehicle/series/{series}/models'],
  ['hsntsn', '/api/vehicle/hsntsn/{keys}'],
  ['license', '/api/vehicle/license/fr/AA-123-ZZ?locale=fr-FR'],
  ['suggestions', '/api/search/suggestions?query=brems&vehicleModelId={model}'],
];

describe.each(['alone', 'web'] as const)('%s', (where) => {
  const filled = (path: string): string => path.replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? '');
  const call = async (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(origins[where] + path, {
      ...init,
      headers: {
        accept: 'application/json',
        ...(where === 'alone' ? { trust } : await checkHeaders(origins.web, path, init.method)),
        ...init.headers,
      },
    });

  test.each(reads)('%s %s', async (id, path, status = 200) => {
    const answer = await call(filled(path));
    const body = await answer.json();
    expect([answer.status, body.code]).toEqual([status, status === 200 ? undefined : expect.any(String)]);
    if (status === 200) expect(operations[id].answer.safeParse(body).error?.issues ?? []).toEqual([]);
    else expect(answer.headers.get('content-type')).toContain('application/problem+json');
  });

  test('every call on the cart', async () => {
    let session: Record<string, string> = {};
    const write = async (id: OperationId, path: string, body: object, status = 200) => {
      const headers = { 'content-type': 'application/json', ...session };
      const answer = await call(path, { method: 'POST', headers, body: JSON.stringify(body) });
      const sid = answer.headers.get('x-session');
      const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('partavo='));
      if (sid) session = { 'x-session': sid };
      if (cookie) session = { cookie: cookie.split(';')[0] as string };
      const json = await answer.json();
      expect([path, answer.status]).toEqual([path, status]);
      if (status === 200) expect(operations[id].answer.safeParse(json).error?.issues ?? []).toEqual([]);
      return json;
    };
    const read = async (id: OperationId, path: string) => {
      const json = await (await call(path, { headers: session })).json();
      expect(operations[id].answer.safeParse(json).error?.issues ?? []).toEqual([]);
      return json;
    };
    await write('cartAdd', `/api/Warenkorb/Hinzufuegen/${known.offer}?modelId=${known.model}`, { quantity: 2 });
    const { cartData } = await read('cart', '/api/Warenkorb');
    const [line] = cartData.cartArticles;
    expect(line).toMatchObject({ offerId: known.offer, quantity: 2, model: { id: known.model } });
    expect(await read('cartCount', '/api/Warenkorb/count')).toEqual({ countArticles: 2 });
    await write('cartChange', `/api/Warenkorb/Aendern/${line.id}`, { quantity: 3 });
    await read('cartOptimise', '/api/Warenkorb/optimize');
    const { offers } = await (await call(`/api/Angebote?sparePartId=${known.part}`)).json();
    const other = offers.find(
      ({ id, stock, condition, totalPrice }: { id: string; stock: number; condition: string; totalPrice: unknown }) =>
        id !== known.offer && stock >= 3 && condition === offers[0].condition && totalPrice !== null,
    );
    await write('cartReplace', `/api/Warenkorb/Ersetzen/${line.id}/${other.id}`, {});
    const [replaced] = (await read('cart', '/api/Warenkorb')).cartData.cartArticles;
    expect(replaced.offerId).toBe(other.id);
    await write('cartAdd', `/api/Warenkorb/Hinzufuegen/${known.offer}`, { quantity: 0 }, 400);
    await write('cartAdd', '/api/Warenkorb/Hinzufuegen/999999999999', { quantity: 1 }, 404);
    await write('cartDelete', `/api/Warenkorb/Loeschen/${replaced.id}`, {});
    await write('cartDelete', `/api/Warenkorb/Loeschen/${replaced.id}`, {}, 404);
    expect(await read('cartCount', '/api/Warenkorb/count')).toEqual({ countArticles: 0 });
  });
});

test('offers are given to nobody without the word that shop and marketplace share', async () => {
  const answer = await fetch(`${origins.alone}/api/Angebote?sparePartId=${known.part}`);
  expect([answer.status, (await answer.json()).code]).toEqual([403, 'trust']);
});
