import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CartVisitor } from '../../../test/fixtures/marketplace/carts/visitor.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { saveVehicles } from '../../../test/fixtures/marketplace/users/saved-vehicles.js';
import {
  patientClock,
  startTestService,
  type TestService,
} from '../../../test/fixtures/marketplace/workers/service.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { isLong } from '../../../test/support/sample.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { migrations } from './migrations.js';
import { openPostgresState } from './postgres.js';
import type { StateDb } from './state-store.js';
import { transact } from './transact.js';

/** Two marketplace processes with one state. */
let one: TestService;
let other: TestService;
let db: StateDb;
beforeAll(async () => {
  one = await startTestService('state', 200, {}, patientClock);
  other = await startTestService('state', 200, { databaseUrl: String(one.state.place.databaseUrl) }, patientClock);
  db = await one.state.open();
});
afterAll(async () => {
  await db.destroy();
  await other.stop();
  await one.stop();
});

const offer = ids.offerOf(1001, 'A');
/** Returns the same visitor at one of the two processes. */
const visitorAt = (at: TestService, sid: string | null): CartVisitor => Object.assign(new CartVisitor(at), { sid });
const turns = (sid: string | null, count: number) =>
  Array.from({ length: count }, (_, turn) => visitorAt(turn % 2 === 0 ? one : other, sid));
async function begin(quantity = 1, of = offer): Promise<CartVisitor> {
  const visitor = new CartVisitor(one);
  expect((await visitor.add(of, quantity)).status).toBe(200);
  return visitor;
}
const countOutcomes = (responses: readonly { status: number; body: { code?: string } }[]) => {
  const counts: Record<string, number> = {};
  for (const { status, body } of responses) counts[body.code ?? status] = (counts[body.code ?? status] ?? 0) + 1;
  return counts;
};
const logIn = (at: TestService, sid: string | null, subject: string) =>
  at.call('/api/user/Anmelden', {
    body: { issuer: 'https://id.example', subject },
    headers: sid ? { 'x-session': sid } : {},
  });

test('of 200 adds to one line in two processes, all that fit are acknowledged, counted and audited once each', async () => {
  const visitor = await begin();
  const answers = await Promise.all(turns(visitor.sid, 200).map((each) => each.add(offer, 1)));
  expect(countOutcomes(answers)).toEqual({ 200: 98, quantity_limit: 102 });
  const { cartArticles } = await visitor.cart();
  expect(cartArticles.map((line: { quantity: number }) => line.quantity)).toEqual([99]);
  const trail = await one.query(
    sql`select count(*) as acts, max(quantity_after) as pieces from cart_audit where line_id = ${cartArticles[0].id}`,
  );
  expect(trail).toEqual([{ acts: 99, pieces: 99 }]);
});

test('a key that is sent 50 times in parallel is used once, and never for another request', async () => {
  const visitor = await begin(1, ids.offerOf(1002, 'A'));
  const key = { 'idempotency-key': randomUUID() };
  const answers = await Promise.all(turns(visitor.sid, 50).map((each) => each.add(offer, 3, '', key)));
  expect(countOutcomes(answers)).toEqual({ 200: 50 });
  for (const { body } of answers) expect(body.cartData.countArticles).toBe(4);
  const others = await Promise.all(turns(visitor.sid, 4).map((each) => each.add(offer, 4, '', key)));
  expect(countOutcomes(others)).toEqual({ idempotency_key_reused: 4 });
});

test('a cart has at most 250 lines, however many requests run in parallel', async () => {
  const visitor = await begin();
  const { position: _, ...line } = await db
    .selectFrom('cart_line')
    .innerJoin('session', 'session.id', 'cart_line.session_id')
    .selectAll('cart_line')
    .orderBy('session.created_at', 'desc')
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: 245 }, (_, at) => ({ ...line, id: `full-${at}`, model_id: `model-${at}` }));
  await db.insertInto('cart_line').values(rows).execute();
  const discs = Array.from({ length: 12 }, (_, at) => ids.offerOf(1002 + at, 'A'));
  const answers = await Promise.all(discs.map((disc, at) => visitorAt(at % 2 ? one : other, visitor.sid).add(disc)));
  expect(countOutcomes(answers)).toEqual({ 200: 4, quantity_limit: 8 });
  expect((await visitor.cart()).cartArticles).toHaveLength(250);
});

