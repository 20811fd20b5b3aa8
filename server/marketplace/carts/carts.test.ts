import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CartVisitor } from '../../../test/fixtures/marketplace/carts/visitor.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { startTestService, type TestService } from '../../../test/fixtures/marketplace/workers/service.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { dateOf } from '../../clock/clock.js';
import { forgetExpired } from './retention.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService('state');
});
afterAll(() => service.stop());

const A = (product: number) => ids.offerOf(product, 'A');
const B = (product: number) => ids.offerOf(product, 'B');

class Visitor extends CartVisitor {
  constructor(at: TestService = service) {
    super(at);
  }
}

test('the first write makes a session, reads do not; "10" and unknown ids name no session', async () => {
  const visitor = new Visitor();
  expect(await visitor.cart()).toEqual({
    cartArticles: [],
    cartShops: [],
    minShopFeedbackAvg: 0,
    countArticles: 0,
    priceSum: 0,
    refundSum: 0,
    shippingSum: 0,
    priceTotal: 0,
  });
  expect(visitor.sid).toBeNull();
  for (const sid of ['10', 'unknown-session']) {
    const other = new Visitor();
    other.sid = sid;
    expect((await other.add(A(1001))).status).toBe(200);
    expect(other.sid).toMatch(/^[\w-]{22}$/);
    expect((await other.cart()).countArticles).toBe(1);
  }
});

