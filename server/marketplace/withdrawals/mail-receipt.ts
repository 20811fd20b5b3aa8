import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import { mailTarget, putMail } from '../outbox/mail.js';
import type { StateDb } from '../state/state-store.js';
import { transact } from '../state/transact.js';

const day = 86_400_000;
/**
 * Mails of a day to one address, and at all: nobody withdraws so often, but somebody may want to fill another's box.
 */
const most = { address: 5, all: 2000 };

/**
 * Has the receipt of a declaration mailed to who has declared it, once (Directive 2011/83/EU, Article 11a(4)).
 *
 * @param canMail whether there is a server for mail
 * @throws ProblemError `not_found` for a number that there is not
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
    const since = new Date(now.getTime() - day).toISOString();
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
