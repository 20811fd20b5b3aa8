import { cents, toEuros } from '../../contract/money.js';
import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import type { StateDb } from '../state/state-store.js';
import { transact } from '../state/transact.js';
import type { Operator } from './sessions.js';

/** Most rows of each kind of message, and most carts, that a page shows. */
const shown = 200;
const shownHandovers = 30;
/** Days of searches that are added up, and most terms of each list. */
const searchDays = 90;
const shownTerms = 50;

/**
 * Returns open messages of customers, the oldest first, and carts that went to the checkout.
 * @param namesCustomers false leaves out withdrawals
 */
export async function customersOf(db: StateDb, all: boolean, namesCustomers: boolean): Promise<Wire<'consoleOrders'>> {
  const withdrawals = await db
    .selectFrom('withdrawal')
    .select(['id as number', 'created_at as receivedAt', 'handled_at as handledAt', 'name', 'order_id as orderId'])
    .select(['email', 'locale'])
    .$if(!all, (query) => query.where('handled_at', 'is', null))
    .orderBy('created_at', all ? 'desc' : 'asc')
    .orderBy('id')
    .limit(shown)
    .execute();
  const dataReports = await db
    .selectFrom('data_report')
    .select(['id as number', 'created_at as receivedAt', 'handled_at as handledAt', 'article', 'reason', 'text'])
    .select('locale')
    .$if(!all, (query) => query.where('handled_at', 'is', null))
    .orderBy('created_at', all ? 'desc' : 'asc')
    .orderBy('id')
    .limit(shown)
    .execute();
  const handovers = await db
    .selectFrom('handover')
    .select(['created_at as at', 'locale', 'country', 'lines', 'total'])
    .orderBy('created_at', 'desc')
    .limit(shownHandovers)
    .execute();
  return {
    withdrawals: namesCustomers ? withdrawals : null,
    dataReports,
    handovers: handovers.map(({ total, ...rest }) => ({ ...rest, total: toEuros(cents(total)) })),
  };
}

/** Closes a customer's message; a repeat does nothing. @throws ProblemError `not_found`, `role` */
export async function closeCase(
  db: StateDb,
  operator: Operator,
  { kind, number }: Request<'consoleCase'>,
  now: Date,
): Promise<void> {
  if (kind === 'withdrawal') operator.require('withdrawals');
  const [table, event] =
    kind === 'withdrawal'
      ? (['withdrawal', 'withdrawal_handled'] as const)
      : (['data_report', 'data_report_handled'] as const);
  await transact(db, async (tx) => {
    await operator.note(tx, { event, what: number });
    const { numUpdatedRows } = await tx
      .updateTable(table)
      .set(({ fn, ref, val }) => ({ handled_at: fn.coalesce(ref('handled_at'), val(now.toISOString())) }))
      .where('id', '=', number)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new ProblemError('not_found', 'no such number');
  });
}

/** Returns recent searches (D80): those without results, and the most frequent ones. */
export async function searchesOf(db: StateDb, now: Date): Promise<Wire<'consoleSearches'>> {
  const since = new Date(now.getTime() - searchDays * 86_400_000).toISOString().slice(0, 10);
  const most = (column: 'searches' | 'without_results') =>
    db
      .selectFrom('search_count')
      .select(['language', 'term', ({ fn }) => fn.sum<number>(column).as('times')])
      .where('day', '>=', since)
      .where(column, '>', 0)
      .groupBy(['language', 'term'])
      .orderBy('times', 'desc')
      .orderBy('term')
      .limit(shownTerms)
      .execute();
  return { since, withoutResults: await most('without_results'), frequent: await most('searches') };
}
