import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { putEvent } from '../outbox/outbox.js';
import { receiptNumber } from '../state/receipt-number.js';
import type { StateDb } from '../state/state-store.js';
import { transact } from '../state/transact.js';

/**
 * Keeps a declaration of withdrawal, once however often it is sent, and tells its number to the operator's receivers.
 * What it says is in the table only, never in a log or a message.
 *
 * @param targets names of the receivers
 */
export async function declareWithdrawal(
  db: StateDb,
  { key, name, orderId, email, locale }: Request<'withdrawal'>,
  targets: readonly string[],
  now: Date,
): Promise<Wire<'withdrawal'>> {
  const number = receiptNumber('W', [key, name, orderId, email]);
  return transact(db, async (tx) => {
    const known = await tx.selectFrom('withdrawal').select('created_at').where('id', '=', number).executeTakeFirst();
    if (known) return { number, receivedAt: known.created_at };
    const receivedAt = now.toISOString();
    const { numInsertedOrUpdatedRows: added } = await tx
      .insertInto('withdrawal')
      .values({ id: number, created_at: receivedAt, name, order_id: orderId, email, locale })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirstOrThrow();
    // The same was sent at the same time.
    if (!added) return { number, receivedAt };
    await putEvent(tx, targets, { type: 'withdrawal.declared', data: { number, receivedAt, locale } }, now);
    return { number, receivedAt };
  });
}
