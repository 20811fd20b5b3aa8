import { timestampOf } from '../../clock/clock.js';
import type { StatePlace } from '../store/state-place.js';
import type { StateDb } from '../store/state-store.js';
import { CommandError } from './command-error.js';
import { withState } from './open-state.js';
import { table } from './report-text.js';

interface DataReportsInput extends StatePlace {
  /** Those that were dealt with as well. */
  readonly all: boolean;
  readonly json: boolean;
  /** Number of the one that is dealt with. */
  readonly handled: string | undefined;
  say(line: string): void;
}

/** Controls of a terminal, and whatever else would not stay on its line. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/**
 * `report data`: what visitors have found wrong in the data of articles, in the order of arrival, or marks one as dealt
 * with; again does nothing (P114).
 * @throws CommandError for an unknown number
 */
export const dataReportsCommand = (input: DataReportsInput): Promise<void> =>
  withState(input, (db) => (input.handled === undefined ? list(db, input) : markHandled(db, input.handled, input)));

async function markHandled(db: StateDb, number: string, { clock, say }: DataReportsInput): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('data_report')
    .set(({ fn, val }) => ({ handled_at: fn.coalesce('handled_at', val(timestampOf(clock))) }))
    .where('id', '=', number.toUpperCase())
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new CommandError(`There is no report ${number}.`);
  say(`${number} is dealt with.`);
}

async function list(db: StateDb, { all, json, say }: DataReportsInput): Promise<void> {
  const rows = db
    .selectFrom('data_report')
    .select([
      'id as number',
      'created_at as receivedAt',
      'handled_at as handledAt',
      'product_id as articleId',
      'article',
      'reason',
      'text',
      'model_id as modelId',
      'locale',
    ])
    .orderBy('created_at')
    .orderBy('id');
  const reports = await (all ? rows : rows.where('handled_at', 'is', null)).execute();
  if (json) return say(JSON.stringify(reports, null, 2));
  if (reports.length === 0) return say(all ? 'There are no reports.' : 'There are no open reports.');
  const lines = reports.map((each) => [
    each.number,
    each.receivedAt.slice(0, 16).replace('T', ' '),
    each.handledAt ? `handled ${each.handledAt.slice(0, 10)}` : 'open',
    each.article,
    each.modelId ? `vehicle ${each.modelId}` : '',
    each.locale,
    each.reason,
    each.text.replace(unprintable, ' '),
  ]);
  say(table(lines).join('\n'));
}
