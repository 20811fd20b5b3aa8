import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { makeDatabase } from '../../../test/fixtures/marketplace/state/test-state.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { OfferWriter } from '../offer-store/offer-writer.js';
import { openStateAt } from '../state/state-place.js';
import { openStateStore, type StateDb } from '../state/state-store.js';
import type { StateTables } from '../state/state-tables.js';
import { runOperatorCommand } from './cli.js';

let folders: string[];
let databaseUrl: string;
beforeEach(async () => {
  folders = ['from', 'to'].map((name) => mkdtempSync(join(tmpdir(), `move-${name}-`)));
  databaseUrl = await makeDatabase();
});
afterEach(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const folder = (at: number): string => folders[at] ?? '';
async function operate(dataDir: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  const environment = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  const code = await runOperatorCommand(args, environment, testClock, (line) => lines.push(line));
  return { code, output: lines.join('\n') };
}
async function inState<T>(db: Promise<StateDb>, work: (db: StateDb) => Promise<T>): Promise<T> {
  const opened = await db;
  try {
    return await work(opened);
  } finally {
    await opened.destroy();
  }
}
const at = '2026-11-22T12:00:00.000Z';

/** Writes rows into all tables that refer to each other: more than one page, with many kinds of letters. */
async function fill(db: Kysely<StateTables>): Promise<void> {
  await db
    .insertInto('account')
    .values({ id: 'u', issuer: 'https://id.example', subject: 'Ł', created_at: at })
    .execute();
  await db
    .insertInto('session')
    .values({ id: 's', audit_name: 'a', created_at: at, changed_at: at, user_id: 'u' })
    .execute();
  await db.insertInto('session_move').values({ id: 'former', session_id: 's', moved_at: at }).execute();
  const line = { session_id: 's', quantity: 2, seen_price: 1999, snapshot: '{"name":"Bremsscheibe – «größer»"}' };
  const lines = Array.from({ length: 1203 }, (_, index) => ({
    ...line,
    id: `line-${index}`,
    offer_id: 3_000_000_000 + index,
    model_id: index % 2 ? 'Ä' : '',
    created_at: at,
  }));
  for (let from = 0; from < lines.length; from += 500)
    await db
      .insertInto('cart_line')
      .values(lines.slice(from, from + 500))
      .execute();
  await db.deleteFrom('cart_line').where('id', '=', 'line-7').execute();
  await db.insertInto('saved_vehicle').values({ user_id: 'u', model_id: '5001', created_at: at }).execute();
  const feed = { name: 'f', settings: 'd', named_at: at, next_at: at, seconds: 1.5, told: null };
  await db.insertInto('feed').values(feed).execute();
  const run = { rows: 1, rejected: 0, left_out: 0, held: 0, seconds: 0.1, reason: null, reasons: '[]', report: null };
  await db
    .insertInto('feed_run')
    .values({ ...run, feed: 'f', started_at: at, status: 'completed', is_unchanged: 0 })
    .execute();
  const counts = { searches: 5, without_results: 0, corrected: 1 };
  await db
    .insertInto('search_count')
    .values(
      ['öl', 'Zange', 'zange', 'ñ', '日本'].map((term) => ({ day: '2026-11-22', language: 'de', term, ...counts })),
    )
    .execute();
}

test('move carries all rows there and back unchanged, and numbers continue', async () => {
  await inState(openStateStore(folder(0)), fill);
  const there = await operate(folder(0), 'move', 'sqlite', 'postgres');
  expect(there).toMatchObject({ code: 0 });
  expect(there.output).toMatch(/^ *cart_line +1,202 +[0-9a-f]{64}$/m);
  expect(there.output).toContain('The source still has it in');
  const last = await inState(openStateAt({ clock: testClock, dataDir: folder(1), databaseUrl }), async (db) => {
    await db.insertInto('saved_vehicle').values({ user_id: 'u', model_id: '5002', created_at: at }).execute();
    await db.deleteFrom('saved_vehicle').where('model_id', '=', '5002').execute();
    const { rows } = await sql<{ last: number }>`select max(position) as last from cart_line`.execute(db);
    return rows[0]?.last;
  });
  expect(last).toBe(1203);
  const back = await operate(folder(1), 'move', 'postgres', 'sqlite');
  expect(back).toMatchObject({ code: 0 });
  const tableOf = (output: string): string => output.slice(0, output.indexOf('All of it'));
  expect(tableOf(back.output)).toBe(tableOf(there.output));
  await inState(openStateStore(folder(1)), async (db) => {
    const line = await db.selectFrom('cart_line').selectAll().where('id', '=', 'line-1202').executeTakeFirstOrThrow();
    expect(line).toMatchObject({
      position: 1203,
      offer_id: 3_000_001_202,
      snapshot: expect.stringContaining('größer'),
    });
  });
});

test('move carries shops and offers there and back, and no folder gets those of another', async () => {
  const offersIn = (dataDir: string) => join(dataDir, 'offers.db');
  const query = (dataDir: string, statement: string) => {
    const database = new DatabaseSync(offersIn(dataDir), { readOnly: true });
    try {
      return database.prepare(statement).all();
    } finally {
      database.close();
    }
  };
  writeCatalogue(folder(0), { generation: 'g1' });
  await inState(openStateStore(folder(0)), fill);
  const rows = 'select * from offer order by id';
  const [before, epoch] = [query(folder(0), rows), query(folder(0), "select value from meta where key = 'epoch'")];
  const there = await operate(folder(0), 'move', 'sqlite', 'postgres');
  expect(there).toMatchObject({ code: 0, output: expect.stringMatching(/^ *offer_key +\d+ +[0-9a-f]{64}$/m) });
  expect(query(folder(0), rows)).toEqual(before);
  // A folder that follows offers is read-only without the database.
  expect(() => new OfferWriter(folder(0), () => null, testClock)).toThrow(/follow those in PostgreSQL/);
  const back = await operate(folder(1), 'move', 'postgres', 'sqlite');
  expect(back).toMatchObject({ code: 0 });
  expect(query(folder(1), rows)).toEqual(before);
  expect(query(folder(1), "select value from meta where key = 'epoch'")).not.toEqual(epoch);
  new OfferWriter(folder(1), () => null, testClock).close();
  const again = await operate(folder(1), 'move', 'sqlite', 'postgres');
  expect(again).toMatchObject({ code: 1, output: expect.stringMatching(/has offers, and .* has others of its own/) });
});

test('a backup next to PostgreSQL names what it lacks', async () => {
  await inState(openStateStore(folder(0)), fill);
  const { code, output } = await operate(folder(0), 'backup', join(folder(1), 'copy'));
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(
      /are in PostgreSQL at 127\.0\.0\.1:\d+\/state_\w+ and not in this file\. Copy it with pg_dump/,
    ),
  ]);
  const report = JSON.parse((await operate(folder(0), 'report', '--json')).output);
  expect(report.state).toMatchObject({ file: expect.stringMatching(/^PostgreSQL at /), counts: { session: 0 } });
});