test('a user has at most 50 vehicles, and parallel requests save a vehicle once', async () => {
  const { sid } = (await logIn(one, null, 'collects')).body;
  const user_id = await saveVehicles(db, 'collects', 48);
  const models = [ids.golfModel, ids.golfConditional, ids.bmwModel];
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      (at % 2 ? one : other).call('/api/user/vehicles', {
        body: { modelId: models[at % 3] },
        headers: { 'x-session': sid },
      }),
    ),
  );
  // Two of the three requests fit, and each gets one answer per repetition.
  expect(countOutcomes(answers)).toEqual({ 200: 8, vehicle_limit: 4 });
  expect(await one.query(sql`select count(*) as saved from saved_vehicle where user_id = ${user_id}`)).toEqual([
    { saved: 50 },
  ]);
});

test("a parallel login and add both succeed, and the piece is in the user's cart", async () => {
  const rounds = isLong ? 60 : 6;
  for (let round = 0; round < rounds; round += 1) {
    const visitor = await begin();
    const adds = turns(visitor.sid, 3).map((each) => each.add(offer, 1));
    const [login, ...added] = await Promise.all([logIn(other, visitor.sid, `buys-${round}`), ...adds]);
    expect(countOutcomes(added)).toEqual({ 200: 3 });
    // No response replaces the session of the login.
    expect(added.map(({ headers }) => headers.get('x-session'))).toEqual([null, null, null]);
    expect((await visitorAt(one, login.body.sid).cart()).countArticles).toBe(4);
    expect((await visitorAt(one, visitor.sid).cart()).countArticles).toBe(0);
  }
});

test('a request in flight finds the new session for one minute only, and never the account', async () => {
  const visitor = await begin();
  const former = visitor.sid;
  const { sid } = (await logIn(one, former, 'is-watched')).body;
  expect((await visitorAt(other, former).call('/api/user/vehicles')).status).toBe(401);
  expect((await visitorAt(other, former).add(offer)).headers.get('x-session')).toBeNull();
  expect((await visitorAt(one, sid).cart()).countArticles).toBe(2);
  testClock.pass(61_000);
  const late = await visitorAt(other, former).add(offer);
  expect([late.status, late.headers.get('x-session')]).toEqual([200, expect.any(String)]);
  expect((await visitorAt(one, sid).cart()).countArticles).toBe(2);
});

test('parallel declarations with the same content get one receipt', async () => {
  const body = { key: randomUUID(), name: 'N', orderId: 'O-1', email: 'n@o.example', locale: 'de-DE', country: 'DE' };
  const answers = await Promise.all(turns(null, 10).map(({ at }) => at.call('/api/Widerruf', { body })));
  expect(countOutcomes(answers)).toEqual({ 200: 10 });
  expect(new Set(answers.map((answer) => answer.body.number)).size).toBe(1);
  expect(await one.query(sql`select count(*) as kept from withdrawal`)).toEqual([{ kept: 1 }]);
});

test('two conflicting changes both succeed, and the waiting one holds no connection', async () => {
  const clock = new ManualClock();
  const two = await openPostgresState(String(one.state.place.databaseUrl), migrations, { connections: 2, clock });
  const names = ['left', 'right'];
  for (const name of names) await db.insertInto('outbox_target').values({ name, off_at: '0' }).execute();
  // Each transaction holds one row and waits for the other's. PostgreSQL cancels one of them.
  let ready = 0;
  let tries = 0;
  const change = (first: string, second: string) =>
    transact(two, async (tx) => {
      tries += 1;
      const raise = (name: string) =>
        sql`update outbox_target set off_at = off_at || '1' where name = ${name}`.execute(tx);
      await raise(first);
      ready += 1;
      while (ready < 2) await new Promise(setImmediate);
      await raise(second);
    });
  const changes = [change('left', 'right'), change('right', 'left')];
  await clock.untilWaiting();
  await Promise.any(changes);
  let inside = 0;
  const useOne = () =>
    two.connection().execute(async () => {
      inside += 1;
      while (inside < 2) await new Promise(setImmediate);
    });
  await Promise.all([useOne(), useOne()]);
  await clock.advance(40);
  await Promise.all(changes);
  await two.destroy();
  expect(tries).toBe(3);
  const rows = await db.selectFrom('outbox_target').selectAll().orderBy('name').execute();
  expect(rows).toEqual(names.map((name) => ({ name, off_at: '011' })));
});
