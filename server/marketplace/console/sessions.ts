import { randomBytes } from 'node:crypto';
import { type Clock, dateOf, timestampOf } from '../../clock/clock.js';
import type { Wire } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import type { CallContext } from '../http/handler.js';
import { ago, digestOf, isSameDigest, noteEveryMs, sessionMs } from '../merchants/tokens.js';
import type { StateDb } from '../state/state-store.js';
import type { OperatorEvent } from '../state/state-tables.js';
import { transact } from '../state/transact.js';

/** Most entries of the audit trail that a page shows. */
const shownActs = 200;

/** An act of an operator. `what` is a name, a number or an outcome, and never personal. */
interface Act {
  readonly session: string;
  readonly event: OperatorEvent;
  readonly what?: string | null;
  readonly requestId: string | null;
}

/** Writes an act into the audit trail, which keeps it for a year. */
async function noteAct(db: StateDb, { session, event, what, requestId }: Act, now: Date) {
  await db
    .insertInto('operator_audit')
    .values({ at: now.toISOString(), session, event, what: what ?? null, request_id: requestId })
    .execute();
}

/** Returns the last acts, the latest first. */
export async function lastActs(db: StateDb): Promise<Wire<'consoleActs'>> {
  const acts = await db
    .selectFrom('operator_audit')
    .select(['at', 'session', 'event', 'what'])
    .orderBy('id', 'desc')
    .limit(shownActs)
    .execute();
  return { acts };
}

/** Length of the session's digest in the audit trail. */
const nameLength = 10;

/** An operator with a session. */
export interface Operator {
  readonly session: string;
  /** Writes an act into the audit trail. */
  note(db: StateDb, act: Pick<Act, 'event' | 'what'>): Promise<void>;
}

const operatorNamed = (id: string, requestId: string, clock: Clock): Operator => {
  const session = id.slice(0, nameLength);
  return { session, note: (db, act) => noteAct(db, { ...act, session, requestId }, dateOf(clock)) };
};

/**
 * Finds the operator of a session. A session ends with the token that began it.
 * @param tokens the operator's; empty lets nobody in
 * @throws ProblemError `token`, the same for unknown and ended sessions
 */
export async function operatorOf(
  db: StateDb,
  tokens: readonly string[],
  credential: string,
  { requestId, clock }: Pick<CallContext, 'requestId' | 'clock'>,
): Promise<Operator> {
  const id = digestOf(credential);
  const now = dateOf(clock);
  const row = await db
    .selectFrom('operator_session')
    .selectAll()
    .where('id', '=', id)
    .where('created_at', '>', ago(now, sessionMs.longest))
    .where('changed_at', '>', ago(now, sessionMs.idle))
    .executeTakeFirst();
  if (!row || !tokens.some((token) => isSameDigest(row.token, digestOf(token))))
    throw new ProblemError('token', 'no valid session');
  if (row.changed_at < ago(now, noteEveryMs))
    await db.updateTable('operator_session').set({ changed_at: now.toISOString() }).where('id', '=', id).execute();
  return operatorNamed(id, requestId, clock);
}

/**
 * Begins a session for a person with one of the operator's tokens.
 * @param given `by` names the person, if a provider has identified them
 * @returns the session
 * @throws ProblemError `token`
 */
export async function signIn(
  db: StateDb,
  tokens: readonly string[],
  given: { readonly credential: string; readonly by: string | null },
  { requestId, clock }: Pick<CallContext, 'requestId' | 'clock'>,
): Promise<string> {
  const own = digestOf(given.credential);
  const token = tokens.map(digestOf).find((each) => isSameDigest(each, own));
  if (token === undefined) throw new ProblemError('token', 'not the token');
  const session = `pos_${randomBytes(32).toString('base64url')}`;
  const id = digestOf(session);
  const at = timestampOf(clock);
  await transact(db, async (tx) => {
    await tx.insertInto('operator_session').values({ id, token, created_at: at, changed_at: at }).execute();
    await operatorNamed(id, requestId, clock).note(tx, { event: 'signed_in', what: given.by });
  });
  return session;
}

/** Ends a session. */
export async function signOut(db: StateDb, operator: Operator, session: string): Promise<void> {
  await transact(db, async (tx) => {
    await tx.deleteFrom('operator_session').where('id', '=', digestOf(session)).execute();
    await operator.note(tx, { event: 'signed_out' });
  });
}
