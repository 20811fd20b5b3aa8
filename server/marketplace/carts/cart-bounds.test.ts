import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changeOffers, writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import { type TestState, testState } from '../../../test/fixtures/marketplace/state/test-state.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { dateOf } from '../../clock/clock.js';
import { cents } from '../../contract/money.js';
import type { Generation } from '../generation/generation.js';
import type { StateDb } from '../state/state-store.js';
import { transact } from '../state/transact.js';
import type { CartWrite } from './audit.js';
import { recordCheckout } from './checkout-data.js';
import { generateCart, readItems } from './generate-cart.js';
import { composeCart, storedLines } from './read-cart.js';
import type { LineSnapshot } from './read-offer.js';
import { applyPlan, repositionOffer } from './replace-offer.js';
import { linkSessions, makeSession, type Session, touchMovedSession } from './sessions.js';
import { latestUndo, maxPieces, removeLine, restoreCart, snapshotCutoff } from './snapshots.js';
import { addPieces, maxLines } from './write-cart.js';

const A = (product: number): number => ids.offerOf(product, 'A');
const B = (product: number): number => ids.offerOf(product, 'B');
const at = '2026-07-15T12:00:00.000Z';
let dataDir: string;
let state: TestState;
let db: StateDb;
let generation: Generation;
let session: Session;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'cart-bounds-'));
  const file = writeCatalogue(dataDir, { generation: 'g1', soldOut: [B(1003)] });
  changeOffers(dataDir, file, (writer) =>
    writer.commit((commit) => commit.change(1002, B(1002), { condition: 'used' }, null)),
  );
  const catalogue = new DatabaseSync(join(dataDir, file));
  catalogue.exec('update product set attributes = (select attributes from product where id = 1001) where id = 1005');
  catalogue.close();
  generation = await openCatalogue(dataDir, 'g1', file);
  state = await testState(dataDir);
  db = await state.open();
});
beforeEach(async () => {
  ({ session } = await transact(db, (tx) => makeSession(tx, dateOf(testClock))));
});
afterAll(async () => {
  await generation.close();
  await db.destroy();
  await state.remove();
  rmSync(dataDir, { recursive: true });
});

const change = <T>(work: (write: CartWrite) => Promise<T>): Promise<T> =>
  transact(db, (tx) => work({ tx, session, requestId: 'request', now: at }));
const add = (offerId: number, quantity: number, modelId = '', model: object | null = null): Promise<void> => {
  const productId = String(Math.floor(offerId / 10));
  const snapshot = { productId, model, shop: { id: String(offerId % 10) } } as unknown as LineSnapshot;
  return change((write) => addPieces(write, { offerId, price: 3100, modelId, quantity, snapshot }));
};
const lines = () =>
  db
    .selectFrom('cart_line')
    .select(['id', 'offer_id', 'quantity'])
    .where('session_id', '=', session.id)
    .orderBy('position')
    .execute();
/** The audit of the session's cart, latest last. */
const trail = async (): Promise<string[]> => {
  const rows = await db
    .selectFrom('cart_audit')
    .selectAll()
    .where('cart', '=', session.auditName)
    .orderBy('id')
    .execute();
  return rows.map((row) => `${row.event} ${row.offer_id} ${row.quantity_before} ${row.quantity_after}`);
};
const follow = (offers: readonly number[], replace = false): Promise<void> =>
  change(async (write) => {
    const items = offers.map((offer) => ({ offerId: String(offer), quantity: 1 }));
    const read = await readItems(generation, { items, skipped: 0, replace, locale: 'de-DE', country: 'DE' });
    await generateCart(write, read, replace);
  });

test.each([
  { from: A(1001), to: B(1001), pieces: 5, code: 'taken', why: 'as many as the shop has' },
  { from: A(1001), to: B(1001), pieces: 6, code: 'too_few', why: 'one more than the shop has' },
  { from: A(1002), to: B(1002), pieces: 1, code: 'invalid', why: 'a used part instead of a new one' },
  { from: A(1003), to: B(1003), pieces: 1, code: 'gone', why: 'an offer that is sold out' },
  { from: A(1001), to: A(1002), pieces: 1, code: 'invalid', why: 'another part' },
  { from: A(1001), to: 77, pieces: 1, code: 'offer_unknown', why: 'an offer that nobody has' },
])('a line for $why: $code', async ({ from, to, pieces, code }) => {
  await add(from, pieces);
  const [{ id } = { id: '' }] = await lines();
  const replaced = change((write) =>
    repositionOffer(write, generation, { from: id, to: String(to) }, { locale: 'de-DE', country: 'DE' }),
  );
  expect(await replaced.then(() => 'taken').catch((error: { code: string }) => error.code)).toBe(code);
  expect(await lines()).toEqual([{ id, offer_id: code === 'taken' ? to : from, quantity: pieces }]);
});

