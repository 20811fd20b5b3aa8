import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openStateStore } from '../store/state-store.js';
import { cutoffOf, forgetExpired, retentionRules } from './retention.js';

const now = new Date('2026-07-15T12:00:00.000Z');

test('carts and sessions are kept 30 days, what undoes a change one, the audit 12 months, messages 3, withdrawals 48 (D71)', () => {
  expect(retentionRules.map((rule) => [rule.table, rule.column, cutoffOf(rule, now)])).toEqual([
    ['session', 'changed_at', '2026-06-15T12:00:00.000Z'],
    ['idempotency', 'created_at', '2026-07-14T12:00:00.000Z'],
    ['cart_snapshot', 'created_at', '2026-07-14T12:00:00.000Z'],
    ['cart_audit', 'at', '2025-07-15T12:00:00.000Z'],
    ['outbox', 'created_at', '2026-04-15T12:00:00.000Z'],
    ['withdrawal', 'created_at', '2022-07-15T12:00:00.000Z'],
  ]);
});

test('a row goes when its time is over, and not a millisecond earlier', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'retention-'));
  const db = await openStateStore(folder);
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
  await db.destroy();
  rmSync(folder, { recursive: true });
});
