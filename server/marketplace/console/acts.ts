import type { Kysely } from 'kysely';
import type { Wire } from '../../contract/handler-types.js';
import type { OperatorEvent, StateTables } from '../store/state-tables.js';

/** Acts that are shown. */
const shown = 200;

/** @param what never personal: a name, a number, an outcome */
export interface Act {
  readonly session: string;
  readonly event: OperatorEvent;
  readonly what?: string | null;
  readonly requestId: string | null;
}

/** Writes what was done at the console into the trail, which is kept for a year. */
export async function noteAct(db: Kysely<StateTables>, { session, event, what, requestId }: Act, now: Date) {
  await db
    .insertInto('operator_audit')
    .values({ at: now.toISOString(), session, event, what: what ?? null, request_id: requestId })
    .execute();
}

/** The last acts, the latest first. */
export async function lastActs(db: Kysely<StateTables>): Promise<Wire<'consoleActs'>> {
  const acts = await db
    .selectFrom('operator_audit')
    .select(['at', 'session', 'event', 'what'])
    .orderBy('id', 'desc')
    .limit(shown)
    .execute();
  return { acts };
}
