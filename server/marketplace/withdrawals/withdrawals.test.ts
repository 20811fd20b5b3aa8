import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestState, testState } from '../../../test/fixtures/marketplace/state/test-state.js';
import { mailTarget } from '../outbox/outbox.js';
import type { StateDb } from '../state/state-store.js';
import { declareWithdrawal, mailReceipt } from './withdrawals.js';

const [day, now] = [86_400_000, new Date('2026-07-15T12:00:00Z')];
const later = (ms: number): Date => new Date(now.getTime() + ms);
let folder: string;
let state: TestState;
let db: StateDb;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'withdrawals-'));
  state = await testState(folder);
  db = await state.open();
});
afterEach(async () => {
  await db.destroy();
  await state.remove();
  rmSync(folder, { recursive: true });
});

const declaration = (email = 'anna@canary.example') =>
  ({ key: randomUUID(), name: 'Anna', orderId: 'ULU-17', email, locale: 'de-DE', country: 'DE' }) as const;
const mailed = async (number: string, at = now, canMail = true) => {
  const from = { name: 'Shop', address: 'shop@shop.example' };
  const wish = { number, from, subject: 'S', text: 'T', locale: 'de-DE', country: 'DE' } as const;
  return (await mailReceipt(db, wish, canMail, at)).isMailed;
};
const messages = () => db.selectFrom('outbox').select(['id', 'type', 'target']).execute();

test('a repeated declaration gets number and time of the first one, and is reported once', async () => {
  const asked = declaration();
  const first = await declareWithdrawal(db, asked, ['ops'], now);
  expect(first.receivedAt).toBe(now.toISOString());
  expect(await declareWithdrawal(db, asked, ['ops'], later(5000))).toEqual(first);
  expect(await messages()).toMatchObject([{ type: 'withdrawal.declared', target: 'ops' }]);
  const { number } = await declareWithdrawal(db, declaration(), ['ops'], now);
  expect(number).not.toBe(first.number);
});

test('a receipt is mailed once, if there is a mail server', async () => {
  const { number } = await declareWithdrawal(db, declaration(), [], now);
  expect(await mailed(number, now, false)).toBe(false);
  expect(await messages()).toEqual([]);
  for (let time = 0; time < 2; time++) expect(await mailed(number)).toBe(true);
  expect(await messages()).toMatchObject([{ id: `mail_${number}`, type: 'withdrawal.receipt' }]);
  await expect(mailed('W-0000-0000-0000')).rejects.toMatchObject({ code: 'not_found' });
});

test('an address gets five receipts a day, however many declarations there are', async () => {
  const declare = async (at: Date, email?: string) => (await declareWithdrawal(db, declaration(email), [], at)).number;
  const numbers: string[] = [];
  const results: boolean[] = [];
  for (let count = 0; count < 6; count++) {
    numbers.push(await declare(now));
    results.push(await mailed(numbers[count] ?? ''));
  }
  expect(results).toEqual([true, true, true, true, true, false]);
  // A mailed receipt stays mailed.
  expect(await mailed(numbers[0] ?? '')).toBe(true);
  expect(await mailed(await declare(now, 'berta@canary.example'))).toBe(true);
  expect(await mailed(await declare(later(day)), later(day))).toBe(true);
});

test('two thousand receipts are mailed a day, whatever webhooks get', async () => {
  const { number } = await declareWithdrawal(db, declaration(), [], now);
  const hour = later(-3_600_000).toISOString();
  const rest = { type: 't', body: '', next_at: hour };
  const put = async (count: number, target: string, created_at: string) => {
    const rows = Array.from({ length: count }, () => ({ ...rest, id: randomUUID(), target, created_at }));
    for (let at = 0; at < count; at += 500)
      await db
        .insertInto('outbox')
        .values(rows.slice(at, at + 500))
        .execute();
  };
  await put(1, 'ops', hour);
  await put(1, mailTarget, later(-day).toISOString());
  await put(2000, mailTarget, hour);
  expect(await mailed(number)).toBe(false);
  const { id } = await db
    .selectFrom('outbox')
    .select('id')
    .where('target', '=', mailTarget)
    .where('created_at', '=', hour)
    .limit(1)
    .executeTakeFirstOrThrow();
  await db.deleteFrom('outbox').where('id', '=', id).execute();
  expect(await mailed(number)).toBe(true);
});
