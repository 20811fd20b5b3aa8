import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OperationId, operations } from '../server/contract/operations/operations.js';
import { brief } from './support/brief.js';
import { freshDataDir } from './support/catalogue.js';
import { checkHeaders } from './support/checked.js';
import { files, others, reads, readsForPages } from './support/contract-calls.js';
import { type MarketplaceProcess, startMarketplace } from './support/marketplace-process.js';
import { expectRecorded } from './support/recorded.js';
import { type Shop, startShop } from './support/shop.js';

/** The calls of specification 7, to the embedded marketplace directly, and through the web tier. */
let marketplace: MarketplaceProcess;
const origins: Record<'alone' | 'web', string> = { alone: '', web: '' };
let shop: Shop;
let known: Record<string, string>;
const trust = 'a word for shop and marketplace';
beforeAll(async () => {
  marketplace = await startMarketplace({ DATA_DIR: freshDataDir(), MARKETPLACE_TRUST: trust });
  origins.alone = marketplace.origin;
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
    brandId: part.manufacturer.id,
    shop: (await get('/api/Verzeichnis/shops')).entries[0].slug,
    ofBrand: Buffer.from(JSON.stringify([{ key: 'brand', values: [part.manufacturer.id] }])).toString('base64url'),
    oils: Buffer.from('[{"key":"cleaf","values":["463"]}]').toString('base64url'),
    number: part.normNumber,
    manufacturer: fitting.manufacturer.id,
    series: fitting.series.id,
    page: fitting.series.seriesPageId,
    model: model.id,
    keys: model.kbas[0] ? `${model.kbas[0].hsn}${model.kbas[0].tsn}` : '0603BGU',
  };
});
afterAll(async () => {
  await shop?.stop();
  await marketplace?.end();
});

/** Operations whose answers follow from the day. */
const ofTheDay: readonly OperationId[] = ['priceHistory', 'reduction', 'feeds', 'storage'];
const recorded: string[] = [];

test('no operation of the contract is left out', () => {
  const called = new Set([...reads, ...readsForPages, ...files].map(([id]) => id).concat(others));
  expect(Object.keys(operations).filter((id) => !called.has(id as OperationId))).toEqual([]);
});

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

  test.each(where === 'alone' ? [...reads, ...readsForPages] : reads)('%s %s', async (id, path, status = 200) => {
    const response = await call(filled(path));
    const body = await response.json();
    expect([response.status, body.code]).toEqual([status, status === 200 ? undefined : expect.any(String)]);
    if (status === 200) expect(operations[id].response.safeParse(body).error?.issues ?? []).toEqual([]);
    else expect(response.headers.get('content-type')).toContain('application/problem+json');
    if (where === 'web' || ofTheDay.includes(id)) return;
    const tags = response.headers.get('x-offer-tags') ?? '';
    recorded.push(`## ${id} ${path}\n${JSON.stringify(brief(body))}\n${tags && `tags: ${tags}\n`}`);
  });

  test.each(files)('%s %s', async (_, path, status = 200) => {
    const response = await call(filled(path), { headers: { accept: '*/*' } });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      expect.stringContaining(status === 200 ? 'image/' : 'application/problem+json'),
    ]);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(50);
  });

  test('every call on the cart', async () => {
    let session: Record<string, string> = {};
    const write = async (id: OperationId, path: string, body: object, status = 200) => {
      const headers = { 'content-type': 'application/json', ...session };
      const response = await call(path, { method: 'POST', headers, body: JSON.stringify(body) });
      const sid = response.headers.get('x-session');
      const cookie = response.headers.getSetCookie().find((line) => line.startsWith('partavo='));
      if (sid) session = { 'x-session': sid };
      if (cookie) session = { cookie: cookie.split(';')[0] as string };
      const json = await response.json();
      expect([path, response.status]).toEqual([path, status]);
      if (status === 200) expect(operations[id].response.safeParse(json).error?.issues ?? []).toEqual([]);
      return json;
    };
    const read = async (id: OperationId, path: string) => {
      const json = await (await call(path, { headers: session })).json();
      expect(operations[id].response.safeParse(json).error?.issues ?? []).toEqual([]);
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
    const { plans } = await read('cartOptimise', '/api/Warenkorb/optimize');
    await read('cartAdvice', '/api/Warenkorb/Rat');
    await read('cartEquivalent', '/api/Warenkorb/Gleichwertig');
    const { offers: beside } = await read(
      'cartShipping',
      `/api/Warenkorb/Versand?sparePartId=${known.part}&quantity=2`,
    );
    expect(beside.map(({ id }: { id: string }) => id)).toContain(other.id);
    const unconfirmed = { replacements: [{ from: replaced.id, to: known.offer }] };
    await write('cartEquivalentPlan', '/api/Warenkorb/Gleichwertig', unconfirmed, 400);
    const foreign = { replacements: [{ from: 'nothing', to: known.offer }], confirmed: true };
    await write('cartEquivalentPlan', '/api/Warenkorb/Gleichwertig', foreign, 404);
    expect(plans.map(({ kind }: { kind: string }) => kind)).toEqual(['cheapest', 'fewestParcels', 'fastest']);
    const replacements = [{ from: replaced.id, to: known.offer }];
    const planned = await write('cartPlan', '/api/Warenkorb/Plan', { replacements });
    expect(planned.cartData.cartArticles[0].offerId).toBe(known.offer);
    const back = await write('cartRestore', `/api/Warenkorb/Wiederherstellen/${planned.undo.id}`, {});
    expect(back.cartData.cartArticles[0].offerId).toBe(other.id);
    await write('cartRestore', '/api/Warenkorb/Wiederherstellen/nothing', {}, 404);
    await write('cartPlan', '/api/Warenkorb/Plan', { replacements: [] }, 400);
    await write('cartReplace', `/api/Warenkorb/Ersetzen/${replaced.id}/999999999999`, {}, 404);
    await write('cartChange', `/api/Warenkorb/Aendern/${replaced.id}`, { quantity: 100 }, 400);
    await write('cartChange', '/api/Warenkorb/Aendern/nobodys', { quantity: 1 }, 404);
    await write('cartAdd', `/api/Warenkorb/Hinzufuegen/${known.offer}`, { quantity: 0 }, 400);
    await write('cartAdd', '/api/Warenkorb/Hinzufuegen/999999999999', { quantity: 1 }, 404);
    await write('cartDelete', `/api/Warenkorb/Loeschen/${replaced.id}`, {});
    await write('cartDelete', `/api/Warenkorb/Loeschen/${replaced.id}`, {}, 404);
    expect(await read('cartCount', '/api/Warenkorb/count')).toEqual({ countArticles: 0 });
  });
});

