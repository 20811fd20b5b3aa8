import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changeOffers, writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import { type TestState, testState } from '../../../test/fixtures/marketplace/state/test-state.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { dateOf } from '../../clock/clock.js';
import type { Request } from '../../contract/operations/handler-types.js';
import type { Generation } from '../generation/generation.js';
import type { CallContext } from '../http/handler.js';
import type { StateDb } from '../state/state-store.js';
import { transact } from '../state/transact.js';
import { findSession, linkSessions, makeSession } from './sessions.js';
import { addOffer, setQuantity, writeCart } from './write-cart.js';

const offer = ids.offerOf(1001, 'A');
const sid = 'a-visitor-of-the-shop1';
let dataDir: string;
let state: TestState;
let db: StateDb;
let generation: Generation;
let announced: string[];
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'write-cart-'));
  const file = writeCatalogue(dataDir, { generation: 'g1' });
  const catalogue = new DatabaseSync(join(dataDir, file));
  // The pads come in packs of four.
  catalogue.exec(`update product set attributes = '[["packSize","4",null]]' where id = ${ids.pad}`);
  catalogue.close();
  changeOffers(dataDir, file, (writer) => writer.commit((commit) => commit.touch(ids.pad)));
  generation = await openCatalogue(dataDir, 'g1', file);
  state = await testState(dataDir);
  db = await state.open();
});
beforeEach(async () => {
  announced = [];
  await db.deleteFrom('session').execute();
});
afterAll(async () => {
  await generation.close();
  await db.destroy();
  await state.remove();
  rmSync(dataDir, { recursive: true });
});

const context = (more: Partial<CallContext> = {}): CallContext => ({
  ...{ requestId: 'r1', sid, isSigned: true, mayBegin: true, idempotencyKey: null, clock: testClock },
  generation: () => generation,
  announceSession: (made) => void announced.push(made),
  announceEnd: () => undefined,
  dependsOn: () => undefined,
  ...more,
});
const add = (call: CallContext, more: Partial<Request<'cartAdd'>> = {}) => {
  const request = { id: String(offer), quantity: 2, locale: 'de-DE', country: 'DE', ...more } as Request<'cartAdd'>;
  const plain = { wish: ['cartAdd', request], seesCart: false };
  return writeCart(db, call, (own) => addOffer(own, generation, request), plain);
};
const sessions = async () => (await db.selectFrom('session').selectAll().execute()).length;

test('a visitor who may begin no session gets none, and a known one goes on', async () => {
  await expect(add(context({ mayBegin: false }))).rejects.toMatchObject({ code: 'too_many' });
  expect([await sessions(), announced]).toEqual([0, []]);
  await add(context());
  const { lines } = await add(context({ mayBegin: false }));
  expect([lines.map(({ quantity }) => quantity), await sessions(), announced]).toEqual([[4], 1, [sid]]);
});

test('an id that the web tier did not sign becomes no session', async () => {
  await add(context({ isSigned: false }));
  expect(announced).toEqual([expect.stringMatching(/^[\w-]{22}$/)]);
  expect([announced[0] === sid, await findSession(db, sid), await findSession(db, null)]).toEqual([false, null, null]);
});

test('each write renews the time of the last change, and the session keeps that of its beginning', async () => {
  const clock = new ManualClock();
  const begun = dateOf(clock).toISOString();
  await add(context({ clock }));
  clock.jump(24 * 3600_000);
  await add(context({ clock }));
  const times = () => db.selectFrom('session').select(['created_at', 'changed_at']).execute();
  expect(await times()).toEqual([{ created_at: begun, changed_at: dateOf(clock).toISOString() }]);
  // A first write that meets another one finds the row.
  clock.jump(1000);
  await transact(db, (tx) => makeSession(tx, dateOf(clock), sid));
  expect(await times()).toEqual([{ created_at: begun, changed_at: dateOf(clock).toISOString() }]);
});

test('a write that began before a login goes to the cart of the new session', async () => {
  const now = dateOf(testClock);
  const { sid: next, session } = await transact(db, (tx) => makeSession(tx, now));
  const { session: former } = await transact(db, (tx) => makeSession(tx, now, sid));
  await transact(db, (tx) => linkSessions(tx, former.id, session.id, now));
  await db.deleteFrom('session').where('id', '=', former.id).execute();
  await add(context());
  expect([await sessions(), announced]).toEqual([1, []]);
  const lines = await db.selectFrom('cart_line').select(['session_id', 'quantity']).execute();
  expect(lines).toEqual([{ session_id: (await findSession(db, next))?.id, quantity: 2 }]);
});

test('pieces are bought in whole packs, and packs as they are', async () => {
  const pads = { id: String(ids.offerOf(ids.pad, 'C')), quantity: 5 };
  const quantities = async (unit?: 'piece') =>
    (await add(context(), { ...pads, ...(unit && { unit }) })).lines.map(({ quantity }) => quantity);
  expect([await quantities('piece'), await quantities()]).toEqual([[2], [7]]);
});

test('a line keeps the words of its last add', async () => {
  await add(context());
  const { lines } = await add(context(), { locale: 'fr-FR' });
  expect(lines.map(({ snapshot }) => snapshot.title)).toEqual([expect.stringContaining('fr-title-1523')]);
});

test('only a change on the cart page makes today’s prices the seen ones', async () => {
  await add(context());
  const seen = async () => (await db.selectFrom('cart_line').select('seen_price').execute())[0]?.seen_price;
  for (const former of [3000, 3200]) {
    await db.updateTable('cart_line').set({ seen_price: former }).execute();
    await add(context(), { id: String(ids.offerOf(1002, 'A')) });
    expect(await seen()).toBe(former);
    const { id } = await db.selectFrom('cart_line').select('id').executeTakeFirstOrThrow();
    const onPage = { wish: ['cartChange', former], seesCart: true };
    const { lines } = await writeCart(db, context(), (own) => setQuantity(own, id, 1), onPage);
    // The answer still shows the change of the price.
    expect([lines[0]?.seen_price, await seen()]).toEqual([former, 3100]);
  }
});

test('the audit names the shop of each add, and the price that the visitor has seen', async () => {
  const first = await add(context({ requestId: 'audited' }));
  await add(context({ requestId: 'audited' }));
  const change = { wish: ['cartChange'], seesCart: true };
  const id = first.lines[0]?.id ?? '';
  await writeCart(db, context({ requestId: 'audited' }), (own) => setQuantity(own, id, 3), change);
  const rows = await db
    .selectFrom('cart_audit')
    .select(['event', 'shop_id', 'quantity_after', 'unit_price'])
    .where('request_id', '=', 'audited')
    .orderBy('id')
    .execute();
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['add', 1, 2, 3100],
    ['add', 1, 4, 3100],
    ['change', null, 3, 3100],
  ]);
});
