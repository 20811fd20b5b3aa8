import { sql } from 'kysely';
import type { Transaction } from './log-tables.js';

/** All offers as of a commit: a whole `offers.db` in packed pieces. */
export interface Snapshot {
  readonly number: number;
  readonly chain: string;
  readonly version: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly pieces: number;
}

/** Puts a snapshot there, piece by piece. */
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

/** Removes older snapshots, and commits before this one that are old. @param keptSeconds how long these stay */
export async function tidy(transaction: Transaction, number: number, keptSeconds: number): Promise<void> {
  await sql`delete from offer_snapshot where number < ${number}`.execute(transaction);
  await sql`delete from offer_commit where number <= ${number}
    and at < now() - make_interval(secs => ${keptSeconds})`.execute(transaction);
  await sql`update offer_head set pending = (
    select coalesce(sum(octet_length(data)), 0) from offer_commit where number > ${number})`.execute(transaction);
}
