import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { dateOf } from '../../clock/clock.js';
import { holdFeed } from '../import/held-feeds.js';
import type { ShopId } from '../program/shop-choice.js';
import { openStateStore } from '../state/state-store.js';
import { startHeldFeeds } from './held.js';

test('a dropped feed cancels the import of its sender, and no other', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'held-'));
  const db = await openStateStore(dataDir);
  const clock = new ManualClock();
  const feed = {
    reason: 'too few rows',
    mode: 'full',
    mapping: { columns: {}, values: {}, constants: {} },
    encoding: null,
  } as const;
  const at = dateOf(clock).toISOString();
  mkdirSync(join(dataDir, 'imports'));
  const names = await Promise.all(
    [7, 8].map(async (shop, second) => {
      const shop_id = shop as ShopId;
      const now = new Date(clock.now() + second * 1000);
      const name = holdFeed(dataDir, { ...feed, files: [], shop: { id: shop_id } }, now);
      const report = `${shop}.summary.json`;
      const counts = { seconds: 1, rows: 1, rejected: 0, leftOut: 0, reasons: {} };
      const summary = { kind: 'offers', files: [], outcome: 'held', refusal: null, held: name, generation: null };
      writeFileSync(join(dataDir, 'imports', report), JSON.stringify({ ...summary, ...counts, startedAt: at }));
      const row = {
        id: `import-${shop}`,
        shop_id,
        source: 'file',
        mode: 'full',
        is_dry_run: 0,
        created_at: at,
      } as const;
      await db
        .insertInto('merchant_import')
        .values({ ...row, status: 'held', report })
        .execute();
      return name;
    }),
  );
  const held = startHeldFeeds({ db, dataDir, clock, importProgram: undefined });
  const acts: unknown[] = [];
  const operator = { session: 's', note: async (_: unknown, act: unknown) => void acts.push(act) };
  expect(await held.decide(operator, names[0] ?? '', 'drop')).toBe(true);
  expect(await db.selectFrom('merchant_import').select(['id', 'status', 'ended_at']).orderBy('id').execute()).toEqual([
    { id: 'import-7', status: 'cancelled', ended_at: at },
    { id: 'import-8', status: 'held', ended_at: null },
  ]);
  expect([held.list().map(({ name }) => name), acts]).toEqual([
    [names[1]],
    [{ event: 'held_dropped', what: names[0] }],
  ]);
  await held.stop();
  await db.destroy();
  rmSync(dataDir, { recursive: true });
});