test.each([
  { model: ids.golfModel, to: A(1005), code: 'taken', why: 'an equivalent part' },
  { model: ids.golfModel, to: A(1007), code: 'invalid', why: 'a part with other measures' },
  { model: ids.golfModel, to: B(1001), code: 'taken', why: 'the same part' },
  { model: 'none', to: A(1005), code: 'invalid', why: 'an equivalent part without a car' },
])('among equivalent parts a line for $why: $code', async ({ model, to, code }) => {
  await add(A(1001), 1, model, { id: model });
  const [{ id } = { id: '' }] = await lines();
  const viewer = { locale: 'de-DE', country: 'DE' } as const;
  const replaced = change((write) =>
    repositionOffer(write, generation, { from: id, to: String(to) }, viewer, 'equivalent'),
  );
  expect(await replaced.then(() => 'taken').catch((error: { code: string }) => error.code)).toBe(code);
});

test('a line has at most 99 pieces, also when two lines join', async () => {
  await add(A(1001), maxPieces);
  await expect(add(A(1001), 1)).rejects.toMatchObject({ code: 'quantity_limit' });
  await add(B(1001), 1);
  const [, { id } = { id: '' }] = await lines();
  const merged = change((write) =>
    repositionOffer(write, generation, { from: id, to: String(A(1001)) }, { locale: 'de-DE', country: 'DE' }),
  );
  await expect(merged).rejects.toMatchObject({ code: 'quantity_limit' });
  expect((await lines()).map(({ quantity }) => quantity)).toEqual([maxPieces, 1]);
});

test('a link adds neither more than 250 lines nor sold out offers', async () => {
  expect(maxLines).toBe(250);
  await add(A(1001), 1);
  const { position: _, ...line } = await db
    .selectFrom('cart_line')
    .selectAll()
    .where('session_id', '=', session.id)
    .executeTakeFirstOrThrow();
  const others = Array.from({ length: 248 }, (_, index) => ({
    ...line,
    id: `${line.id}${index}`,
    model_id: `m${index}`,
  }));
  await db.insertInto('cart_line').values(others).execute();
  await follow([B(1003), A(1002), A(1003), A(1002)]);
  expect((await lines()).slice(249)).toMatchObject([{ offer_id: A(1002), quantity: 2 }]);
  expect(await latestUndoOfAnyTime()).toMatchObject({ changed: 1, skipped: 2 });
  await expect(add(A(1004), 1)).rejects.toMatchObject({ code: 'quantity_limit' });
});

test('a link to a full line changes nothing, and a line for an unknown car is one without a car', async () => {
  await add(A(1001), maxPieces);
  const before = await trail();
  await follow([A(1001)]);
  expect([await latestUndoOfAnyTime(), await trail()]).toMatchObject([{ changed: 0, skipped: 0 }, before]);
  const items = [{ offerId: String(A(1002)), quantity: 1, modelId: 'nobodys' }];
  await change(async (write) => {
    const link = { items, skipped: 0, replace: false, locale: 'de-DE', country: 'DE' } as const;
    await generateCart(write, await readItems(generation, { ...link, items: [...items] }), false);
  });
  await add(A(1002), 2);
  expect((await lines()).map(({ quantity }) => quantity)).toEqual([maxPieces, 3]);
});

const latestUndoOfAnyTime = () =>
  db
    .selectFrom('cart_snapshot')
    .select(['id', 'changed', 'skipped'])
    .where('session_id', '=', session.id)
    .orderBy('position', 'desc')
    .executeTakeFirstOrThrow();

test('an undo restores quantities and audits each of them', async () => {
  await add(A(1001), 2);
  await add(A(1002), 1);
  await follow([A(1001), A(1003)]);
  const { id } = await latestUndoOfAnyTime();
  const before = (await trail()).length;
  await change((write) => restoreCart(write, id));
  expect((await lines()).map(({ offer_id, quantity }) => [offer_id, quantity])).toEqual([
    [A(1001), 2],
    [A(1002), 1],
  ]);
  expect((await trail()).slice(before).sort()).toEqual([`restore ${A(1001)} 3 2`, `restore ${A(1003)} 1 0`]);
  expect(await latestUndoOfAnyTime()).toMatchObject({ changed: 1, skipped: 0 });
  // The cart is as before, so a second restore changes nothing.
  await change((write) => restoreCart(write, id));
  expect(await latestUndoOfAnyTime()).toMatchObject({ changed: 0 });
});