test('a session id of the web tier becomes a session with the first write, not with a read (D79)', async () => {
  const own = await startTestService('state');
  const visitor = new Visitor(own);
  const [sid, signed] = ['given-by-the-web-tier1', { 'x-session-signed': '1' }];
  visitor.sid = sid;
  const known = async () => (await visitor.call('/api/session', { headers: signed })).body.sid;
  for (const path of ['/api/session', '/api/Warenkorb', '/api/Warenkorb/count', '/api/Warenkorb/optimize'])
    expect((await visitor.call(path, { headers: signed })).status).toBe(200);
  expect(await known()).toBeNull();
  expect((await visitor.add(A(1001), 2, '', signed)).headers.get('x-session')).toBe(sid);
  expect([await known(), (await visitor.cart()).countArticles]).toEqual([sid, 2]);
  // The session is known from now on, whether it is signed or not.
  expect((await visitor.add(A(1001))).headers.get('x-session')).toBeNull();
  expect((await visitor.cart()).countArticles).toBe(3);
  const count = async (table: string) =>
    (await own.query(sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`))[0]?.n;
  expect(await count('session')).toBe(1);
  // An expired session starts again with an empty cart.
  await own.query(sql`update session set changed_at = '2020-01-01T00:00:00.000Z'`);
  const db = await own.state.open();
  await forgetExpired(db, dateOf(testClock));
  await db.destroy();
  expect(await known()).toBeNull();
  expect((await visitor.add(A(1001), 1, '', signed)).headers.get('x-session')).toBe(sid);
  expect([(await visitor.cart()).countArticles, await count('session'), await count('cart_line')]).toEqual([1, 1, 1]);
  await own.service.stop();
});

test('a line is one offer for one vehicle; sums, shipping and deposit are exact', async () => {
  const visitor = new Visitor();
  await visitor.add(A(1001), 1, '?modelId=5001');
  await visitor.add(A(1001), '2', '?modelId=5001');
  await visitor.add(A(1001), 1, '?modelId=unknown');
  await visitor.add(ids.offerOf(1002, 'B'), 3, '?modelId=5002&locale=fr-FR');
  const { body } = await visitor.add(ids.offerOf(ids.pad, 'C'), 2);
  const cart = body.cartData;
  expect(cart).toEqual(await visitor.cart());
  expect(cart.cartArticles).toMatchObject([
    { quantity: 3, unitPrice: 31, sum: 93, model: { id: '5001', ps: 105 }, fit: { state: 'fits' }, state: 'ok' },
    { quantity: 1, sum: 31, model: null, fit: { state: 'unknown' } },
    { quantity: 3, unitPrice: 29.5, sum: 88.5, fit: { state: 'conditional', notes: ['de: bis 2009'] } },
    { quantity: 2, sum: 120, refund: 30, deliveryDays: { min: 1, max: 2 } },
  ]);
  // A: free from 100 €. B: tariff once. C: free from 50 €, but 7 € surcharge for each piece.
  expect(cart.cartShops).toMatchObject([
    { name: 'Alpha', priceSum: 124, shippingSum: 0, freeShippingFrom: 100 },
    { name: 'Beta', priceSum: 88.5, shippingSum: 9.9, freeShippingFrom: null },
    { name: 'Gamma', priceSum: 120, refundSum: 30, shippingSum: 14, freeShippingFrom: 50 },
  ]);
  expect(cart).toMatchObject({
    countArticles: 9,
    priceSum: 332.5,
    shippingSum: 23.9,
    refundSum: 30,
    priceTotal: 386.4,
    minShopFeedbackAvg: 3.9,
  });
  const austria = await visitor.cart('?locale=de-AT&country=AT');
  expect(austria.cartArticles.map((line: { state: string }) => line.state)).toEqual([
    'ok',
    'ok',
    'notShippable',
    'notShippable',
  ]);
  expect(austria).toMatchObject({ countArticles: 9, priceSum: 124, shippingSum: 9.9, refundSum: 0, priceTotal: 133.9 });
});

test('change, delete, limits, foreign lines', async () => {
  const visitor = new Visitor();
  const line = (await visitor.add(A(1003), 98)).body.cartData.cartArticles[0].id;
  const over = await visitor.add(A(1003), 2);
  expect([over.status, over.body.code]).toEqual([400, 'quantity_limit']);
  expect((await visitor.cart()).countArticles).toBe(98);
  expect((await visitor.add(A(1003), 1)).body.cartData.countArticles).toBe(99);
  const change = (id: string, quantity: unknown, by = visitor) =>
    by.call(`/api/Warenkorb/Aendern/${id}`, { body: { quantity } });
  expect((await change(line, 5)).body.cartData.countArticles).toBe(5);
  for (const quantity of [0, -1, 1.5, 1e9, 'abc', 100]) {
    const refused = await change(line, quantity);
    expect([refused.status, refused.body.code]).toEqual([400, 'quantity_range']);
  }
  const stranger = new Visitor();
  await stranger.add(A(1001));
  for (const by of [stranger, new Visitor()]) {
    const refused = await change(line, 1, by);
    expect([refused.status, refused.body.code]).toEqual([404, 'line_unknown']);
    expect((await by.call(`/api/Warenkorb/Loeschen/${line}`, { method: 'POST' })).body.code).toBe('line_unknown');
  }
  expect((await visitor.call('/api/Warenkorb/count')).body).toEqual({ countArticles: 5 });
  expect((await visitor.add(999)).body.code).toBe('offer_unknown');
  const emptied = await visitor.call(`/api/Warenkorb/Loeschen/${line}`, { method: 'POST' });
  expect(emptied.body.cartData.cartArticles).toEqual([]);
});

test('200 parallel adds to one cart count once each, and the audit has all', async () => {
  const visitor = new Visitor();
  await visitor.add(A(1001));
  const products = [1001, 1002, 1003, 1004];
  /** Repeats an add with its key if a busy machine had no time for it. */
  const add = async (product: number): Promise<number> => {
    const key = { 'idempotency-key': randomUUID() };
    for (;;) {
      const { status } = await visitor.add(A(product), 1, '', key);
      if (status !== 503) return status;
    }
  };
  const statuses = new Set(await Promise.all(Array.from({ length: 200 }, (_, i) => add(products[i % 4] as number))));
  expect([...statuses]).toEqual([200]);
  const cart = await visitor.cart();
  expect(cart.countArticles).toBe(201);
  expect(cart.cartArticles.map((line: { quantity: number }) => line.quantity)).toEqual([51, 50, 50, 50]);
  const lineIds: string[] = cart.cartArticles.map((line: { id: string }) => line.id);
  const replayed = await service.query(
    sql<{ quantity: number; events: number }>`
      select line_id, sum(quantity_after - quantity_before) as quantity, count(*) as events from cart_audit
      where line_id in (${sql.join(lineIds)}) group by line_id order by min(id)`,
  );
  expect(replayed.map((row) => [row.quantity, row.events])).toEqual([
    [51, 51],
    [50, 50],
    [50, 50],
    [50, 50],
  ]);
});

test('a sold out line stays in the cart, counts in no sum or plan, and cannot be added', async () => {
  const own = await startTestService('state');
  try {
    const visitor = new Visitor(own);
    await visitor.add(A(1001), 2);
    await visitor.add(B(1002), 3);
    own.activate({ generation: 'g2', soldOut: [B(1002)] });
    await own.untilServed('g2');
    const cart = await visitor.cart();
    expect(cart.cartArticles).toMatchObject([
      { state: 'ok', available: true, sum: 62 },
      { state: 'soldOut', available: false, quantity: 3, unitPrice: 29.5, sum: 0, refund: 0 },
    ]);
    expect(cart).toMatchObject({ countArticles: 5, priceSum: 62, shippingSum: 5.9, priceTotal: 67.9 });
    expect(cart.cartShops[1]).toMatchObject({ priceSum: 0, shippingSum: 0 });
    const { current } = (await visitor.call('/api/Warenkorb/optimize')).body;
    expect(current).toMatchObject({ sums: { priceTotal: 67.9 }, shops: [{ name: 'Alpha', lines: 1 }] });
    const added = await visitor.add(B(1002));
    expect([added.status, added.body.code]).toEqual([409, 'gone']);
    const items = [{ offerId: String(B(1002)), quantity: 1 }];
    const { undo } = (await visitor.call('/api/Warenkorb/Generieren', { body: { items, replace: false, skipped: 0 } }))
      .body;
    expect(undo).toMatchObject({ changed: false, skipped: 1 });
  } finally {
    await own.stop();
  }
});

test('the cart shows a changed price until its next write; offers that are gone count in no sum', async () => {
  const own = await startTestService('state');
  try {
    const visitor = new Visitor(own);
    const first = (await visitor.add(A(1001), 2)).body.cartData.cartArticles[0].id;
    await visitor.add(A(1002));
    const other = new Visitor(own);
    await other.add(A(1001));
    own.activate({ generation: 'g2', dearer: 150, without: [A(1002)] });
    await own.untilServed('g2');
    for (let read = 0; read < 2; read++) {
      const cart = await visitor.cart();
      expect(cart.cartArticles).toMatchObject([
        { unitPrice: 32.5, previousPrice: 31, sum: 65, state: 'ok' },
        {
          unitPrice: 32,
          sum: 0,
          state: 'gone',
          available: false,
          title: 'de-title-1523, Hinterachse',
          normNumber: 'DISC2',
        },
      ]);
      expect(cart).toMatchObject({ countArticles: 3, priceSum: 65, shippingSum: 5.9, priceTotal: 70.9 });
    }
    const changed = await visitor.call(`/api/Warenkorb/Aendern/${first}`, { body: { quantity: 1 } });
    expect(changed.body.cartData.cartArticles[0]).toMatchObject({ quantity: 1, previousPrice: 31 });
    expect((await visitor.cart()).cartArticles[0]).toMatchObject({ unitPrice: 32.5, previousPrice: null });
    expect((await other.cart()).cartArticles[0]).toMatchObject({ unitPrice: 32.5, previousPrice: 31 });
  } finally {
    await own.stop();
  }
});

test('a line may have more pieces than the shop, with a notice until the quantity is reduced', async () => {
  const visitor = new Visitor();
  await visitor.add(ids.offerOf(1002, 'B'), 1);
  const line = (await visitor.add(A(1001), 99)).body.cartData.cartArticles[1].id;
  const tooMany = await visitor.cart();
  expect(tooMany.cartArticles[1]).toMatchObject({
    quantity: 99,
    state: 'tooFew',
    pieces: 5,
    available: true,
    sum: 3069,
    unitPrice: 31,
  });
  expect(tooMany).toMatchObject({ countArticles: 100, priceSum: 3098.5 });
  const { plans, current } = (await visitor.call('/api/Warenkorb/optimize')).body;
  expect([current.sums.priceTotal, plans.length]).toEqual([tooMany.priceTotal, 3]);
  const change = (quantity: number) => visitor.call(`/api/Warenkorb/Aendern/${line}`, { body: { quantity } });
  const { cartData } = (await change(5)).body;
  expect(cartData.cartArticles[1]).toMatchObject({ state: 'ok', pieces: null, available: true, sum: 155 });
  expect((await change(6)).body.cartData.cartArticles[1]).toMatchObject({ state: 'tooFew', pieces: 5 });
});

test('lines for several vehicles share the stock of their offer, oldest line first', async () => {
  const visitor = new Visitor();
  await visitor.add(A(1001), 3, '?modelId=5001');
  await visitor.add(A(1001), 3, '?modelId=5002');
  const { cartArticles } = (await visitor.add(A(1001), 2)).body.cartData;
  expect(cartArticles.map(({ state, pieces, sum }: Record<string, unknown>) => [state, pieces, sum])).toEqual([
    ['ok', null, 93],
    ['tooFew', 2, 93],
    ['ok', null, 62],
  ]);
  const other = (await visitor.add(ids.offerOf(1001, 'B'), 1)).body.cartData.cartArticles[3];
  const refused = await visitor.call(`/api/Warenkorb/Ersetzen/${other.id}/${A(1001)}`, { method: 'POST' });
  expect([refused.status, refused.body]).toEqual([409, expect.objectContaining({ code: 'too_few', pieces: 0 })]);
  expect((await visitor.cart()).cartArticles[3]).toMatchObject({ offerId: other.offerId, quantity: 1, state: 'ok' });
});

test('expired rows are deleted; the audit stays, is immutable and has no personal data', async () => {
  const own = await startTestService('state');
  const visitor = new Visitor(own);
  await visitor.add(A(1001));
  const { sid } = visitor;
  await own.service.stop();
  const db = await own.state.open();
  const count = async (table: 'session' | 'cart_line' | 'cart_audit') =>
    (await db.selectFrom(table).selectAll().execute()).length;
  const inDays = (days: number) => new Date(testClock.now() + days * 86_400_000);
  await forgetExpired(db, inDays(29));
  expect([await count('session'), await count('cart_line')]).toEqual([1, 1]);
  await forgetExpired(db, inDays(31));
  expect([await count('session'), await count('cart_line'), await count('cart_audit')]).toEqual([0, 0, 1]);
  await expect(db.updateTable('cart_audit').set({ quantity_after: 5 }).execute()).rejects.toThrow('append-only');
  expect(JSON.stringify(await db.selectFrom('cart_audit').selectAll().execute())).not.toContain(sid);
  await forgetExpired(db, inDays(400));
  expect(await count('cart_audit')).toBe(0);
  await db.destroy();
});
