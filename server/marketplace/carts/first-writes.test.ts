import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CartVisitor } from '../../../test/fixtures/marketplace/carts/visitor.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { startTestService, type TestService } from '../../../test/fixtures/marketplace/workers/service.js';
import { isLong } from '../../../test/support/sample.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { dateOf } from '../../clock/clock.js';
import { callHeaders } from '../../contract/call-headers.js';
import { forgetExpired } from './retention.js';
import { sessionDays } from './sessions.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService('state');
});
afterAll(() => service.stop());

const offers = Array.from({ length: 6 }, (_, at) => ids.offerOf(1001 + at, 'A'));
/** The call of a browser that has just got this session from the web tier. */
const firstCall = (): Record<string, string> => ({
  [callHeaders.sessionIsSigned]: '1',
  'idempotency-key': randomUUID(),
});
const visitorWith = (sid: string): CartVisitor => Object.assign(new CartVisitor(service), { sid });

/** Adds one piece of each offer at once and returns the statuses. */
async function addAtOnce(sid: string, of: readonly number[]): Promise<number[]> {
  const answers = await Promise.all(of.map((offer) => visitorWith(sid).add(offer, 1, '', firstCall())));
  return answers.map(({ status }) => status);
}

test('parallel first writes of a visitor share one session and count once each', async () => {
  const [groups, atOnce] = isLong ? [2500, 10] : [40, 5];
  const addGroup = async (group: number): Promise<void> => {
    const sid = randomUUID();
    const added = offers.slice(0, 2 + (group % 5));
    expect(await addAtOnce(sid, added)).toEqual(added.map(() => 200));
    const { cartArticles } = await visitorWith(sid).cart();
    const kept = cartArticles.map((line: { quantity: number }) => line.quantity);
    expect(kept).toEqual(added.map(() => 1));
  };
  for (let first = 0; first < groups; first += atOnce)
    await Promise.all(Array.from({ length: atOnce }, (_, at) => addGroup(first + at)));
});

test('parallel writes of an expired session begin one empty cart', async () => {
  const sid = randomUUID();
  const [old = 0, ...others] = offers;
  expect(await addAtOnce(sid, [old])).toEqual([200]);
  testClock.pass((sessionDays * 24 + 1) * 3_600_000);
  const db = await service.state.open();
  await forgetExpired(db, dateOf(testClock));
  await db.destroy();
  expect(await addAtOnce(sid, others)).toEqual(others.map(() => 200));
  expect((await visitorWith(sid).cart()).countArticles).toBe(others.length);
  const trail = await service.query<{ cart: string }>(sql`select cart from cart_audit order by id desc limit 6`);
  const carts = trail.map(({ cart }) => cart);
  expect(new Set(carts.slice(0, 5)).size).toBe(1);
  expect(carts[5]).not.toBe(carts[0]);
});

test('a change while the clock is forty days ahead keeps the cart', async () => {
  const sid = randomUUID();
  const ahead = 40 * 24 * 3_600_000;
  const [before = 0, meanwhile = 0] = offers;
  await addAtOnce(sid, [before]);
  testClock.pass(ahead);
  expect((await visitorWith(sid).cart()).countArticles).toBe(1);
  expect(await addAtOnce(sid, [meanwhile])).toEqual([200]);
  testClock.pass(-ahead);
  expect((await visitorWith(sid).cart()).countArticles).toBe(2);
});
