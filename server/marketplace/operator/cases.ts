import { timestampOf } from '../../clock/clock.js';
import type { StateDb } from '../state/state-store.js';
import { CommandError, type CommandInput } from './command-input.js';
import { withState } from './open-state.js';
import { sayRows } from './report-text.js';

/** Control characters and line breaks. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

type Table = 'withdrawal' | 'data_report';
const nouns: Readonly<Record<Table, string>> = { withdrawal: 'declaration', data_report: 'report' };
const begin = ['id as number', 'created_at as receivedAt', 'handled_at as handledAt'] as const;

interface Case {
  readonly number: string;
  readonly receivedAt: string;
  readonly handledAt: string | null;
}
const beginOf = ({ number, receivedAt, handledAt }: Case): string[] => [
  number,
  receivedAt.slice(0, 16).replace('T', ' '),
  handledAt ? `handled ${handledAt.slice(0, 10)}` : 'open',
];

/** Closes a case; a closed one stays as it is. @throws CommandError for an unknown number */
async function markHandled(db: StateDb, table: Table, number: string, { clock, say }: CommandInput): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable(table)
    .set(({ fn, ref, val }) => ({ handled_at: fn.coalesce(ref('handled_at'), val(timestampOf(clock))) }))
    .where('id', '=', number.toUpperCase())
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new CommandError(`There is no ${nouns[table]} ${number}.`);
  say(`${number} is dealt with.`);
}

/** Lists cases in the order of arrival, or closes one. */
const casesCommand = <Row extends Case>(
  input: CommandInput,
  table: Table,
  read: (db: StateDb) => Promise<readonly Row[]>,
  lineOf: (row: Row) => readonly string[],
): Promise<void> =>
  withState(input, async (db) => {
    if (input.handled !== undefined) return markHandled(db, table, input.handled, input);
    const none = input.all ? `There are no ${nouns[table]}s.` : `There are no open ${nouns[table]}s.`;
    sayRows(input, await read(db), none, (row) => [...beginOf(row), ...lineOf(row)]);
  });

/** `withdrawals`: only this list has names and addresses. @throws CommandError for an unknown number */
export const withdrawalsCommand = (input: CommandInput): Promise<void> =>
  casesCommand(
    input,
    'withdrawal',
    (db) =>
      db
        .selectFrom('withdrawal')
        .select([...begin, 'name', 'order_id as orderId', 'email', 'locale'])
        .$if(!input.all, (query) => query.where('handled_at', 'is', null))
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    ({ orderId, name, email, locale }) => [orderId, name, email, locale],
  );

/**
 * `report data`: errors in the data of articles that visitors have reported (P114).
 * @throws CommandError for an unknown number
 */
export const dataReportsCommand = (input: CommandInput): Promise<void> =>
  casesCommand(
    input,
    'data_report',
    (db) =>
      db
        .selectFrom('data_report')
        .select([...begin, 'product_id as articleId', 'article', 'reason', 'text', 'model_id as modelId', 'locale'])
        .$if(!input.all, (query) => query.where('handled_at', 'is', null))
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    ({ article, modelId, locale, reason, text }) => [
      article,
      modelId ? `vehicle ${modelId}` : '',
      locale,
      reason,
      text.replace(unprintable, ' '),
    ],
  );
