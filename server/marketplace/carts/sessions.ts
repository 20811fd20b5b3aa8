import { createHash, randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { StateTables } from '../state/state-tables.js';

/*
 * Sessions of carts. `writeCart` runs each change in one transaction. After each failure:
 *
 * - Two first writes of a visitor meet: one statement makes or locks the row, so both get the same session.
 * - Writes conflict: `transact` runs the loser again, five times at most. Then the answer is 503.
 * - A row stays locked: the write ends with 503. `SessionTurns` holds the visitor's next writes back; others go on.
 * - The database is away, or the process is killed: the transaction is rolled back, with its session and key.
 * - The answer of a commit is lost: the change may be stored. A repeat with the same key changes nothing again.
 * - The session is unknown: the write makes one, with the sid of the web tier.
 * - A login ended the session meanwhile: the write goes to the new session for a minute.
 */

/**
 * Days from the last change until a cart and its session are deleted (D71). Only the retention checks them: a write on
 * a clock that is ahead would lose the cart (P245).
 */
export const sessionDays = 30;

export interface Session {
  /** Key in the store, not the sid. */
  id: string;
  auditName: string;
  userId: string | null;
}

type Writing = Transaction<StateTables>;

const columns = ['id', 'audit_name', 'user_id'] as const;
const sessionOf = ({ id, audit_name, user_id }: Pick<StateTables['session'], (typeof columns)[number]>): Session => ({
  id,
  auditName: audit_name,
  userId: user_id,
});

const sessionId = (sid: string): string => createHash('sha256').update(sid).digest('base64url');

/** Finds the session of a sid; null if unknown. The fallback sid "10" is never known (D26). */
export async function findSession(db: Kysely<StateTables>, sid: string | null): Promise<Session | null> {
  if (sid === null) return null;
  const row = await db.selectFrom('session').select(columns).where('id', '=', sessionId(sid)).executeTakeFirst();
  return row ? sessionOf(row) : null;
}

/** Sets the time of a session's last change; null if the session is unknown. */
export const touchSession = async (db: Writing, sid: string | null, now: Date): Promise<Session | null> =>
  sid === null ? null : touch(db, sessionId(sid), now);

async function touch(db: Writing, id: string, now: Date): Promise<Session | null> {
  const row = await db
    .updateTable('session')
    .set({ changed_at: now.toISOString() })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  return row ? sessionOf(row) : null;
}

/** Seconds during which writes that began before a login find the new session. */
const leadsSeconds = 60;

/** Records which session replaces the one that a login ended (P171). */
export async function linkSessions(db: Writing, from: string, to: string, now: Date): Promise<void> {
  await db.insertInto('session_move').values({ id: from, session_id: to, moved_at: now.toISOString() }).execute();
}

/**
 * Touches the session that a login made from the visitor's former one. It gives access to the cart only, not to the
 * account, and ends within a minute: an attacker may have planted the old sid.
 */
export async function touchMovedSession(db: Writing, sid: string | null, now: Date): Promise<Session | null> {
  if (sid === null) return null;
  const move = await db
    .selectFrom('session_move')
    .select('session_id')
    .where('id', '=', sessionId(sid))
    .where('moved_at', '>', new Date(now.getTime() - leadsSeconds * 1000).toISOString())
    .executeTakeFirst();
  return move ? touch(db, move.session_id, now) : null;
}

/**
 * Makes a session and locks its row. Parallel writes of a visitor get the same session.
 * @param given the sid that the web tier issued (D79); otherwise the sid has 128 random bits
 */
export async function makeSession(db: Writing, now: Date, given?: string): Promise<{ sid: string; session: Session }> {
  const sid = given ?? randomBytes(16).toString('base64url');
  const id = sessionId(sid);
  const at = now.toISOString();
  const row = await db
    .insertInto('session')
    .values({ id, audit_name: randomBytes(12).toString('base64url'), created_at: at, changed_at: at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ changed_at: at }))
    .returning(columns)
    .executeTakeFirstOrThrow();
  return { sid, session: sessionOf(row) };
}
