import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CartVisitor } from '../../../test/fixtures/marketplace/carts/visitor.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { startTestService, type TestService } from '../../../test/fixtures/marketplace/workers/service.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { timestampOf } from '../../clock/clock.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService('state');
});
afterAll(() => service.stop());

const A = (product: number) => ids.offerOf(product, 'A');

class Visitor extends CartVisitor {
  constructor(at: TestService = service) {
    super(at);
  }
}

test('a repeated key has no further effect; a refused write leaves the key unused', async () => {
  const visitor = new Visitor();
  await visitor.add(A(1001));
  const key = { 'idempotency-key': randomUUID() };
  const responses = await Promise.all([1, 2, 3].map(() => visitor.add(A(1001), 5, '', key)));
  expect(responses.map((response) => [response.status, response.body.cartData.countArticles])).toEqual([
    [200, 6],
    [200, 6],
    [200, 6],
  ]);
  const other = { 'idempotency-key': randomUUID() };
  expect((await visitor.add(A(1001), 99, '', other)).body.code).toBe('quantity_limit');
  expect((await visitor.add(A(1001), 1, '', other)).body.cartData.countArticles).toBe(7);
  expect((await visitor.add(A(1001), 1, '', { 'idempotency-key': 'a b' })).body.code).toBe('invalid');
});

test('a key of another write is refused without effect; keys without fingerprint count as repeats', async () => {
  const own = await startTestService('state');
  try {
    const visitor = new Visitor(own);
    const line = (await visitor.add(A(1001))).body.cartData.cartArticles[0].id;
    const key = { 'idempotency-key': randomUUID() };
    const added = await visitor.add(A(1001), 2, '?modelId=5001', key);
    const before = await visitor.cart();
    const others = [
      await visitor.add(A(1002), 2, '?modelId=5001', key),
      await visitor.add(A(1001), 3, '?modelId=5001', key),
      await visitor.add(A(1001), 2, '?modelId=5002', key),
      await visitor.add(A(1001), 2, '', key),
      await visitor.add(999, 2, '', key),
      await visitor.call(`/api/Warenkorb/Aendern/${line}`, { body: { quantity: 2 }, headers: key }),
      await visitor.call(`/api/Warenkorb/Loeschen/${line}`, { method: 'POST', headers: key }),
    ];
    expect(others.map(({ status, body }) => [status, body.code])).toEqual(
      others.map(() => [422, 'idempotency_key_reused']),
    );
    expect(await visitor.cart()).toEqual(before);
    // The request stays the same in another language or country, and if the offer is gone.
    own.activate({ generation: 'g2', soldOut: [A(1001)] });
    await own.untilServed('g2');
    const repeated = await visitor.add(A(1001), 2, '?modelId=5001&locale=fr-FR&country=FR', key);
    expect([repeated.status, repeated.body.cartData.countArticles]).toEqual([200, added.body.cartData.countArticles]);
    const old = randomUUID();
    const db = await own.state.open();
    const { session_id } = await db.selectFrom('idempotency').select('session_id').executeTakeFirstOrThrow();
    const created_at = timestampOf(testClock);
    await db.insertInto('idempotency').values({ session_id, key: old, created_at, fingerprint: null }).execute();
    await db.destroy();
    const kept = await visitor.add(A(1002), 5, '', { 'idempotency-key': old });
    expect([kept.status, kept.body.cartData.countArticles]).toEqual([200, 3]);
  } finally {
    await own.stop();
  }
});
