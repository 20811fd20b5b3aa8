import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CartVisitor } from '../../../test/fixtures/marketplace/carts/visitor.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { makeDatabase } from '../../../test/fixtures/marketplace/state/test-state.js';
import { patientClock, startTestService } from '../../../test/fixtures/marketplace/workers/service.js';
import { hasPgbouncer, startPgbouncer } from '../../../test/support/pgbouncer.js';
import { until } from '../../../test/support/until.js';

/** PgBouncer is a package of the system. Without it the test is skipped. */
beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
});

if (!hasPgbouncer)
  console.warn('Nothing is proven behind PgBouncer, which is not installed: apt-get install pgbouncer');
(hasPgbouncer ? test : test.skip)('behind PgBouncer in transaction mode all is as without it', async () => {
  const bouncer = await startPgbouncer(await makeDatabase(true));
  // Two processes create the tables through it in parallel.
  const settings = { databaseUrl: bouncer.address };
  const [one, other] = await Promise.all([
    startTestService('state', 200, settings, patientClock),
    startTestService('state', 200, settings, patientClock),
  ]);
  const visitor = new CartVisitor(one);
  const offer = ids.offerOf(1001, 'A');
  await visitor.add(offer);
  const at = (turn: number) => Object.assign(new CartVisitor(turn % 2 ? one : other), { sid: visitor.sid });
  const answers = await Promise.all(Array.from({ length: 120 }, (_, turn) => at(turn).add(offer)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(98);
  expect((await visitor.cart()).countArticles).toBe(99);
  // Settings of a transaction end with it.
  const client = new Client({ connectionString: bouncer.address });
  await client.connect();
  for (const setting of ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout'])
    expect((await client.query(`show ${setting}`)).rows).toEqual([{ [setting]: '0' }]);
  await client.end();
  // PgBouncer restarts. A write that is repeated with its key counts once.
  await bouncer.kill();
  const key = { 'idempotency-key': randomUUID() };
  const disc = ids.offerOf(1002, 'A');
  expect((await visitor.add(disc, 1, '', key)).status).toBe(503);
  await bouncer.start();
  await until('adds are taken again', async () => (await visitor.add(disc, 1, '', key)).status === 200);
  expect((await visitor.cart()).countArticles).toBe(100);
  await one.stop();
  await other.stop();
  await bouncer.remove();
});