/** Calls that differ on the web tier; tests of their own cover that. */
describe('alone: what the web tier asks for in its own way', () => {
  const ask = async (
    id: OperationId,
    method: 'GET' | 'POST',
    path: string,
    { sid, body, status = 200 }: { sid?: string; body?: object; status?: number } = {},
  ) => {
    const response = await fetch(origins.alone + path, {
      method,
      headers: { 'content-type': 'application/json', trust, ...(sid && { 'x-session': sid }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const json = await response.json();
    expect([path, response.status]).toEqual([path, status]);
    if (status === 200) expect(operations[id].response.safeParse(json).error?.issues ?? []).toEqual([]);
    else expect(json.code).toEqual(expect.any(String));
    return json;
  };

  test('sessions, logging in, saved vehicles (test/accounts.test.ts)', async () => {
    expect(await ask('session', 'GET', '/api/session')).toEqual({ sid: null });
    const sid = 'nothing-was-written-yet';
    expect(await ask('session', 'GET', '/api/session', { sid })).toEqual({ sid: null });
    await ask('userVehicles', 'GET', '/api/user/vehicles', { sid, status: 401 });
    const body = { issuer: 'https://login.example', subject: 'somebody' };
    const user = (await ask('login', 'POST', '/api/user/Anmelden', { sid, body })).sid;
    expect(user).not.toBe(sid);
    expect(await ask('session', 'GET', '/api/session', { sid: user })).toEqual({ sid: user });
    const modelId = known.model as string;
    await ask('userVehicleSave', 'POST', '/api/user/vehicles', { sid: user, body: { modelId } });
    await ask('userVehicleSave', 'POST', '/api/user/vehicles', { sid: user, body: { modelId: 'nix' }, status: 404 });
    const saved = await ask('userVehicles', 'GET', '/api/user/vehicles', { sid: user });
    expect(saved).toMatchObject([{ model: { id: modelId } }]);
    await ask('userVehicleDelete', 'POST', `/api/user/vehicles/Loeschen/${modelId}`, { sid: user });
    expect(await ask('userVehicles', 'GET', '/api/user/vehicles', { sid: user })).toEqual([]);
    await ask('logout', 'POST', '/api/user/Abmelden', { sid: user });
    await ask('userVehicles', 'GET', '/api/user/vehicles', { sid: user, status: 401 });
    const again = (await ask('login', 'POST', '/api/user/Anmelden', { body })).sid;
    await ask('userDelete', 'POST', '/api/user/Loeschen', { sid: again });
    await ask('userVehicles', 'GET', '/api/user/vehicles', { sid: again, status: 401 });
    await ask('login', 'POST', '/api/user/Anmelden', { body: { issuer: 'nobody' }, status: 400 });
  });

  test('carts from links (test/cart-generate.test.ts) and to the checkout, withdrawals (test/information-pages.test.ts)', async () => {
    const items = [{ offerId: known.offer, modelId: known.model, quantity: 3 }];
    const path = '/api/Warenkorb/Generieren';
    const { cartData } = await ask('cartGenerate', 'POST', path, { body: { items, replace: true, skipped: 1 } });
    expect(cartData).toMatchObject({ countArticles: 3 });
    await ask('cartGenerate', 'POST', path, { body: { items }, status: 400 });
    const body = { key: crypto.randomUUID(), name: 'A B', orderId: '17', email: 'a@b.example' };
    const first = await ask('withdrawal', 'POST', '/api/Widerruf', { body });
    expect(await ask('withdrawal', 'POST', '/api/Widerruf', { body })).toEqual(first);
    await ask('withdrawal', 'POST', '/api/Widerruf', { body: { ...body, email: 'nobody' }, status: 400 });
    const mail = { number: first.number, from: { name: 'A', address: 'a@b.example' }, subject: 'S', text: 'T' };
    // No mail server is configured.
    const mailing = '/api/Widerruf/Bestaetigung';
    expect(await ask('withdrawalMail', 'POST', mailing, { body: mail })).toEqual({ isMailed: false });
    await ask('withdrawalMail', 'POST', mailing, { body: { ...mail, number: 'W-0000-0000-0000' }, status: 404 });
    await ask('withdrawalMail', 'POST', mailing, { body: { ...mail, subject: 'S\r\nBcc: x' }, status: 400 });
    const report = { articleId: '1', article: 'Kelvo K12033', reason: 'measure', text: 'Ø 288, nicht 280' };
    const result = await ask('dataReport', 'POST', '/api/Datenfehler', { body: report });
    expect(await ask('dataReport', 'POST', '/api/Datenfehler', { body: report })).toEqual(result);
    await ask('dataReport', 'POST', '/api/Datenfehler', { body: { ...report, reason: 'mood' }, status: 400 });
    const handed = { id: crypto.randomUUID(), lines: 1, pieces: 2, shops: ['1'], priceTotal: 20.5 };
    expect(await ask('cartHandedOver', 'POST', '/api/Warenkorb/Uebergeben', { body: handed })).toEqual({
      id: handed.id,
    });
    await ask('cartHandedOver', 'POST', '/api/Warenkorb/Uebergeben', { body: { ...handed, lines: 0 }, status: 400 });
  });
});

test.each([
  ['offers', 'GET', '/api/Angebote?sparePartId={part}', undefined],
  ['a login', 'POST', '/api/user/Anmelden', { issuer: 'https://id.example', subject: 'somebody' }],
  ['a cart', 'GET', '/api/Warenkorb', undefined],
  ['a change of a cart', 'POST', '/api/Warenkorb/Hinzufuegen/{offer}', { quantity: 1 }],
  ['vehicles of a user', 'GET', '/api/user/vehicles', undefined],
  ['feeds of merchants', 'GET', '/api/Feeds', undefined],
  ['what the state takes', 'GET', '/api/Speicher', undefined],
  ['counts of searches', 'POST', '/api/Suchzahlen', { day: '2026-01-01', counts: [] }],
])('%s for nobody without the word that shop and marketplace share', async (_name, method, path, body) => {
  for (const headers of [{}, { trust: 'a word for nobody at all here' }] as Record<string, string>[]) {
    const response = await fetch(origins.alone + path.replace(/\{(\w+)\}/, (_, name: string) => known[name] ?? ''), {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect([response.status, (await response.json()).code]).toEqual([403, 'trust']);
    expect(response.headers.get('x-session')).toBeNull();
  }
});

test('the demonstration has the recorded answers', () => expectRecorded('answers', recorded.join('\n')));
