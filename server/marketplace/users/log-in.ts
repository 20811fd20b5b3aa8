import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import { ProblemError } from '../../contract/problem.js';
import { findSession, linkSessions, makeSession, touchSession } from '../carts/sessions.js';
import type { StateDb } from '../state/state-store.js';
import type { StateTables } from '../state/state-tables.js';
import { transact } from '../state/transact.js';

/** Tables with rows of a session, which move with it. */
export const ofSession = ['cart_line', 'cart_snapshot', 'idempotency', 'session_move'] as const;

/** The user of a session. @throws ProblemError `login` for a visitor */
export async function userOf(db: StateDb, sid: string | null): Promise<string> {
  const session = await findSession(db, sid);
  if (!session?.userId) throw new ProblemError('login');
  return session.userId;
}

/**
 * Logs a session in. The session gets a new sid, so that a planted sid is worthless (session fixation). The cart and
 * its audit name move along, and the old session is deleted.
 * @returns the new sid
 */
export function logIn(
  db: StateDb,
  sid: string | null,
  { issuer, subject }: { issuer: string; subject: string },
  now: Date,
): Promise<string> {
  return transact(db, async (tx) => {
    const user_id = await knownUser(tx, issuer, subject, now);
    // Locks the session: a parallel add ends before, and a later one is led to the new session.
    const old = await touchSession(tx, sid, now);
    const made = await makeSession(tx, now);
    if (old) {
      for (const table of ofSession) {
        await tx.updateTable(table).set({ session_id: made.session.id }).where('session_id', '=', old.id).execute();
      }
      await tx.deleteFrom('session').where('id', '=', old.id).execute();
      await linkSessions(tx, old.id, made.session.id, now);
    }
    const audit_name = old?.auditName ?? made.session.auditName;
    await tx.updateTable('session').set({ user_id, audit_name }).where('id', '=', made.session.id).execute();
    return made.sid;
  });
}

async function knownUser(tx: Transaction<StateTables>, issuer: string, subject: string, now: Date): Promise<string> {
  const made = { id: randomBytes(12).toString('base64url'), issuer, subject, created_at: now.toISOString() };
  await tx
    .insertInto('account')
    .values(made)
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .execute();
  const { id } = await tx
    .selectFrom('account')
    .select('id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow();
  return id;
}

/** Logs a session out; its cart stays. */
export async function logOut(db: StateDb, sid: string | null): Promise<void> {
  const session = await findSession(db, sid);
  if (session) await db.updateTable('session').set({ user_id: null }).where('id', '=', session.id).execute();
}

/** Deletes the user with all saved vehicles, and logs out all sessions (D71). @throws ProblemError `login` */
export async function deleteUser(db: StateDb, sid: string | null): Promise<void> {
  await db
    .deleteFrom('account')
    .where('id', '=', await userOf(db, sid))
    .execute();
}
