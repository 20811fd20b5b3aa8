import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CartVisitor } from '../../../test/fixtures/marketplace/carts/visitor.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import {
  startTestService,
  type TestResponse,
  type TestService,
} from '../../../test/fixtures/marketplace/workers/service.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { generateBody } from '../../contract/carts.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService('state');
});
afterAll(() => service.stop());

const A = (product: number) => String(ids.offerOf(product, 'A'));
type Items = { offerId: string; quantity: number; modelId?: string }[];
const generate = (by: CartVisitor, items: Items, replace = false, skipped = 0): Promise<TestResponse> =>
  by.call('/api/Warenkorb/Generieren', { body: { items, replace, skipped } });
const restore = (by: CartVisitor, id: string) => by.call(`/api/Warenkorb/Wiederherstellen/${id}`, { method: 'POST' });
const pieces = ({ body }: TestResponse) =>
  body.cartData.cartArticles.map((line: { offerId: string; quantity: number; model: { id: string } | null }) => [
    line.offerId,
    line.quantity,
    line.model?.id ?? null,
  ]);

test('a link fills the cart, with notices about skipped ids and quantities capped at 99', async () => {
  const visitor = new CartVisitor(service);
  await visitor.add(ids.offerOf(1001, 'A'), 98);
  const items = [
    { offerId: A(1001), quantity: 5 },
    { offerId: A(1002), quantity: 2, modelId: ids.golfModel },
    { offerId: A(1002), quantity: 3, modelId: ids.golfModel },
    { offerId: A(1002), quantity: 1, modelId: 'nobodys' },
    { offerId: '999999999999999', quantity: 1 },
  ];
  const response = await generate(visitor, items, false, 4);
  expect(pieces(response)).toEqual([
    [A(1001), 99, null],
    [A(1002), 5, ids.golfModel],
    [A(1002), 1, null],
  ]);
  expect(response.body.undo).toMatchObject({ kind: 'generate', changed: true, skipped: 5, capped: 1 });
  const full = await generate(visitor, [
    { offerId: A(1001), quantity: 1 },
    { offerId: A(1003), quantity: 60 },
    { offerId: A(1003), quantity: 60 },
  ]);
  expect(pieces(full)).toContainEqual([A(1003), 99, null]);
  expect(full.body.undo).toMatchObject({ changed: true, skipped: 0, capped: 2 });
  expect((await visitor.read()).undo).toEqual(full.body.undo);
});

test('replace=true replaces the cart; one call restores it, another one undoes that', async () => {
  const visitor = new CartVisitor(service);
  await visitor.add(ids.offerOf(1003, 'A'), 7, `?modelId=${ids.golfModel}`);
  const before = await visitor.add(ids.offerOf(1001, 'A'), 2);
  const lineIds = ({ body }: TestResponse) => body.cartData.cartArticles.map((line: { id: string }) => line.id);
  const generated = await generate(visitor, [{ offerId: A(1002), quantity: 4 }], true);
  expect(pieces(generated)).toEqual([[A(1002), 4, null]]);
  const restored = await restore(visitor, generated.body.undo.id);
  expect([pieces(restored), lineIds(restored)]).toEqual([pieces(before), lineIds(before)]);
  expect(restored.body.undo).toMatchObject({ kind: 'restore', changed: true });
  const again = await restore(visitor, restored.body.undo.id);
  expect(pieces(again)).toEqual(pieces(generated));
  const sums = await service.query(
    sql<{ line_id: string; pieces: number }>`
      select line_id, sum(quantity_after - quantity_before) as pieces from cart_audit
      where cart = (select cart from cart_audit where line_id = ${lineIds(before)[0]} limit 1) group by line_id`,
  );
  expect(new Map(sums.map((row) => [row.line_id, row.pieces]))).toEqual(
    new Map([...lineIds(before).map((id: string): [string, number] => [id, 0]), [lineIds(again)[0], 4]]),
  );
});

test('a link without known items keeps the cart and makes no undo', async () => {
  const visitor = new CartVisitor(service);
  await visitor.add(ids.offerOf(1001, 'A'), 2);
  const response = await generate(visitor, [{ offerId: '77', quantity: 1 }], true);
  expect(pieces(response)).toEqual([[A(1001), 2, null]]);
  expect(response.body.undo).toMatchObject({ changed: false, skipped: 1 });
});

