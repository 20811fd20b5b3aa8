import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { testState } from '../../../test/fixtures/marketplace/state/test-state.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { until } from '../../../test/support/until.js';
import {
  ClockWatch,
  cutoffOf,
  forgetExpired,
  forgetSurplusSessions,
  retentionRules,
  startRetention,
} from './retention.js';

const now = new Date('2026-07-15T12:00:00.000Z');

test('carts and sessions are kept 30 days, snapshots one day, the audit 12 months, counted searches 90 days, messages 3 months, checkouts 12, reported errors 12, withdrawals 48 (D71)', () => {
  expect(retentionRules.map((rule) => [rule.table, rule.column, cutoffOf(rule, now)])).toEqual([
    ['session', 'changed_at', '2026-06-15T12:00:00.000Z'],
    ['idempotency', 'created_at', '2026-07-14T12:00:00.000Z'],
    ['merchant_key', 'created_at', '2026-07-14T12:00:00.000Z'],
    ['merchant_preview', 'created_at', '2026-07-14T12:00:00.000Z'],
    ['cart_snapshot', 'created_at', '2026-07-14T12:00:00.000Z'],
    ['cart_audit', 'at', '2025-07-15T12:00:00.000Z'],
    ['session_move', 'moved_at', '2026-07-15T11:00:00.000Z'],
    ['merchant_session', 'created_at', '2026-07-15T00:00:00.000Z'],
    ['merchant_audit', 'at', '2025-07-15T12:00:00.000Z'],
    ['operator_session', 'created_at', '2026-07-15T00:00:00.000Z'],
    ['operator_audit', 'at', '2025-07-15T12:00:00.000Z'],
    ['search_count', 'day', '2026-04-16T12:00:00.000Z'],
    ['outbox', 'created_at', '2026-04-15T12:00:00.000Z'],
    ['handover', 'created_at', '2025-07-15T12:00:00.000Z'],
    ['data_report', 'created_at', '2025-07-15T12:00:00.000Z'],
    ['withdrawal', 'created_at', '2022-07-15T12:00:00.000Z'],
  ]);
});

test('a row is deleted at the end of its period, and not a millisecond earlier', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'retention-'));
  const state = await testState(folder);
  const db = await state.open();
  const declared = { name: 'N', order_id: 'O', email: 'n@o.example', locale: 'de-DE' };
  await db
    .insertInto('withdrawal')
    .values([
      { id: 'over', created_at: '2022-07-15T12:00:00.000Z', ...declared },
      { id: 'kept', created_at: '2022-07-15T12:00:00.001Z', ...declared },
    ])
    .execute();
  await forgetExpired(db, now);
  expect(await db.selectFrom('withdrawal').select('id').execute()).toEqual([{ id: 'kept' }]);
  // More rows than one statement deletes, each of its own time.
  const old = (at: number) => new Date(Date.UTC(2020, 0, 1) + at * 1000).toISOString();
  for (let from = 0; from < 4500; from += 500) {
    const rows = Array.from({ length: 500 }, (_, at) => ({
      id: `${from + at}`,
      created_at: old(from + at),
      ...declared,
    }));
    await db.insertInto('withdrawal').values(rows).execute();
  }
  await forgetExpired(db, now);
  expect(await db.selectFrom('withdrawal').select('id').execute()).toEqual([{ id: 'kept' }]);
  await db.destroy();
  await state.remove();
  rmSync(folder, { recursive: true });
});

test('surplus sessions are deleted: empty ones first, the oldest first', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'retention-'));
  const state = await testState(folder);
  const db = await state.open();
  const at = (minute: number): string => `2026-07-15T12:0${minute}:00.000Z`;
  const session = (id: string, minute: number) => ({ id, audit_name: id, created_at: at(0), changed_at: at(minute) });
  await db
    .insertInto('session')
    .values([session('old-cart', 0), session('old-empty', 1), session('new-empty', 2), session('new-cart', 3)])
    .execute();
  const line = { offer_id: 1, model_id: '', quantity: 1, seen_price: 100, snapshot: '{}', created_at: at(0) };
  await db
    .insertInto('cart_line')
    .values(
      ['old-cart', 'new-cart'].flatMap((id) =>
        [1, 2].map((offer) => ({ ...line, id: `${id}${offer}`, session_id: id, offer_id: offer })),
      ),
    )
    .execute();
  const left = async (): Promise<string[]> =>
    (await db.selectFrom('session').select('id').orderBy('changed_at').execute()).map(({ id }) => id);
  expect(await forgetSurplusSessions(db, 4)).toBe(0);
  expect(await forgetSurplusSessions(db, 3)).toBe(1);
  expect(await left()).toEqual(['old-cart', 'new-empty', 'new-cart']);
  expect(await forgetSurplusSessions(db, 1)).toBe(2);
  expect(await left()).toEqual(['new-cart']);
  // A session with a login does not count as empty.
  const account = { id: 'user', issuer: 'https://id.example', subject: 'x', created_at: at(0) };
  await db.insertInto('account').values(account).execute();
  const own = { ...session('of-user', 4), user_id: account.id };
  await db
    .insertInto('session')
    .values([own, { ...session('newest-empty', 5), user_id: null }])
    .execute();
  expect(await forgetSurplusSessions(db, 2)).toBe(1);
  expect(await left()).toEqual(['new-cart', 'of-user']);
  await db.destroy();
  await state.remove();
  rmSync(folder, { recursive: true });
});

test('nothing is deleted for an hour if the clock is implausible', async () => {
  const day = 24 * 3_600_000;
  const clock = new ManualClock();
  const watch = new ClockWatch(clock.now() - 0.9 * day, clock);
  const pass = async (ofClock: number, really: number): Promise<number> => {
    clock.jump((ofClock - really) * day);
    await clock.advance(really * day);
    return watch.hoursAhead();
  };
  expect([await pass(0, 0), await pass(40, 0), await pass(1, 1)]).toEqual([0, 960, 0]);
  expect([await pass(-40, 1), await pass(40, 1)]).toEqual([0, 936]);
  const began = [NaN, clock.now() - 2 * day].map((newest) => new ClockWatch(newest, clock).hoursAhead());
  expect(began).toEqual([0, 48]);
  // A whole day without a visitor is still plausible.
  expect([await pass(1, 0), await pass(1 + 1 / day, 0)]).toEqual([0, 24]);

  const folder = mkdtempSync(join(tmpdir(), 'retention-'));
  const state = await testState(folder);
  const db = await state.open();
  const at = (days: number): string => new Date(clock.now() - days * day).toISOString();
  const begin = (days: number, id: string) =>
    db
      .insertInto('session')
      .values({ id, audit_name: id, created_at: at(days), changed_at: at(days) })
      .execute();
  const left = async () => (await db.selectFrom('session').select('id').execute()).map(({ id }) => id);
  await begin(40, 'of another time');
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  void startRetention(db, folder, clock)();
  await until('it says that the clock is ahead', () => stderr.mock.calls.join().includes('clock_ahead'));
  stderr.mockRestore();
  expect(await left()).toEqual(['of another time']);
  await begin(0, 'of now');
  void startRetention(db, folder, clock)();
  await until('the old one is gone', async () => (await left()).join() === 'of now');
  await db.destroy();
  await state.remove();
  rmSync(folder, { recursive: true });
});
