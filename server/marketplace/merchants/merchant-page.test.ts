import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CartVisitor } from '../../../test/fixtures/marketplace/carts/visitor.js';
import { discCount, ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { startTestService, type TestService } from '../../../test/fixtures/marketplace/workers/service.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { until } from '../../../test/support/until.js';
import { dateOf } from '../../clock/clock.js';
import { type MerchantPage, merchantPage } from '../../contract/merchant-page.js';
import type { ShopId } from '../program/shop-choice.js';
import { makeToken } from './tokens.js';

const operator = 'the-operator-s-word-of-forty-characters-or-so';
const [alpha, beta, gamma] = [1, 2, 3] as ShopId[] as [ShopId, ShopId, ShopId];
let service: TestService;
beforeAll(async () => {
  service = await startTestService('state', 200, { consoleTokens: [operator] });
});
afterAll(() => service.stop());

async function tokenOf(shop: ShopId): Promise<string> {
  const db = await service.state.open();
  try {
    return (await makeToken(db, shop, 'read', null, dateOf(testClock))).token;
  } finally {
    await db.destroy();
  }
}
const pageOf = async (credential: string): Promise<MerchantPage> =>
  merchantPage.parse((await service.call('/api/Haendler/Stammdaten', { body: { credential } })).body);
const sum = (page: MerchantPage, kind: 'added' | 'handovers'): number =>
  page.days.reduce((all, day) => all + day[kind], 0);

test('each merchant sees the own terms, figures and reported errors, and no other’s', async () => {
  const tokens = { alpha: await tokenOf(alpha), beta: await tokenOf(beta), gamma: await tokenOf(gamma) };
  const visitor = new CartVisitor(service);
  for (const [product, shop] of [
    [1001, 'A'],
    [1001, 'A'],
    [1002, 'B'],
  ] as const)
    expect((await visitor.add(ids.offerOf(product, shop), 1)).status).toBe(200);
  const handed = { id: randomUUID(), lines: 2, pieces: 3, shops: ['1', '2'], priceTotal: 99.5 };
  for (let times = 0; times < 2; times += 1)
    expect((await service.call('/api/Warenkorb/Uebergeben', { body: handed })).status).toBe(200);
  const reported = { articleId: '1001', article: 'Kelvo 1001', reason: 'measure', text: '288 instead of 280' };
  const report = async (more: object): Promise<string> => {
    testClock.pass(1000);
    return (await service.call('/api/Datenfehler', { body: { ...reported, ...more } })).body.number;
  };
  await report({});
  await report({ text: 'a later one' });
  const closed = await report({ text: 'a closed one' });
  await service.query(sql`update data_report set handled_at = created_at where id = ${closed}`);
  const ofOthers = { ...handed, id: randomUUID(), shops: ['12', '21'] };
  expect((await service.call('/api/Warenkorb/Uebergeben', { body: ofOthers })).status).toBe(200);

  const own = await pageOf(tokens.alpha);
  expect(own).toMatchObject({ id: '1', trader: { name: 'Alpha', country: 'DE' }, feeds: [] });
  expect(own.countries[0]).toMatchObject({ country: 'DE', tariff: 590, freeFrom: 10_000, days: { min: 1, max: 2 } });
  expect(own.days).toHaveLength(30);
  expect(own.days.at(-1)).toMatchObject({ added: 2, handovers: 1 });
  expect(own.dataReports).toMatchObject([
    { article: 'Kelvo 1001', text: 'a later one' },
    { article: 'Kelvo 1001', text: '288 instead of 280' },
  ]);
  const [other, third] = [await pageOf(tokens.beta), await pageOf(tokens.gamma)];
  expect([sum(other, 'added'), sum(other, 'handovers')]).toEqual([1, 1]);
  expect([sum(third, 'added'), sum(third, 'handovers'), third.dataReports]).toEqual([0, 0, []]);
  expect(JSON.stringify(own)).not.toMatch(/Beta|Gamma/);
});

test('days whose adds name no shop have no figures', async () => {
  const token = await tokenOf(alpha);
  const at = new Date(testClock.now() - 4 * 86_400_000).toISOString();
  const none = { line_id: 'l', offer_id: 1, shop_id: null, model_id: '', quantity_before: 0, quantity_after: 1 };
  const db = await service.state.open();
  try {
    const row = { ...none, at, cart: 'c', event: 'add' as const, unit_price: 1, request_id: 'r' };
    const change = { ...row, at: dateOf(testClock).toISOString(), event: 'change' as const };
    await db.insertInto('cart_audit').values([row, change]).execute();
  } finally {
    await db.destroy();
  }
  expect((await pageOf(token)).days).toHaveLength(4);
});

test('offers are counted beyond one portion of 20,000', async () => {
  const token = await tokenOf(beta);
  const before = (await pageOf(token)).sold;
  const changeKeys = (statement: string) =>
    service.changeOffers((writer) =>
      writer.commit((commit) => {
        writer.database.exec(statement);
        commit.touchShop(beta);
      }),
    );
  changeKeys(`with recursive many (at) as (select 1 union all select at + 1 from many where at < 20001)
    insert into offer_key select 2, printf('many%05d', at), 200000 + at, 1001, null, 0 from many`);
  expect((await pageOf(token)).sold).toBe(before + 20_001);
  changeKeys("delete from offer_key where key like 'many%'");
});

test('the operator sees the same with the names of the tokens, and offers by reason not sold', async () => {
  const token = await tokenOf(gamma);
  const before = await pageOf(token);
  expect(before.unsold).toEqual([]);
  service.changeOffers((writer) =>
    writer.commit((commit) => {
      writer.database.exec(`update offer_key set withheld = 257 where shop_id = 3;
        insert into offer_key values (3, 'removed', 99999, 0, null, 0);
        delete from shop_rate where shop_id = 2;
        update shop set name = 'Zeta' where id = 2;
        update shop set return_payer = 'buyer', return_cost = 640, return_days = 30 where id = 3;
        update offer_key set withheld = 1 where shop_id = 2 and id = ${ids.offerOf(1001, 'B')}`);
      for (const shop of [beta, gamma]) commit.touchShop(shop);
    }),
  );
  const call = (path: string, body: object) => service.call(path, { body: { credential: operator, ...body } });
  const { session } = (await call('/api/Konsole/Anmelden', {})).body;
  const ask = async (id = '3') =>
    (await service.call('/api/Konsole/EinHaendler', { body: { credential: session, id } })).body;
  // The terms come from the shops in memory, which follow the file.
  await until('the change is served', async () => (await ask()).returns?.cost === 6.4);
  const shown = await ask();
  expect(shown.unsold).toEqual([
    { reason: 'trader', offers: 1 },
    { reason: 'outOfStock', offers: 1 },
  ]);
  expect(shown.sold).toBe(before.sold - 1);
  expect(shown.returns).toEqual({ paidBy: 'buyer', cost: 6.4, days: 30 });
  const { sold, unsold } = await ask('2');
  expect([sold, unsold]).toEqual([
    0,
    [
      { reason: 'shipsNowhere', offers: discCount - 1 },
      { reason: 'trader', offers: 1 },
    ],
  ]);
  expect(shown.tokens.map(({ id }: { id: string }) => id)).toContain(token.split('_')[1]);
  expect(JSON.stringify(shown)).not.toContain(token.slice(-43));
  const shopsCalled = async (query: string) =>
    (await call('/api/Konsole/Haendler', { credential: session, query })).body.shops;
  expect(await shopsCalled('alp')).toMatchObject([{ id: '1', name: 'Alpha' }]);
  expect(await shopsCalled('ETA')).toMatchObject([{ id: '2', name: 'Zeta' }]);
  expect((await shopsCalled('')).map(({ id }: { id: string }) => id)).toEqual(['1', '3', '2']);
  const unknown = await service.call('/api/Konsole/EinHaendler', { body: { credential: session, id: '99' } });
  expect(unknown.body.code).toBe('not_found');
});
