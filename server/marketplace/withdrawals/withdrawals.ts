import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import { mailTarget, putEvent, putMail } from '../outbox/outbox.js';
import { receiptNumber } from '../state/idempotency.js';
import type { StateDb } from '../state/state-store.js';
import { transact } from '../state/transact.js';

/**
 * Stores a declaration of withdrawal, once however often it is sent, and reports its number to the operator's
 * receivers. Its content is in the table only, never in a log or a message.
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
    // A parallel request was faster.
    if (!added) return { number, receivedAt };
    await putEvent(tx, targets, { type: 'withdrawal.declared', data: { number, receivedAt, locale } }, now);
    return { number, receivedAt };
  });
}

const dayMs = 86_400_000;
/** Mails per day, to one address and in total, against abuse of another person's mailbox. */
const most = { address: 5, all: 2000 };

/**
 * Mails the receipt of a declaration once (Directive 2011/83/EU, Art. 11a(4)).
 * @param canMail whether there is a mail server
 * @throws ProblemError `not_found` for an unknown number
 */
export async function mailReceipt(
  db: StateDb,
  { number, from, subject, text }: Request<'withdrawalMail'>,
  canMail: boolean,
  now: Date,
): Promise<Wire<'withdrawalMail'>> {
  return transact(db, async (tx) => {
    const declared = await tx.selectFrom('withdrawal').select('email').where('id', '=', number).executeTakeFirst();
    if (!declared) throw new ProblemError('not_found', 'no such declaration');
    if (!canMail) return { isMailed: false };
    const id = `mail_${number}`;
    if (await tx.selectFrom('outbox').select('id').where('id', '=', id).executeTakeFirst()) return { isMailed: true };
    const since = new Date(now.getTime() - dayMs).toISOString();
    const { declarations } = await tx
      .selectFrom('withdrawal')
      .select((expression) => expression.fn.countAll<number>().as('declarations'))
      .where('email', '=', declared.email)
      .where('created_at', '>', since)
      .executeTakeFirstOrThrow();
    const { mails } = await tx
      .selectFrom('outbox')
      .select((expression) => expression.fn.countAll<number>().as('mails'))
      .where('target', '=', mailTarget)
      .where('created_at', '>', since)
      .executeTakeFirstOrThrow();
    if (declarations > most.address || mails >= most.all) return { isMailed: false };
    await putMail(tx, id, 'withdrawal.receipt', { from, to: declared.email, subject, text }, now);
    return { isMailed: true };
  });
}
