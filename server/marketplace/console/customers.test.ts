import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { dateOf } from '../../clock/clock.js';
import { openStateStore, type StateDb } from '../state/state-store.js';
import { closeCase, customersOf, searchesOf } from './customers.js';
import { lastActs, operatorOf, signIn, signOut } from './sessions.js';

const [minute, day] = [60_000, 86_400_000];
const [token, former] = ['a-token-of-the-operator', 'its-former-token'];
let dataDir: string;
let db: StateDb;
let clock: ManualClock;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'customers-'));
  db = await openStateStore(dataDir);
  clock = new ManualClock();
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true });
});

const context = () => ({ requestId: 'r', clock });
const enter = async (credential = token) => (await signIn(db, [token, former], { credential }, context())).session;
const who = (session: string, tokens = [token, former]) => operatorOf(db, tokens, session, context());
const ago = (ms: number): string => new Date(clock.now() - ms).toISOString();
const gone = { code: 'token' };

test('a session ends without use, after half a day, with its token, and by signing out, without an effect on others', async () => {
  const [used, idle, left] = [await enter(), await enter(), await enter()];
  const ofFormer = await enter(former);
  await expect(who(ofFormer, [token])).rejects.toMatchObject(gone);
  expect((await who(ofFormer)).roles).toEqual(['owner']);
  await signOut(db, await who(left), left);
  await expect(who(left)).rejects.toMatchObject(gone);
  for (let passed = 20; passed < 12 * 60; passed += 20) {
    await clock.advance(20 * minute);
    await who(used);
    if (passed === 20) await who(idle);
    if (passed === 60) await expect(who(idle)).rejects.toMatchObject(gone);
  }
  await clock.advance(20 * minute);
  await expect(who(used)).rejects.toMatchObject(gone);
  const { acts } = await lastActs(db);
  expect(acts.map(({ event }) => event)).toEqual(['signed_out', ...Array(4).fill('signed_in')]);
  // A part of its digest names a session.
  expect(acts.map(({ session }) => session.length)).toEqual(Array(5).fill(10));
  expect(acts[0]?.session).toBe(acts[2]?.session);
  const act = { at: ago(0), session: 's', person: null, event: 'signed_in', request_id: null } as const;
  await db
    .insertInto('operator_audit')
    .values(Array.from({ length: 200 }, (_, n) => ({ ...act, what: `${n}` })))
    .execute();
  const latest = (await lastActs(db)).acts.map(({ what }) => what);
  expect(latest).toEqual(Array.from({ length: 200 }, (_, n) => `${199 - n}`));
});

test('open messages are shown the oldest first, all of them the latest first, and each is closed once', async () => {
  const case_ = { locale: 'de-DE', handled_at: null };
  const withdrawal = { ...case_, name: 'Anna', order_id: 'ULU-1', email: 'anna@canary.example' };
  const report = { ...case_, product_id: 1, article: 'A 1', reason: 'other', text: 'Text', model_id: null } as const;
  for (const [id, age] of [
    ['late', 1],
    ['early', 3],
    ['closed', 2],
  ] as const) {
    await db
      .insertInto('withdrawal')
      .values({ ...withdrawal, id, created_at: ago(age * day) })
      .execute();
    await db
      .insertInto('data_report')
      .values({ ...report, id, created_at: ago(age * day) })
      .execute();
  }
  const operator = await who(await enter());
  const close = (kind: 'withdrawal' | 'dataReport', number: string) =>
    closeCase(db, operator, { credential: '', kind, number, locale: 'de-DE', country: 'DE' }, dateOf(clock));
  const shown = async (all: boolean) => {
    const { withdrawals, dataReports } = await customersOf(db, all, true);
    return [withdrawals ?? [], dataReports].map((cases) => cases.map(({ number }) => number));
  };
  const closedAt = dateOf(clock).toISOString();
  for (const kind of ['withdrawal', 'dataReport'] as const) {
    await close(kind, 'closed');
    clock.jump(minute);
    await close(kind, 'closed');
    clock.jump(-minute);
    await expect(close(kind, 'unknown')).rejects.toMatchObject({ code: 'not_found' });
  }
  expect(await shown(false)).toEqual([
    ['early', 'late'],
    ['early', 'late'],
  ]);
  expect(await shown(true)).toEqual([
    ['late', 'closed', 'early'],
    ['late', 'closed', 'early'],
  ]);
  const { withdrawals, dataReports } = await customersOf(db, true, true);
  for (const cases of [withdrawals ?? [], dataReports])
    expect(cases.map(({ handledAt }) => handledAt)).toEqual([null, closedAt, null]);
});

test('the last thirty carts that went to the checkout are shown in euros, the latest first', async () => {
  const cart = { locale: 'de-DE', country: 'DE', lines: 1, pieces: 2 };
  const row = (n: number) => ({ ...cart, id: String(n), created_at: ago(n * minute), total: 1000 + n });
  await db
    .insertInto('handover')
    .values(Array.from({ length: 31 }, (_, n) => row(n)))
    .execute();
  const { handovers } = await customersOf(db, false, true);
  expect(handovers.map(({ total }) => total)).toEqual(Array.from({ length: 30 }, (_, n) => (1000 + n) / 100));
});

test('the most frequent searches of ninety days are added up by language, and so are those without results', async () => {
  const put = (term: string, days: number, searches: number, without_results: number, language: 'de' | 'fr' = 'de') =>
    db
      .insertInto('search_count')
      .values({ day: ago(days * day).slice(0, 10), language, term, searches, without_results, corrected: 0 })
      .execute();
  await put('ölfilter', 0, 5, 0);
  await put('ölfilter', 90, 4, 1);
  await put('ölfilter', 91, 100, 100);
  await put('varta', 1, 8, 8);
  await put('varta', 1, 20, 0, 'fr');
  for (let n = 10; n < 60; n++) await put(`term ${n}`, 1, 1, 0);
  const { since, frequent, withoutResults } = await searchesOf(db, dateOf(clock));
  expect(since).toBe(ago(90 * day).slice(0, 10));
  expect(frequent.map(({ language, term, times }) => `${language} ${term} ${times}`)).toEqual([
    ...['fr varta 20', 'de ölfilter 9', 'de varta 8'],
    ...Array.from({ length: 47 }, (_, n) => `de term ${n + 10} 1`),
  ]);
  expect(withoutResults.map(({ term, times }) => [term, times])).toEqual([
    ['varta', 8],
    ['ölfilter', 1],
  ]);
});
