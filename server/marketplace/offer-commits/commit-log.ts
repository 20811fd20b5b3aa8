import { createHash } from 'node:crypto';
import { constants, zstdCompressSync } from 'node:zlib';
import { sql } from 'kysely';
import type { Clock } from '../../clock/clock.js';
import { offerStoreVersion } from '../offer-store/offer-tables.js';
import { ExpectedError } from '../program/expected-error.js';
import { databaseNameOf, openPostgresTables } from '../state/postgres.js';
import { refusalOf, type StateUnavailable } from '../state/postgres-errors.js';
import {
  type Db,
  inTransaction,
  makeTables,
  putSnapshot,
  type Snapshot,
  type Transaction,
  tablesLock,
  tidy,
} from './log-tables.js';

/** Channel of notifications. They only wake followers; the number of the head decides. */
export const commitChannel = 'offer_commit';
/** How long a shop stays leased to a writer without renewal. */
const leaseSeconds = 60;

/** Head of the log: the number of the last commit, and the hash chain up to it. */
export interface LogHead {
  readonly number: number;
  readonly chain: string;
  /** Random name by which folders recognise the log. */
  readonly name: string;
  /** Bytes and commits since the last snapshot. */
  readonly pending: number;
  readonly commits: number;
  /** Bytes of the last snapshot. */
  readonly snapshot: number;
}

/** One commit of a feed. Without data it replaces all offers, which are in the snapshot of its number. */
export interface LoggedCommit {
  readonly number: number;
  readonly chain: string;
  readonly version: number;
  readonly data: Buffer;
}

/** The transaction that writes the next commit. It has locked the head of the log, so no other can take the number. */
export interface BegunCommit {
  readonly transaction: Transaction;
  readonly head: LogHead;
}

/** The hash chain after a commit. Folders with the same chain have the same offers. */
export const chainOf = (before: string, data: Uint8Array): string =>
  createHash('sha256').update(before).update(data).digest('hex').slice(0, 32);

/** Compresses a commit. Commits of feeds shrink by half. */
export const packChanges = (changes: Uint8Array): Buffer =>
  zstdCompressSync(changes, { params: { [constants.ZSTD_c_compressionLevel]: 3 } });

/** Explains in a sentence why offers in PostgreSQL are unavailable. */
export function whyAway(address: string, { message, cause }: StateUnavailable): string {
  return `${databaseNameOf(address)} ${refusalOf(cause) ?? `does not answer. ${message}`}`;
}

/** @throws ExpectedError if another version of the program wrote it */
export function refuseVersion(version: number): void {
  if (version === offerStoreVersion) return;
  throw new ExpectedError(
    `The offers in PostgreSQL were written with tables of version ${version}, and this program has version ${offerStoreVersion}. It goes on with what it has; start the same version everywhere.`,
  );
}

/** The numbered commits of offers in PostgreSQL, which all folders follow (P204). */
export class CommitLog {
  readonly #db: Db;

  private constructor(
    readonly address: string,
    readonly clock: Clock,
    db: Db,
  ) {
    this.#db = db;
  }

