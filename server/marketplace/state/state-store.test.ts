import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openOffersForWriting } from '../offer-store/offer-file.js';
import { migrations } from './migrations.js';
import { migrationsOf, openStateStore, privateStateFile, StateFileError, stateFile } from './state-store.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'state-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const names = Object.keys(migrations);
/** The program when it had only so many migrations. */
const earlier = (count: number) => Object.fromEntries(Object.entries(migrations).slice(0, count));
const now = '2026-11-01T12:00:00.000Z';

/** Rows of each version, as that version wrote them. */
const rowsOf: Record<string, readonly string[]> = {
  '0001-sessions-and-carts': [
    `insert into session (id, audit_name, created_at, changed_at) values ('s', 'a', '${now}', '${now}')`,
    `insert into cart_line (id, session_id, offer_id, model_id, quantity, seen_price, snapshot, created_at)
     values ('l', 's', 7, '', 3, 1999, '{}', '${now}')`,
    `insert into cart_audit (at, cart, event, line_id, offer_id, model_id, quantity_before, quantity_after, unit_price, request_id)
     values ('${now}', 'a', 'add', 'l', 7, '', 0, 3, 1999, 'r')`,
    `insert into catalogue_pointer values (1, 'g', 'catalogue-g.db', '${now}')`,
    `insert into idempotency (session_id, key, created_at) values ('s', 'k', '${now}')`,
  ],
  '0002-withdrawals': [
    `insert into withdrawal (id, created_at, name, order_id, email, locale) values ('W-1', '${now}', 'N', 'O', 'n@o.example', 'de-DE')`,
  ],
  '0003-cart-snapshots': [
    `insert into cart_snapshot (id, session_id, created_at, kind, changed, skipped, lines) values ('c', 's', '${now}', 'plan', 1, 0, '[]')`,
  ],
  '0004-users': [
    `insert into account values ('u', 'https://id.example', 'x', '${now}')`,
    `insert into saved_vehicle (user_id, model_id, created_at) values ('u', '5001', '${now}')`,
  ],
};

function inFile<T>(file: string, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file);
  try {
    return work(database);
  } finally {
    database.close();
  }
}
/** Content of all tables, without the migrator's and without columns of later versions. */
function contentOf(file: string, columnsOf?: Map<string, string[]>): Map<string, unknown[]> {
  return inFile(file, (database) => {
    const tables = database
      .prepare(
        "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%'",
      )
      .all()
      .map(({ name }) => String(name))
      .filter((name) => !columnsOf || columnsOf.has(name));
    return new Map(
      tables.sort().map((name) => {
        const columns = columnsOf?.get(name) ?? ['*'];
        return [
          name,
          database
            .prepare(`select ${columns.join(', ')} from ${name}`)
            .all()
            .map((row) => ({ ...row })),
        ];
      }),
    );
  });
}
const columnsOf = (content: Map<string, unknown[]>) =>
  new Map([...content].map(([name, [row]]) => [name, row ? Object.keys(row as object) : ['*']]));

test.each(names.map((name, index) => [name, index + 1] as const))(
  'a state of version %s is migrated with all its rows',
  async (_, count) => {
    await (await openStateStore(folder, earlier(count))).destroy();
    inFile(stateFile(folder), (database) => {
      for (const name of names.slice(0, count)) for (const row of rowsOf[name] ?? []) database.exec(row);
    });
    const before = contentOf(stateFile(folder));
    await (await openStateStore(folder)).destroy();
    expect(inFile(stateFile(folder), migrationsOf)).toEqual(names);
    expect(contentOf(stateFile(folder), columnsOf(before))).toEqual(before);
    expect(inFile(stateFile(folder), (database) => database.prepare('pragma integrity_check').get())).toEqual({
      integrity_check: 'ok',
    });
  },
);

test('idempotency keys of merchants move from their imports to a table of their own', async () => {
  await (await openStateStore(folder, earlier(names.indexOf('0016-merchant-keys')))).destroy();
  const columns = '(id, shop_id, source, mode, is_dry_run, created_at, status, key, fingerprint)';
  const rows = [
    `('i1', 7, 'offer', 'partial', 0, '${now}', 'completed', 'key-1', 'f1')`,
    `('i2', 7, 'file', 'full', 0, '${now}', 'queued', null, null)`,
  ];
  inFile(stateFile(folder), (database) => {
    for (const row of rows) database.exec(`insert into merchant_import ${columns} values ${row}`);
  });
  const db = await openStateStore(folder);
  expect(await db.selectFrom('merchant_key').selectAll().execute()).toEqual([
    { shop_id: 7, key: 'key-1', created_at: now, fingerprint: 'f1', import_id: 'i1' },
  ]);
  expect((await db.selectFrom('merchant_import').select('id').execute()).map(({ id }) => id)).toEqual(['i1', 'i2']);
  await db.destroy();
});

