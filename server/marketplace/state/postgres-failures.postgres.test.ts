import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { CartVisitor } from '../../../test/fixtures/marketplace/carts/visitor.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { databaseAddress, makeDatabase } from '../../../test/fixtures/marketplace/state/test-state.js';
import { startTestService, type TestService } from '../../../test/fixtures/marketplace/workers/service.js';
import { type PostgresServer, startPostgres } from '../../../test/support/postgres.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { until } from '../../../test/support/until.js';
import { followTextOverrides } from '../text-overrides/follow-text-overrides.js';
import { migrations } from './migrations.js';
import { doneMigrations, openPostgresState } from './postgres.js';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
  await server.ask("create role shop login password 'right'");
});
afterAll(() => server.remove());
let output: string;
beforeEach(() => {
  output = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    output += text;
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const open = (address: string, patienceMs = 0, known = migrations) =>
  openPostgresState(address, known, { connections: 2, patienceMs, clock: testClock });
const refusal = (address: string): Promise<string> =>
  open(address).then(
    () => 'opened',
    (error: Error) => `${error.name}: ${error.message}`,
  );
const withPassword = (address: string, password: string): string => {
  const url = new URL(address);
  url.password = password;
  return url.href;
};

test('a start that cannot use a database names the reason without the password', async () => {
  for (const name of ['closed', 'standby', 'latin'])
    await server.ask(
      name === 'latin'
        ? "create database latin encoding 'LATIN1' locale 'C' locale_provider libc template template0"
        : `create database ${name}`,
    );
  await server.ask('alter database standby set default_transaction_read_only = on');
  await server.ask('grant connect on database closed to shop');
  const nobody = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => nobody.once('listening', resolve));
  const { port } = nobody.address() as { port: number };
  await new Promise((resolve) => nobody.close(resolve));
  const place = `PostgresRefused: PostgreSQL at 127.0.0.1:${server.port}`;
  expect(await refusal(`postgres://shop:geheim@127.0.0.1:${port}/closed`)).toBe(
    `PostgresRefused: PostgreSQL at 127.0.0.1:${port}/closed cannot be reached (ECONNREFUSED).`,
  );
  expect(await refusal(withPassword(server.address('closed', 'shop'), 'geheim'))).toBe(
    `${place}/closed refuses user or password. Both are in DATABASE_URL.`,
  );
  expect(await refusal(server.address('closed', 'shop'))).toMatch(/refuses user or password/);
  expect(await refusal(server.address('missing'))).toMatch(/\/missing has no database of this name\. Make it/);
  expect(await refusal(withPassword(server.address('closed', 'shop'), 'right'))).toMatch(
    /does not let this user make tables: grant create on schema public/,
  );
  expect(await refusal(server.address('standby'))).toMatch(/is read-only: it is a standby/);
  expect(await refusal(server.address('latin'))).toMatch(/keeps texts as LATIN1; make the database with encoding UTF8/);
  expect(await refusal(`${server.address('closed')}?sslmode=verify-full`)).toMatch(/cannot be spoken to with TLS/);
  expect(output).not.toMatch(/geheim|right@/);
});

test('parallel starts create the tables once, with wide numbers and texts that compare by bytes', async () => {
  const address = await makeDatabase(true);
  const all = await Promise.all([1, 2, 3, 4].map(() => open(address)));
  const [db] = all;
  if (!db) throw new Error('nothing was opened');
  expect(await doneMigrations(db)).toEqual(Object.keys(migrations));
  const { rows } = await sql<{ type: string; collation: string | null; columns: number }>`
    select data_type as type, collation_name as collation, count(*) as columns from information_schema.columns
    where table_schema = current_schema() and table_name not like 'kysely%' group by 1, 2 order by 1`.execute(db);
  expect(rows.map(({ type, collation }) => [type, collation])).toEqual([
    ['bigint', null],
    ['double precision', null],
    ['text', 'C'],
  ]);
  for (const each of all) await each.destroy();
});

test('a later version may have migrated the tables, and unknown migrations that lack ours are refused', async () => {
  const address = await makeDatabase(true);
  const later = { ...migrations, '9999-of-tomorrow': { up: async () => {} } };
  await (await open(address, 0, later)).destroy();
  const db = await open(address);
  expect(await doneMigrations(db)).toContain('9999-of-tomorrow');
  const [first = ''] = Object.keys(migrations);
  await sql`delete from kysely_migration where name = ${first}`.execute(db);
  await db.destroy();
  await expect(open(address)).rejects.toThrow(/written by another version of the shop \(9999-of-tomorrow\)/);
});

test('a failed migration leaves nothing behind', async () => {
  const address = await makeDatabase(true);
  const broken = {
    ...migrations,
    '9001-half': {
      async up(db: Parameters<(typeof migrations)[string]['up']>[0]) {
        await sql`create table half (id integer primary key)`.execute(db);
        throw new Error('the power is gone');
      },
    },
  };
  await expect(open(address, 0, broken)).rejects.toThrow('the power is gone');
  const db = await open(address);
  const { rows } = await sql`select 1 from information_schema.tables where table_name = 'half'`.execute(db);
  expect(rows).toEqual([]);
  await db.destroy();
});

/** A shop on a database of the server that these tests kill. */
async function startShop(database: string): Promise<TestService> {
  await server.ask(`create database ${database}`);
  return startTestService('state', 200, { databaseUrl: server.address(database), databaseConnections: 4 });
}
const offer = ids.offerOf(1001, 'A');
const keyed = () => ({ 'idempotency-key': randomUUID() });

test('a killed server ends no process: calls are refused, no acknowledged add is lost, and the shop recovers', async () => {
  const shop = await startShop('killed');
  const visitor = new CartVisitor(shop);
  await visitor.add(offer);
  let acknowledged = 1;
  const refused = new Set<number>();
  let isOver = false;
  // Repeats each add with the same key until it is acknowledged.
  const shopper = async (): Promise<void> => {
    while (!isOver) {
      const key = keyed();
      const wanted = ids.offerOf(1001 + (acknowledged % 20), 'A');
      for (let status = 0; status !== 200; ) {
        ({ status } = await visitor.add(wanted, 1, '', key));
        if (status !== 200) {
          refused.add(status);
          await shop.call('/readyz');
        }
      }
      acknowledged += 1;
    }
  };
  const shoppers = [shopper(), shopper(), shopper()];
  await until('some are acknowledged', () => acknowledged > 10);
  await server.kill();
  await until('a call is refused', () => refused.size > 0);
  expect((await shop.call('/readyz')).status).toBe(200);
  await server.start();
  const before = acknowledged;
  await until('adds are acknowledged again', () => acknowledged > before + 10);
  isOver = true;
  await Promise.all(shoppers);
  expect([[...refused], output.split('\n').filter((line) => line.includes('request_failed'))]).toEqual([[503], []]);
  expect((await visitor.cart()).countArticles).toBe(acknowledged);
  expect(output).toMatch(/"event":"state_unavailable"/);
  await shop.stop();
});

test('a connection that breaks fails no other call, whether it is idle or in use', async () => {
  const shop = await startShop('cut');
  const visitor = new CartVisitor(shop);
  await visitor.add(offer);
  const cut = () =>
    server.ask(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'cut' and pid <> pg_backend_pid()",
    );
  await cut();
  // Immediately, before the process may have noticed.
  expect((await visitor.cart()).countArticles).toBe(1);
  await cut();
  expect((await visitor.add(offer)).status).toBe(200);
  const db = await shop.state.open();
  const read = async () => (await sql<{ one: number }>`select 1 as one`.execute(db)).rows;
  expect(await read()).toEqual([{ one: 1 }]);
  // While this process waits, it cannot notice.
  const program = `import pg from 'pg';
    const client = new pg.Client({ connectionString: process.argv[1] });
    await client.connect();
    await client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'cut'");
    await client.end();`;
  execFileSync(process.execPath, ['--input-type=module', '-e', program, server.address()]);
  expect(await read()).toEqual([{ one: 1 }]);
  const inTheMiddle = db.transaction().execute(async (tx) => {
    await sql`update session set changed_at = changed_at`.execute(tx);
    await cut();
    await sql`select 1`.execute(tx);
  });
  await expect(inTheMiddle).rejects.toMatchObject({ code: 'unavailable' });
  expect((await visitor.add(offer)).status).toBe(200);
  await db.destroy();
  await shop.stop();
});

test('a call that waits too long for a locked row is refused, and the row is free again', async () => {
  const shop = await startShop('held');
  const visitor = new CartVisitor(shop);
  await visitor.add(offer);
  const db = await shop.state.open();
  await db.transaction().execute(async (tx) => {
    await sql`update session set changed_at = changed_at`.execute(tx);
    expect(await visitor.add(offer)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  });
  expect((await visitor.add(offer)).status).toBe(200);
  expect(output).toMatch(/has waited too long for a lock/);
  await db.destroy();
  await shop.stop();
});

test('a read-only server refuses changes and answers reads, until it is writable again', async () => {
  const shop = await startShop('turned');
  const visitor = new CartVisitor(shop);
  await visitor.add(offer);
  await server.ask('alter database turned set default_transaction_read_only = on');
  await server.ask("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'turned'");
  expect((await visitor.add(offer)).status).toBe(503);
  expect((await visitor.cart()).countArticles).toBe(1);
  await server.ask('alter database turned reset default_transaction_read_only');
  await until('changes are taken again', async () => (await visitor.add(offer)).status === 200);
  expect(output).toMatch(/is read-only/);
  await shop.stop();
});

test('a commit whose wait for the standby was cancelled is reported as a failure, and its repetition changes nothing', async () => {
  const shop = await startShop('waits');
  const visitor = new CartVisitor(shop);
  await visitor.add(offer);
  await server.ask("alter system set synchronous_standby_names = 'nobody'");
  await server.ask('select pg_reload_conf()');
  const key = keyed();
  const waiting = visitor.add(offer, 1, '', key);
  const blocked = "from pg_stat_activity where datname = 'waits' and wait_event = 'SyncRep'";
  await until('it waits for the standby', async () => (await server.ask(`select 1 ${blocked}`)).length > 0);
  await server.ask(`select pg_cancel_backend(pid) ${blocked}`);
  expect(await waiting).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(output).toMatch(/may not have kept it on two machines/);
  await server.ask('alter system reset synchronous_standby_names');
  await server.ask('select pg_reload_conf()');
  expect((await visitor.add(offer, 1, '', key)).body.cartData.countArticles).toBe(2);
  await shop.stop();
});

test('texts that cannot be compared during an outage are reported as an outage, not as a fault of the program', async () => {
  await server.ask('create database silent');
  const db = await open(server.address('silent'));
  await server.ask('alter database silent allow_connections false');
  await server.ask("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'silent'");
  const texts = followTextOverrides({ db, clock: testClock, served: () => '', serve: async () => {} });
  await until('a look has failed', () => output.includes('text_overrides_not_served'));
  expect(output).toMatch(/"event":"text_overrides_not_served",[^\n]*"reason":"PostgreSQL cannot be reached\."/);
  expect(output).not.toContain('fault of the program');
  await texts.stop();
  await db.destroy();
});

test('a text that PostgreSQL cannot store is refused as invalid', async () => {
  const db = await open(databaseAddress(new URL(await makeDatabase()).pathname.slice(1)));
  const row = { id: 'W-1', created_at: '', name: 'a\0b', order_id: 'O', email: 'e', locale: 'de-DE' };
  await expect(db.insertInto('withdrawal').values(row).execute()).rejects.toMatchObject({ code: 'invalid' });
  await db.destroy();
});
