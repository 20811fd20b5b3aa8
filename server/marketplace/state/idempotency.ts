import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { idempotencyKey } from '../../contract/call-headers.js';
import { ProblemError } from '../../contract/problem.js';
import type { StateTables } from './state-tables.js';

/** How long a repeated write is recognised (D53, D96). */
export const idempotencyHours = 24;
const hourMs = 3_600_000;

/** Tables of keys, with the column of their owner. */
const ownerColumns = { idempotency: 'session_id', merchant_key: 'shop_id' } as const;

/** Keys before this time (ISO 8601) have expired. */
export const oldestKey = (now: string): string => new Date(Date.parse(now) - idempotencyHours * hourMs).toISOString();

/**
 * Stores a key with the digest of its request, in the transaction of the write. A parallel repetition waits for it.
 * @returns the row of the first use if the owner used the key for the same request within a day; else null
 * @throws ProblemError `idempotency_key_reused` for another request, `invalid` for a malformed key
 */
export async function claimKey<T extends keyof typeof ownerColumns>(
  tx: Transaction<StateTables>,
  table: T,
  claim: StateTables[T],
): Promise<StateTables[T] | null> {
  if (!idempotencyKey.test(claim.key)) throw new ProblemError('invalid', 'malformed idempotency key');
  const given: Record<string, unknown> = { ...claim };
  const columns = Object.keys(given);
  const owner = ownerColumns[table];
  const { numAffectedRows } =
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
    values (${sql.join(columns.map((name) => given[name]))})
    on conflict (${sql.ref(owner)}, key) do update
    set ${sql.join(columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
    where ${sql.ref(`${table}.created_at`)} < ${oldestKey(claim.created_at)}`.execute(tx);
  if (numAffectedRows === 1n) return null;
  const { rows } = await sql<StateTables[T]>`select * from ${sql.table(table)}
    where ${sql.ref(owner)} = ${given[owner]} and key = ${claim.key}`.execute(tx);
  const used = rows[0] ?? null;
  if (used && used.fingerprint !== null && used.fingerprint !== claim.fingerprint)
    throw new ProblemError('idempotency_key_reused', 'the key was used for something else');
  return used;
}

// Crockford's base32 has no I, L, O and U, so that people can read numbers out.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Derives the number of a receipt from its content, so that a repetition gets the same number. */
export function receiptNumber(letter: string, content: readonly (string | null)[]): string {
  const text = JSON.stringify(content);
  const digits = [...createHash('sha256').update(text).digest().subarray(0, 12)].map((byte) => alphabet[byte & 31]);
  return `${letter}-${[0, 4, 8].map((at) => digits.slice(at, at + 4).join('')).join('-')}`;
}