test('at most ten snapshots are kept for a day, each for its own visitor only', async () => {
  const own = await startTestService('state');
  try {
    const visitor = new CartVisitor(own);
    const first = await generate(visitor, [{ offerId: A(1001), quantity: 1 }]);
    const stranger = new CartVisitor(own);
    await stranger.add(ids.offerOf(1001, 'A'));
    const refused = await restore(stranger, first.body.undo.id);
    expect([refused.status, refused.body.code]).toEqual([404, 'undo_unknown']);
    let last = first;
    for (let round = 0; round < 10; round++) last = await generate(visitor, [{ offerId: A(1001), quantity: 1 }]);
    expect((await restore(visitor, first.body.undo.id)).status).toBe(404);
    const age = (hours: number) => {
      const at = new Date(testClock.now() - hours * 3_600_000).toISOString();
      return own.query(sql`update cart_snapshot set created_at = ${at}`);
    };
    expect(await own.query(sql`select count(*) as kept from cart_snapshot`)).toEqual([{ kept: 10 }]);
    await age(25);
    expect((await visitor.read()).undo).toBeNull();
    expect((await restore(visitor, last.body.undo.id)).status).toBe(404);
    await age(23);
    expect((await restore(visitor, last.body.undo.id)).status).toBe(200);
  } finally {
    await own.stop();
  }
});

test('a removed line returns to its place once, and joins pieces added since', async () => {
  const visitor = new CartVisitor(service);
  await visitor.add(ids.offerOf(1001, 'A'), 2);
  await visitor.add(ids.offerOf(1002, 'A'), 3);
  const before = await visitor.add(ids.offerOf(1003, 'A'), 1);
  const [first, second] = before.body.cartData.cartArticles;
  const remove = (id: string) => visitor.call(`/api/Warenkorb/Loeschen/${id}`, { method: 'POST' });
  const { undo } = (await remove(first.id)).body;
  const removedLine = { id: first.id, shop: { id: first.shopId }, nextId: second.id };
  expect(undo).toMatchObject({ kind: 'remove', changed: true, removed: first.title, removedLine });
  const later = (await remove(second.id)).body.undo;
  const afterwards = await visitor.add(ids.offerOf(1002, 'A'), 1);
  expect(pieces(afterwards)).toEqual([
    [A(1003), 1, null],
    [A(1002), 1, null],
  ]);
  expect(afterwards.body.undo).toEqual(later);
  const restored = await restore(visitor, undo.id);
  expect(restored.body.cartData.cartArticles[0].id).toBe(first.id);
  expect((await restore(visitor, undo.id)).body.code).toBe('undo_unknown');
  expect(pieces(await restore(visitor, later.id))).toEqual([
    [A(1001), 2, null],
    [A(1003), 1, null],
    [A(1002), 4, null],
  ]);
  expect((await visitor.read()).undo).toBeNull();
  const trail = await service.query(
    sql<{ event: string; after: number }>`
      select event, quantity_after as after from cart_audit where line_id = ${first.id} order by id`,
  );
  expect(trail.map(({ event, after }) => [event, after])).toEqual([
    ['add', 2],
    ['delete', 0],
    ['restore', 2],
  ]);
});

test('a line that moves or returns joins no line for another vehicle', async () => {
  const visitor = new CartVisitor(service);
  const post = (path: string) => visitor.call(`/api/Warenkorb/${path}`, { method: 'POST' });
  const other = ids.offerOf(1001, 'B');
  await visitor.add(other, 1);
  const added = await visitor.add(ids.offerOf(1001, 'A'), 2, '?modelId=5001');
  const moved = await post(`Ersetzen/${added.body.cartData.cartArticles[1].id}/${other}`);
  expect(pieces(moved)).toEqual([
    [String(other), 1, null],
    [String(other), 2, '5001'],
  ]);
  const { undo } = (await post(`Loeschen/${moved.body.cartData.cartArticles[0].id}`)).body;
  expect(pieces(await restore(visitor, undo.id))).toEqual(pieces(moved));
});

test('parallel links lose nothing', async () => {
  const visitor = new CartVisitor(service);
  await visitor.add(ids.offerOf(1001, 'A'));
  const links = Array.from({ length: 20 }, () =>
    generate(visitor, [
      { offerId: A(1001), quantity: 2 },
      { offerId: A(1002), quantity: 1 },
    ]),
  );
  expect(new Set((await Promise.all(links)).map(({ status }) => status))).toEqual(new Set([200]));
  expect((await visitor.cart()).cartArticles.map((line: { quantity: number }) => line.quantity)).toEqual([41, 20]);
});

test('the body is bounded', async () => {
  const visitor = new CartVisitor(service);
  const many = Array.from({ length: 51 }, () => ({ offerId: A(1001), quantity: 1 }));
  for (const items of [many, [{ offerId: 'x', quantity: 1 }], [{ offerId: '1', quantity: 10_000 }]])
    expect((await generate(visitor, items)).status).toBe(400);
  expect(visitor.sid).toBeNull();
  const skipped = [0, 10_000, 10_001, -1, 0.5].map((count) => ({ items: [], replace: false, skipped: count }));
  expect(skipped.map((body) => generateBody.safeParse(body).success)).toEqual([true, true, false, false, false]);
});
