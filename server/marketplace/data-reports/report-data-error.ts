import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import { putEvent } from '../outbox/outbox.js';
import { receiptNumber } from '../state/idempotency.js';
import type { StateDb } from '../state/state-store.js';
import { transact } from '../state/transact.js';

const dayMs = 86_400_000;
/** Limit of stored reports per day, for the operator's time. */
const mostADay = 2000;

/**
 * Stores a visitor's report of an error in the data of an article, and sends it to the operator's receivers (P114). No
 * log contains its text.
 * @throws ProblemError `too_many` above the daily limit
 */
export async function reportDataError(
  db: StateDb,
  request: Request<'dataReport'>,
  targets: readonly string[],
  now: Date,
): Promise<Wire<'dataReport'>> {
  const { articleId, article, reason, text, modelId = null, locale } = request;
  const number = receiptNumber('D', [articleId, reason, text, modelId]);
  await transact(db, async (tx) => {
    const known = await tx.selectFrom('data_report').select('id').where('id', '=', number).executeTakeFirst();
    if (known) return;
    const { reports } = await tx
      .selectFrom('data_report')
      .select((expression) => expression.fn.countAll<number>().as('reports'))
      .where('created_at', '>', new Date(now.getTime() - dayMs).toISOString())
      .executeTakeFirstOrThrow();
    if (reports >= mostADay) throw new ProblemError('too_many', 'reports of a day');
    const at = now.toISOString();
    const row = {
      id: number,
      created_at: at,
      product_id: Number(articleId),
      article,
      reason,
      text,
      model_id: modelId,
      locale,
    };
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('data_report')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirstOrThrow();
    // A parallel request was faster.
    if (numInsertedOrUpdatedRows === 0n) return;
    await putEvent(
      tx,
      targets,
      { type: 'data.reported', data: { number, articleId, article, reason, text, modelId, locale } },
      now,
    );
  });
  return { number };
}
