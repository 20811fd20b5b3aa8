import { randomBytes } from 'node:crypto';
import { type Clock, dateOf, timestampOf } from '../../clock/clock.js';
import { type ConsoleRole, type ConsoleWho, consoleRoles } from '../../contract/console.js';
import { type ConsoleAct, mayDo } from '../../contract/console-rights.js';
import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import type { CallContext } from '../http/handler.js';
import { ago, digestOf, isSameDigest, noteEveryMs, sessionMs } from '../merchants/tokens.js';
import type { StateDb } from '../state/state-store.js';
import type { OperatorEvent } from '../state/state-tables.js';
import { transact } from '../state/transact.js';

/** Most entries of the audit trail that a page shows. */
const shownActs = 200;

/** An act of an operator. `what` is a name, a number or an outcome, and never personal; `person` names who did it. */
interface Act {
  readonly session: string;
  readonly person: string | null;
  readonly event: OperatorEvent;
  readonly what?: string | null;
  readonly requestId: string | null;
}

/** Writes an act into the audit trail, which keeps it for a year. */
async function noteAct(db: StateDb, { session, person, event, what, requestId }: Act, now: Date) {
  await db
    .insertInto('operator_audit')
    .values({ at: now.toISOString(), session, person, event, what: what ?? null, request_id: requestId })
    .execute();
}

/** Returns the last acts, the latest first. */
export async function lastActs(db: StateDb): Promise<Wire<'consoleActs'>> {
  const acts = await db
    .selectFrom('operator_audit')
    .select(['at', 'session', 'person', 'event', 'what'])
    .orderBy('id', 'desc')
    .limit(shownActs)
    .execute();
  return { acts };
}

/** Length of the session's digest in the audit trail. */
const nameLength = 10;

/** An operator with a session. */
export interface Operator extends ConsoleWho {
  /** @throws ProblemError `role` unless a role of the operator may do the act */
  require(act: ConsoleAct): void;
  /** Writes an act into the audit trail. */
  note(db: StateDb, act: Pick<Act, 'event' | 'what'>): Promise<void>;
}

const operatorNamed = (id: string, { by, roles }: ConsoleWho, requestId: string, clock: Clock): Operator => ({
  by,
  roles,
  require(act) {
    if (!mayDo(roles, act)) throw new ProblemError('role', `no role for ${act}`);
  },
  note: (db, act) => noteAct(db, { ...act, session: id.slice(0, nameLength), person: by, requestId }, dateOf(clock)),
});
const rolesIn = (text: string): ConsoleRole[] => consoleRoles.filter((role) => text.split(' ').includes(role));

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
  return operatorNamed(id, { by: row.person, roles: rolesIn(row.roles) }, requestId, clock);
}

/**
 * Begins a session for a person with one of the operator's tokens.
 * @param given the person and the roles, if a provider has identified them; without roles an owner
 * @throws ProblemError `token`
 */
export async function signIn(
  db: StateDb,
  tokens: readonly string[],
  { credential, by: given, roles = ['owner'] }: Pick<Request<'consoleSignIn'>, 'credential' | 'by' | 'roles'>,
  { requestId, clock }: Pick<CallContext, 'requestId' | 'clock'>,
): Promise<Wire<'consoleSignIn'>> {
  const by = given ?? null;
  const own = digestOf(credential);
  const token = tokens.map(digestOf).find((each) => isSameDigest(each, own));
  if (token === undefined) throw new ProblemError('token', 'not the token');
  const session = `pos_${randomBytes(32).toString('base64url')}`;
  const id = digestOf(session);
  const at = timestampOf(clock);
  await transact(db, async (tx) => {
    const row = { id, token, created_at: at, changed_at: at, person: by, roles: roles.join(' ') };
    await tx.insertInto('operator_session').values(row).execute();
    await operatorNamed(id, { by, roles }, requestId, clock).note(tx, { event: 'signed_in', what: row.roles });
  });
  return { session, by, roles };
}

/** Ends a session. */
export async function signOut(db: StateDb, operator: Operator, session: string): Promise<void> {
  await transact(db, async (tx) => {
    await tx.deleteFrom('operator_session').where('id', '=', digestOf(session)).execute();
    await operator.note(tx, { event: 'signed_out' });
  });
}
