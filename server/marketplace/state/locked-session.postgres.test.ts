import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { json, startWeb, type Web } from '../../../test/doubles/web.js';
import { CartVisitor } from '../../../test/fixtures/marketplace/carts/visitor.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { startTestService, type TestService } from '../../../test/fixtures/marketplace/workers/service.js';
import { testClock } from '../../../test/support/ticking-clock.js';

let state: TestService;
let web: Web;
beforeAll(async () => {
  state = await startTestService('state');
  const url = `http://127.0.0.1:${state.service.port}`;
  const never = { generation: 'g1', offers: null, tagsOf: () => '', cacheControlOf: () => null };
  const marketplace = { ...never, url, calls: [], breakOn() {}, stop: async () => {} };
  web = await startWeb({ MARKETPLACE_SECONDS: '6' }, Promise.resolve(marketplace), testClock);
  await web.renew();
});
afterAll(async () => {
  await web.stop();
  await state.stop();
});

const add = async (cookie: string) => {
  const path = `/api/Warenkorb/Hinzufuegen/${ids.offerOf(1001, 'A')}`;
  return web.post(path, '{"quantity":1}', { ...json, ...(cookie && { cookie }) });
};

test('while the session of one visitor is locked and its adds fail, other visitors add', async () => {
  const locked = web.cookies(await add(''));
  const known = web.cookies(await add(''));
  const db = await state.state.open();
  const others: number[] = [];
  const failed: number[] = [];
  try {
    await db.transaction().execute(async (tx) => {
      const [first] = (
        await sql<{ id: string }>`select id from session order by created_at limit 1 for update`.execute(tx)
      ).rows;
      expect(first).toBeDefined();
      for (let round = 0; round < 3; round += 1) {
        const waiting = [add(locked), add(locked)];
        for (const cookie of ['', known, '']) others.push((await add(cookie)).status);
        for (const { status } of await Promise.all(waiting)) failed.push(status);
      }
    });
  } finally {
    await db.destroy();
  }
  expect(new Set(failed)).toEqual(new Set([503]));
  expect(others).toEqual(others.map(() => 200));
  expect((await add(locked)).status).toBe(200);
});

test('sixty writes of one locked session hold one connection, other visitors add, and the surplus is refused', async () => {
  const offer = ids.offerOf(1001, 'A');
  const locked = new CartVisitor(state);
  const known = new CartVisitor(state);
  for (const visitor of [locked, known]) expect((await visitor.add(offer)).status).toBe(200);
  const db = await state.state.open();
  const ends: string[] = [];
  const note = async (who: string, adding: ReturnType<CartVisitor['add']>): Promise<void> => {
    const { status, body } = await adding;
    ends.push(`${who} ${body.code ?? status}`);
  };
  try {
    await db.transaction().execute(async (tx) => {
      // The older one of the last two sessions belongs to the locked visitor.
      const { rows } = await sql`select id from session where id =
        (select id from session order by created_at desc limit 1 offset 1) for update`.execute(tx);
      expect(rows).toHaveLength(1);
      const surplus = Array.from({ length: 60 }, () => note('locked', locked.add(offer)));
      await Promise.all([note('known', known.add(offer)), note('new', new CartVisitor(state).add(offer))]);
      await Promise.all(surplus);
    });
  } finally {
    await db.destroy();
  }
  // All requests ended while the row was locked.
  const isLocked = (end: string): boolean => end.startsWith('locked');
  expect(ends.filter((end) => !isLocked(end)).sort()).toEqual(['known 200', 'new 200']);
  expect(new Set(ends.filter(isLocked))).toEqual(new Set(['locked unavailable']));
  expect((await locked.add(offer)).status).toBe(200);
});
