import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CartVisitor } from '../../../test/fixtures/marketplace/carts/visitor.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { startTestService, type TestService } from '../../../test/fixtures/marketplace/workers/service.js';

let service: TestService;
let visitor: CartVisitor;
beforeEach(async () => {
  service = await startTestService('state');
  visitor = new CartVisitor(service);
});
afterEach(() => service.stop());

const [A, B] = [ids.offerOf(1001, 'A'), ids.offerOf(1001, 'B')];
const post = (path: string, requestId: string, body?: object) =>
  visitor.call(path, { method: 'POST', body, headers: { 'x-request-id': requestId } });

test('the audit has each change of a line with request, offer, car, quantity and price', async () => {
  const headers = { 'x-request-id': 'r-add' };
  const { id } = (await visitor.add(A, 2, `?modelId=${ids.golfModel}`, headers)).body.cartData.cartArticles[0];
  await post(`/api/Warenkorb/Aendern/${id}`, 'r-change', { quantity: 5 });
  // The other shop has exactly the five pieces.
  expect((await post(`/api/Warenkorb/Ersetzen/${id}/${B}`, 'r-replace')).status).toBe(200);
  await post(`/api/Warenkorb/Loeschen/${id}`, 'r-delete');
  const rows = await service.query(sql<{ cart: string }>`select * from cart_audit order by id`);
  const line = { line_id: id, model_id: ids.golfModel, cart: rows[0]?.cart };
  expect(rows).toMatchObject([
    {
      ...line,
      event: 'add',
      request_id: 'r-add',
      offer_id: A,
      quantity_before: 0,
      quantity_after: 2,
      unit_price: 3100,
    },
    {
      ...line,
      event: 'change',
      request_id: 'r-change',
      offer_id: A,
      quantity_before: 2,
      quantity_after: 5,
      unit_price: 3100,
    },
    {
      ...line,
      event: 'replace',
      request_id: 'r-replace',
      offer_id: B,
      quantity_before: 5,
      quantity_after: 5,
      unit_price: 2850,
    },
    {
      ...line,
      event: 'delete',
      request_id: 'r-delete',
      offer_id: B,
      quantity_before: 5,
      quantity_after: 0,
      unit_price: 2850,
    },
  ]);
  // The audit leads to no session.
  const sessions = (await service.query(sql<{ id: string }>`select id from session`)).map((row) => row.id);
  expect(sessions).toHaveLength(1);
  expect([...sessions, visitor.sid]).not.toContain(line.cart);
});

test('the audit has each line of a replaced or restored cart', async () => {
  await visitor.add(A, 2);
  const items = [{ offerId: String(B), quantity: 3 }];
  const { undo } = (await post('/api/Warenkorb/Generieren', 'r-link', { items, replace: true, skipped: 0 })).body;
  await post(`/api/Warenkorb/Wiederherstellen/${undo.id}`, 'r-undo');
  const rows = await service.query(
    sql<object>`select event, request_id, offer_id, quantity_before, quantity_after, unit_price from cart_audit
      where request_id like 'r-%'`,
  );
  expect(rows.map((row) => Object.values(row).join(' ')).sort()).toEqual([
    `add r-link ${B} 0 3 2850`,
    `delete r-link ${A} 2 0 3100`,
    `restore r-undo ${A} 0 2 3100`,
    `restore r-undo ${B} 3 0 2850`,
  ]);
});

test('a line cannot move to a sold out offer', async () => {
  const { id } = (await visitor.add(A)).body.cartData.cartArticles[0];
  service.activate({ generation: 'g2', soldOut: [B] });
  await service.untilServed('g2');
  const refused = await post(`/api/Warenkorb/Ersetzen/${id}/${B}`, 'r-replace');
  expect([refused.status, refused.body.code]).toEqual([409, 'gone']);
});

test('every way of filling a cart stops at 250 lines; existing lines may get more pieces', async () => {
  await visitor.add(A, 1);
  const db = await service.state.open();
  const first = await db.selectFrom('cart_line').selectAll().executeTakeFirstOrThrow();
  const { position: _, ...line } = first;
  const others = Array.from({ length: 248 }, (_, index) => ({
    ...line,
    id: `line-${index}`,
    model_id: `model-${index}`,
  }));
  await db.insertInto('cart_line').values(others).execute();
  await db.destroy();
  expect((await visitor.add(B)).status).toBe(200);
  const refused = await visitor.add(ids.offerOf(1002, 'A'));
  expect([refused.status, refused.body.code]).toEqual([400, 'quantity_limit']);
  const items = [A, ids.offerOf(1002, 'A')].map((offer) => ({ offerId: String(offer), quantity: 1 }));
  const { body } = await post('/api/Warenkorb/Generieren', 'r-link', { items, replace: false, skipped: 0 });
  expect([body.undo.skipped, body.cartData.cartArticles.length]).toEqual([1, 250]);
  expect((await visitor.add(B)).status).toBe(200);
});