test('every table of the state moves', async () => {
  const { output } = await (async () => {
    await inState(openStateStore(folder(0)), fill);
    return operate(folder(0), 'move', 'sqlite', 'postgres');
  })();
  const moved = output.split('\n').map((row) => row.trim().split(' ')[0]);
  const { rows } = await inState(openStateStore(folder(0)), (db) =>
    sql<{ name: string }>`select name from sqlite_master where type = 'table' and name not like 'sqlite%'
      and name not like 'kysely%' and name not in ('catalogue_pointer', 'lease')`.execute(db),
  );
  expect(rows.map(({ name }) => name).filter((name) => !moved.includes(name))).toEqual([]);
});

test('move refuses a target that is not empty, a running shop and unclear words, and then moves nothing', async () => {
  await inState(openStateStore(folder(0)), fill);
  await inState(openStateAt({ clock: testClock, dataDir: folder(1), databaseUrl }), (db) =>
    db.insertInto('outbox_target').values({ name: 'ops', off_at: at }).execute(),
  );
  const full = await operate(folder(0), 'move', 'sqlite', 'postgres');
  expect(full).toMatchObject({
    code: 1,
    output: expect.stringMatching(/is not empty \(outbox_target\); nothing was moved/),
  });
  const back = await operate(folder(0), 'move', 'postgres', 'sqlite');
  expect(back).toMatchObject({ code: 1, output: expect.stringMatching(/state\.db is not empty \(account\)/) });
  const running = await openStateStore(folder(0));
  await running.selectFrom('session').selectAll().execute();
  expect(await operate(folder(0), 'move', 'sqlite', 'postgres')).toMatchObject({
    code: 1,
    output: expect.stringMatching(/A shop or an import is running/),
  });
  await running.destroy();
  expect((await operate(folder(0), 'move', 'postgres')).code).toBe(2);
  databaseUrl = '';
  expect(await operate(folder(0), 'move', 'sqlite', 'postgres')).toMatchObject({
    code: 1,
    output: expect.stringMatching(/DATABASE_URL does not say/),
  });
});