  /** @throws ExpectedError, StateUnavailable if the tables cannot be made */
  static async open(address: string, clock: Clock, connections = 3): Promise<CommitLog> {
    const db = await openPostgresTables<unknown>(address, connections, clock);
    try {
      await makeTables(db, address);
      return new CommitLog(address, clock, db);
    } catch (error) {
      await db.destroy();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#db.destroy();
  }

  /** @returns null if PostgreSQL has no offers yet */
  head(db: Db | Transaction = this.#db, isLocking = false): Promise<LogHead | null> {
    const lock = isLocking ? sql`for update of h` : sql``;
    return sql<LogHead>`
      select h.number, h.chain, h.name, h.pending, h.number - coalesce(s.number, 0) as commits, coalesce(s.bytes, 0) as snapshot
      from offer_head h left join offer_snapshot s on s.number = (select max(number) from offer_snapshot)
      where h.id = 1 ${lock}`
      .execute(db)
      .then(({ rows }) => rows[0] ?? null);
  }

  /** Commits after a number in their order, some megabytes at most. */
  async after(number: number, limit = 20, db: Db | Transaction = this.#db): Promise<LoggedCommit[]> {
    const { rows } = await sql<LoggedCommit>`select number, chain, version, data from offer_commit
      where number > ${number} order by number limit ${limit}`.execute(db);
    return rows;
  }

  /** Begins a transaction that alone gives the next number. @throws ExpectedError if there is no log yet */
  async begin(): Promise<BegunCommit> {
    const transaction = await this.#db.startTransaction().execute();
    try {
      const head = await this.head(transaction, true);
      if (!head) throw new ExpectedError(`There are no offers in ${databaseNameOf(this.address)}.`);
      return { transaction, head };
    } catch (error) {
      await transaction.rollback().execute();
      throw error;
    }
  }

  /**
   * Adds a commit with the next number; the caller commits the transaction.
   * @param leases shops that the holder must still hold
   * @throws ExpectedError if another writer has taken one of them
   */
  async append(
    transaction: Transaction,
    head: LogHead,
    data: Uint8Array,
    { chain, holder, leases }: { chain: string; holder: string; leases: readonly string[] },
  ): Promise<number> {
    if (leases.length > 0) {
      const { rows } = await sql<{ own: number }>`select count(*) as own from offer_lease
        where holder = ${holder} and shop = any(${leases}) and until > clock_timestamp()`.execute(transaction);
      if (rows[0]?.own !== leases.length)
        throw new ExpectedError(
          'This import was silent for so long that another one of the same shop may have begun; please start it again.',
        );
    }
    const number = head.number + 1;
    await sql`insert into offer_commit (number, chain, version, data)
      values (${number}, ${chain}, ${offerStoreVersion}, ${Buffer.from(data)})`.execute(transaction);
    await sql`update offer_head set number = ${number}, chain = ${chain}, pending = pending + ${data.length}`.execute(
      transaction,
    );
    await sql`select pg_notify(${commitChannel}, ${String(number)})`.execute(transaction);
    return number;
  }

  /**
   * Leases a shop to a writer, so that feeds of one shop run one after the other on all machines.
   * @param shop its id; `*` = all shops
   * @returns false if another writer holds it
   */
  lease(shop: string, holder: string): Promise<boolean> {
    return inTransaction(this.#db, async (transaction) => {
      await this.head(transaction, true);
      // A database clock that was set back must not prolong a dead writer's lease. A living one renews it in time.
      const end = sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`;
      await sql`update offer_lease set until = ${end} where until > ${end}`.execute(transaction);
      const others = shop === '*' ? sql`true` : sql`shop in (${shop}, '*')`;
      const { rows } = await sql`select 1 from offer_lease
        where ${others} and holder <> ${holder} and until > clock_timestamp()`.execute(transaction);
      if (rows.length > 0) return false;
      await sql`insert into offer_lease (shop, holder, until)
        values (${shop}, ${holder}, ${end})
        on conflict (shop) do update set holder = excluded.holder, until = excluded.until`.execute(transaction);
      return true;
    });
  }

  /** Renews leases that have not expired. */
  async renew(holder: string, shops: readonly string[]): Promise<void> {
    await sql`update offer_lease set until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      where holder = ${holder} and shop = any(${shops}) and until > clock_timestamp()`.execute(this.#db);
  }

  async release(holder: string, shop: string): Promise<void> {
    await sql`delete from offer_lease where holder = ${holder} and shop = ${shop}`.execute(this.#db);
  }

  async snapshot(): Promise<Snapshot | null> {
    const { rows } = await sql<Snapshot>`select number, chain, version, bytes, sha256, pieces from offer_snapshot
      order by number desc limit 1`.execute(this.#db);
    return rows[0] ?? null;
  }

  /** @returns null if a newer snapshot has replaced it */
  async piece(number: number, piece: number): Promise<Buffer | null> {
    const { rows } = await sql<{ data: Buffer }>`select data from offer_snapshot_piece
      where number = ${number} and piece = ${piece}`.execute(this.#db);
    return rows[0]?.data ?? null;
  }

  /** Stores a first snapshot unless somebody else did. @returns whether it stored this one */
  async begun(snapshot: Omit<Snapshot, 'pieces'>, name: string, pieces: AsyncIterable<Buffer>): Promise<boolean> {
    return inTransaction(this.#db, async (transaction) => {
      await sql`select pg_advisory_xact_lock(${tablesLock})`.execute(transaction);
      if (await this.head(transaction)) return false;
      await putSnapshot(transaction, snapshot, pieces);
      await sql`insert into offer_head (id, name, number, chain)
        values (1, ${name}, ${snapshot.number}, ${snapshot.chain})`.execute(transaction);
      return true;
    });
  }

  /** Stores another snapshot in the caller's transaction. */
  async put(
    transaction: Transaction,
    snapshot: Omit<Snapshot, 'pieces'>,
    pieces: AsyncIterable<Buffer>,
  ): Promise<void> {
    await putSnapshot(transaction, snapshot, pieces);
    await tidy(transaction, snapshot.number, 0);
  }

  /**
   * Replaces old snapshots and commits by a new snapshot. One folder does so at a time.
   * @param make makes the snapshot, with queries in the transaction
   * @returns whether it did
   */
  async shorten(
    keptSeconds: number,
    make: (
      transaction: Transaction,
    ) => Promise<{ snapshot: Omit<Snapshot, 'pieces'>; pieces: AsyncIterable<Buffer> } | null>,
  ): Promise<boolean> {
    return inTransaction(this.#db, async (transaction) => {
      const { rows } = await sql<{ own: boolean }>`select pg_try_advisory_xact_lock(${tablesLock}) as own`.execute(
        transaction,
      );
      const made = rows[0]?.own ? await make(transaction) : null;
      if (!made) return false;
      await putSnapshot(transaction, made.snapshot, made.pieces);
      await tidy(transaction, made.snapshot.number, keptSeconds);
      return true;
    });
  }

  /** Deletes the log. Folders that followed it start with the next one. */
  async forget(): Promise<void> {
    await inTransaction(this.#db, async (transaction) => {
      for (const table of ['offer_head', 'offer_commit', 'offer_snapshot', 'offer_lease'])
        await sql`delete from ${sql.table(table)}`.execute(transaction);
    });
  }
}
