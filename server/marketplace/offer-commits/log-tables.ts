import { type ControlledTransaction, type Kysely, sql } from 'kysely';
import { ExpectedError } from '../program/expected-error.js';
import { databaseNameOf } from '../state/postgres.js';
import { mayNotCreate } from '../state/postgres-errors.js';

export type Db = Kysely<unknown>;
export type Transaction = ControlledTransaction<unknown>;

/** An arbitrary number for the lock that protects creating the tables and shortening the log. */
export const tablesLock = 7_021_947;

/**
 * `offer_head` has one row. Its lock allows giving the next number and lasts until the commit, so numbers become
 * visible in their order.
 */
const tables = `
create table if not exists offer_head (
  id integer primary key check (id = 1), name text not null, number bigint not null, chain text not null,
  pending bigint not null default 0
);
create table if not exists offer_snapshot (
  number bigint primary key, chain text not null, version integer not null, bytes bigint not null, sha256 text not null,
  pieces integer not null
);
create table if not exists offer_snapshot_piece (
  number bigint not null references offer_snapshot (number) on delete cascade, piece integer not null,
  data bytea not null, primary key (number, piece)
);
create table if not exists offer_commit (
  number bigint primary key, chain text not null, version integer not null, at timestamptz not null default now(),
  data bytea not null
);
create table if not exists offer_lease (
  shop text primary key, holder text not null, until timestamptz not null
);
`;

/** Creates missing tables. @throws ExpectedError without the right to do so, StateUnavailable */
export async function makeTables(db: Db, address: string): Promise<void> {
  const there = async (): Promise<boolean> => {
    const { rows } = await sql<{ there: boolean }>`select to_regclass('offer_lease') is not null as there`.execute(db);
    return rows[0]?.there === true;
  };
  if (await there()) return;
  await inTransaction(db, async (transaction) => {
    await sql`select pg_advisory_xact_lock(${tablesLock})`.execute(transaction);
    const { rows } = await sql<{
      may: boolean;
    }>`select has_schema_privilege(current_schema(), 'create') as may`.execute(transaction);
    if (!rows[0]?.may) throw new ExpectedError(`${databaseNameOf(address)} ${mayNotCreate}`);
    for (const statement of tables.split(';'))
      if (statement.trim() !== '') await sql.raw(statement).execute(transaction);
  });
}

export async function inTransaction<Result>(
  db: Db,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const transaction = await db.startTransaction().execute();
  try {
    const result = await work(transaction);
    await transaction.commit().execute();
    return result;
  } catch (error) {
    await transaction.rollback().execute();
    throw error;
  }
}

/** All offers as of a commit: an `offers.db` in compressed pieces. */
export interface Snapshot {
  readonly number: number;
  readonly chain: string;
  readonly version: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly pieces: number;
}

export async function putSnapshot(
  transaction: Transaction,
  { number, chain, version, bytes, sha256 }: Omit<Snapshot, 'pieces'>,
  pieces: AsyncIterable<Buffer>,
): Promise<void> {
  await sql`delete from offer_snapshot where number = ${number}`.execute(transaction);
  await sql`insert into offer_snapshot (number, chain, version, bytes, sha256, pieces)
    values (${number}, ${chain}, ${version}, ${bytes}, ${sha256}, 0)`.execute(transaction);
  let count = 0;
  for await (const data of pieces)
    await sql`insert into offer_snapshot_piece (number, piece, data) values (${number}, ${count++}, ${data})`.execute(
      transaction,
    );
  await sql`update offer_snapshot set pieces = ${count} where number = ${number}`.execute(transaction);
}

/** Deletes older snapshots, and old commits that this one contains. @param keptSeconds how long commits stay */
export async function tidy(transaction: Transaction, number: number, keptSeconds: number): Promise<void> {
  await sql`delete from offer_snapshot where number < ${number}`.execute(transaction);
  await sql`delete from offer_commit where number <= ${number}
    and at < now() - make_interval(secs => ${keptSeconds})`.execute(transaction);
  await sql`update offer_head set pending = (
    select coalesce(sum(octet_length(data)), 0) from offer_commit where number > ${number})`.execute(transaction);
}
