import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { idempotencyKey } from '../../contract/call-headers.js';
import { ProblemError } from '../../contract/problem.js';
import type { StateTables } from './state-tables.js';

/** Hours for which a repeated write is recognised (D53, D96). */
export const idempotencyHours = 24;
const hour = 3_600_000;

/** The tables of keys, and the column that says whose keys they are. */
const ownerColumns = { idempotency: 'session_id', merchant_key: 'shop_id' } as const;

/** The time (ISO 8601) up to which keys have had their time. */
export const oldestKey = (now: string): string => new Date(Date.parse(now) - idempotencyHours * hour).toISOString();

/**
 * Remembers a key and what it is used for, in the transaction of the write. A repeat at the same time waits for it.
 * @returns the row of the first use, where the owner has used the key for the same within a day; else null
 * @throws ProblemError `idempotency_key_reused` where it was something else, `invalid` for a malformed key, since its
 * sender relies on it
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

// Crockford's base32: no I, L, O, U, so that a number can be read out on the telephone.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Number of a receipt, from what it is for: who sends the same again gets the receipt that there is. */
export function receiptNumber(letter: string, content: readonly (string | null)[]): string {
  const text = JSON.stringify(content);
  const digits = [...createHash('sha256').update(text).digest().subarray(0, 12)].map((byte) => alphabet[byte & 31]);
  return `${letter}-${[0, 4, 8].map((at) => digits.slice(at, at + 4).join('')).join('-')}`;
}