test('an import that waited when the former version ended is a job that is due at once', async () => {
  const former = await openStateStore(folder, earlier(names.indexOf('0017-import-jobs')));
  await sql`insert into merchant_import (id, shop_id, source, mode, is_dry_run, created_at, status)
    values ('waits', 7, 'offer', 'partial', 0, '2026-01-05T12:00:00.000Z', 'queued')`.execute(former);
  await former.destroy();
  const db = await openStateStore(folder);
  const job = await db.selectFrom('merchant_import').select(['status', 'attempts', 'next_attempt_at']).execute();
  expect(job).toEqual([{ status: 'queued', attempts: 0, next_attempt_at: null }]);
  await db.destroy();
});

test('a state of a newer version is refused with a sentence and stays as it is', async () => {
  const newer = { ...migrations, '9999-of-tomorrow': { up: async () => {} } };
  await (await openStateStore(folder, newer)).destroy();
  await expect(openStateStore(folder)).rejects.toThrow(StateFileError);
  await expect(openStateStore(folder)).rejects.toThrow(/newer version of the shop \(9999-of-tomorrow\)/);
  expect(inFile(stateFile(folder), migrationsOf)).toEqual([...names, '9999-of-tomorrow']);
});

test('state and offers are written to the disk before a change is acknowledged', async () => {
  const db = await openStateStore(folder);
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(db);
  const { rows: modes } = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(db);
  await db.destroy();
  const offers = openOffersForWriting(folder);
  const full = 2;
  expect([rows, modes, offers.prepare('pragma synchronous').get()].map((one) => JSON.stringify(one))).toEqual([
    JSON.stringify([{ synchronous: full }]),
    JSON.stringify([{ journal_mode: 'wal' }]),
    JSON.stringify({ synchronous: full }),
  ]);
  offers.close();
});

test('a damaged state is refused with a sentence', async () => {
  writeFileSync(stateFile(folder), 'this is no database, whatever its name says'.repeat(100));
  await expect(openStateStore(folder)).rejects.toThrow(/damaged\. Restore a backup/);
});

test('a machine that dies during a migration keeps the former version', async () => {
  await (await openStateStore(folder)).destroy();
  inFile(stateFile(folder), (database) => {
    for (const row of Object.values(rowsOf).flat()) database.exec(row);
  });
  const before = contentOf(stateFile(folder));
  const crashed = mkdtempSync(join(tmpdir(), 'crashed-'));
  /** The disk is inspected while the second of two migrations is half done. */
  const first: Migration = { up: (db: Kysely<unknown>) => sql`create table one (a text)`.execute(db).then(() => {}) };
  const second: Migration = {
    async up(db: Kysely<unknown>) {
      await sql`alter table cart_line rename column quantity to pieces`.execute(db);
      await sql`update cart_line set pieces = 1`.execute(db);
      cpSync(folder, crashed, { recursive: true });
      throw new Error('the power is gone');
    },
  };
  const next = { ...migrations, '9001-one': first, '9002-two': second };
  await expect(openStateStore(folder, next)).rejects.toThrow('the power is gone');
  for (const place of [folder, crashed]) {
    expect(existsSync(stateFile(place))).toBe(true);
    expect(inFile(stateFile(place), migrationsOf)).toEqual(names);
    expect(contentOf(stateFile(place))).toEqual(before);
    await (await openStateStore(place, { ...migrations, '9001-one': first })).destroy();
    expect(inFile(stateFile(place), migrationsOf)).toEqual([...names, '9001-one']);
  }
  rmSync(crashed, { recursive: true });
});

test('only the owner can read the state and the files next to it, even if others could before', async () => {
  const rights = () =>
    Object.fromEntries(
      readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
    );
  for (const mode of [0o600, 0o644, 0o640]) {
    if (existsSync(stateFile(folder))) chmodSync(stateFile(folder), mode);
    const db = await openStateStore(folder);
    await db
      .insertInto('session')
      .values({ id: `s${mode}`, audit_name: `a${mode}`, created_at: now, changed_at: now })
      .execute();
    const own = { 'state.db': '600', 'state.db-shm': '600', 'state.db-wal': '600' };
    expect(rights()).toEqual(own);
    // A program that was killed leaves these files behind.
    for (const name of Object.keys(own)) chmodSync(join(folder, name), mode);
    privateStateFile(folder);
    expect(rights()).toEqual(own);
    await db.destroy();
  }
});

test.each(['removed', 'replaced'])('a state that was %s accepts no writes', async (how) => {
  const db = await openStateStore(folder);
  const file = stateFile(folder);
  renameSync(file, `${file}.old`);
  if (how === 'replaced') cpSync(`${file}.old`, file);
  const insert = sql`insert into feed (name, settings, named_at, next_at) values ('a', '', ${now}, ${now})`;
  const named = expect.objectContaining({ code: 'unavailable' });
  await expect(insert.execute(db)).rejects.toEqual(named);
  await expect(sql`${insert} returning name`.execute(db)).rejects.toEqual(named);
  expect((await sql`select name from feed`.execute(db)).rows).toEqual([]);
  await db.destroy();
});
