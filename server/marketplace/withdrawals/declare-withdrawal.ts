import { createHash } from 'node:crypto';
import type { Request, Wire } from '../../contract/handler-types.js';
import type { StateDb } from '../store/state-store.js';

// Crockford's base32: no I, L, O, U, so that a number can be read out on the telephone.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Number of the receipt, from key and content: who sends the same again gets the receipt that there is. */
function numberOf(declaration: readonly string[]): string {
  const text = JSON.stringify(declaration);
  const digits = [...createHash('sha256').update(text).digest().subarray(0, 12)].map((byte) => alphabet[byte & 31]);
  return `W-${[0, 4, 8].map((at) => digits.slice(at, at + 4).join('')).join('-')}`;
}

/** Keeps a declaration of withdrawal. What it says is in the table only, never in a log. */
export async function declareWithdrawal(db: StateDb, request: Request<'withdrawal'>): Promise<Wire<'withdrawal'>> {
  const { key, name, orderId, email, locale } = request;
  const id = numberOf([key, name, orderId, email]);
  await db
    .insertInto('withdrawal')
    .values({ id, created_at: new Date().toISOString(), name, order_id: orderId, email, locale })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const kept = await db.selectFrom('withdrawal').select('created_at').where('id', '=', id).executeTakeFirstOrThrow();
  return { number: id, receivedAt: kept.created_at };
}
