import { createHash, randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { StateTables } from '../state/state-tables.js';

/**
 * Days after the last change until a cart and its session are forgotten (D71). Only the retention says that they have
 * passed, and then the row is gone: a write on a clock that is ahead would take the cart away for good (P245).
 */
export const sessionDays = 30;

/** A visitor's session in the store. */
export interface Session {
  /** Key of the store, not the sid. */
  id: string;
  auditName: string;
  /** Null for anyone who is not logged in. */
  userId: string | null;
}

type Writing = Transaction<StateTables>;

const columns = ['id', 'audit_name', 'user_id'] as const;
const sessionOf = (row: { id: string; audit_name: string; user_id: string | null }): Session => ({
  id: row.id,
  auditName: row.audit_name,
  userId: row.user_id,
});

/** The store keeps only a digest of the sid. */
const sessionId = (sid: string): string => createHash('sha256').update(sid).digest('base64url');

/** The session of a sid; null for none or an unknown one. The fallback sid "10" is never known (D26). */
export async function findSession(db: Kysely<StateTables>, sid: string | null): Promise<Session | null> {
  if (sid === null) return null;
  const row = await db.selectFrom('session').select(columns).where('id', '=', sessionId(sid)).executeTakeFirst();
  return row ? sessionOf(row) : null;
}

/** Marks a session as changed now; null where it is unknown. */
export async function touchSession(db: Writing, sid: string | null, now: Date): Promise<Session | null> {
  if (sid === null) return null;
  const row = await db
    .updateTable('session')
    .set({ changed_at: now.toISOString() })
    .where('id', '=', sessionId(sid))
    .returning(columns)
    .executeTakeFirst();
  return row ? sessionOf(row) : null;
}

/** Seconds for which writes that were under way during a login find the session that it has made. */
const leadsSeconds = 60;

/** Remembers where a session has gone that a login has ended (P171). */
export async function leadOn(db: Writing, from: string, to: string, now: Date): Promise<void> {
  await db.insertInto('session_move').values({ id: from, session_id: to, moved_at: now.toISOString() }).execute();
}

/**
 * The session that a login has made of the one that a write comes with. Only what is in the cart goes by it: it reads
 * nobody's account, and ends within a minute, since the old sid may be known to the one who planted it.
 */
export async function touchMovedSession(db: Writing, sid: string | null, now: Date): Promise<Session | null> {
  if (sid === null) return null;
  const row = await db
    .updateTable('session')
    .set({ changed_at: now.toISOString() })
    .where('id', 'in', (query) =>
      query
        .selectFrom('session_move')
        .select('session_id')
        .where('id', '=', sessionId(sid))
        .where('moved_at', '>', new Date(now.getTime() - leadsSeconds * 1000).toISOString()),
    )
    .returning(columns)
    .executeTakeFirst();
  return row ? sessionOf(row) : null;
}

/**
 * Makes a session and locks its row. Another write of the same visitor may be making it at this moment: both get the
 * same one, and neither deletes what the other has written.
 * @param given what the web tier has given out for it (D79); without it, an unguessable sid of 128 random bits
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