test('a session that a login ended leads to the new one for a minute', async () => {
  const { session: next } = await transact(db, (tx) => makeSession(tx, dateOf(testClock)));
  const { sid, session: old } = await transact(db, (tx) => makeSession(tx, dateOf(testClock)));
  await transact(db, (tx) => linkSessions(tx, old.id, next.id, dateOf(testClock)));
  const moved = () => transact(db, (tx) => touchMovedSession(tx, sid, dateOf(testClock)));
  const { moved_at } = await db
    .selectFrom('session_move')
    .select('moved_at')
    .where('id', '=', old.id)
    .executeTakeFirstOrThrow();
  const movedBefore = (seconds: number) =>
    db
      .updateTable('session_move')
      .set({ moved_at: new Date(Date.parse(moved_at) - seconds * 1000).toISOString() })
      .where('id', '=', old.id)
      .execute();
  expect(await moved()).toMatchObject({ id: next.id });
  await movedBefore(30);
  expect(await moved()).toMatchObject({ id: next.id });
  await movedBefore(61);
  expect(await moved()).toBeNull();
  expect(await transact(db, (tx) => touchMovedSession(tx, null, dateOf(testClock)))).toBeNull();
});

test('a snapshot can be restored for a day', () => {
  expect(snapshotCutoff(new Date(at))).toBe('2026-07-14T12:00:00.000Z');
});

test('a cart without a change of the whole has no undo', async () => {
  await add(A(1001), 1);
  expect(await latestUndo(db, session, dateOf(testClock))).toBeNull();
});

test('snapshots of other visitors neither count nor disappear', async () => {
  const own = session;
  const kept = async (of: Session) =>
    (await db.selectFrom('cart_snapshot').select('id').where('session_id', '=', of.id).execute()).length;
  await follow([A(1001)]);
  ({ session } = await transact(db, (tx) => makeSession(tx, dateOf(testClock))));
  const other = session;
  for (let times = 0; times < 11; times++) await follow([A(1001)]);
  expect([await kept(own), await kept(other)]).toEqual([1, 10]);
  session = own;
  await follow([A(1001)]);
  expect([await kept(own), await kept(other)]).toEqual([2, 10]);
});

test('a removed line that joins pieces added since has at most 99', async () => {
  await add(A(1001), 60);
  const [{ id } = { id: '' }] = await lines();
  await change((write) => removeLine(write, id));
  await add(A(1001), 60);
  const undo = await latestUndoOfAnyTime();
  await change((write) => restoreCart(write, undo.id));
  expect((await lines()).map(({ quantity }) => quantity)).toEqual([maxPieces]);
});

test('a removed line returns before the next line of its shop, or before the next shop', async () => {
  for (const offer of [A(1001), B(1001), A(1002), B(1002)]) await add(offer, 1);
  const [first, second, third, last] = (await lines()).map(({ id }) => id);
  const nextTo = async (id = ''): Promise<string | null | undefined> => {
    await change((write) => removeLine(write, id));
    return (await latestUndo(db, session, new Date(at)))?.removedLine?.nextId;
  };
  expect([await nextTo(last), await nextTo(first), await nextTo(third)]).toEqual([null, third, null]);
  await add(A(1003), 1);
  expect(await nextTo(second)).toBe((await lines())[0]?.id);
});

test('a plan does not count as made because another visitor has its offers', async () => {
  await add(B(1001), 1);
  ({ session } = await transact(db, (tx) => makeSession(tx, dateOf(testClock))));
  await add(A(1001), 1);
  const plan = [{ from: 'gone', to: String(B(1001)) }];
  const made = change((write) => applyPlan(write, generation, plan, { locale: 'de-DE', country: 'DE' }));
  await expect(made).rejects.toMatchObject({ code: 'line_unknown' });
});

test('a line shows a price that has fallen, and the days from the first to the last', async () => {
  await add(A(1001), 1);
  await db.updateTable('cart_line').set({ seen_price: 3200 }).where('session_id', '=', session.id).execute();
  const cart = await composeCart(generation, await storedLines(db, session), { locale: 'de-DE', country: 'DE' });
  expect(cart.cartArticles).toMatchObject([
    { unitPrice: 31, previousPrice: 32, deliveryDays: { min: 1, max: 3 }, taxClass: 'standard' },
  ]);
});

test('a cart that goes to the checkout twice is recorded and announced once', async () => {
  const handed = {
    id: 'cart',
    locale: 'de-DE',
    country: 'DE',
    lines: 1,
    pieces: 2,
    shops: ['1'],
    priceTotal: cents(6200),
  } as const;
  for (let times = 0; times < 2; times++)
    await recordCheckout(db, { ...handed, shops: ['1'] }, ['erp', 'mail'], dateOf(testClock));
  const count = async (table: 'handover' | 'outbox') => (await db.selectFrom(table).selectAll().execute()).length;
  expect([await count('handover'), await count('outbox')]).toEqual([1, 2]);
});

test('more pieces of an offer renew the price that the visitor has seen', async () => {
  await add(A(1001), 1);
  const line = () => db.selectFrom('cart_line').select(['quantity', 'seen_price']).where('session_id', '=', session.id);
  await db.updateTable('cart_line').set({ seen_price: 3200 }).where('session_id', '=', session.id).execute();
  await add(A(1001), 1);
  expect(await line().execute()).toEqual([{ quantity: 2, seen_price: 3100 }]);
});
