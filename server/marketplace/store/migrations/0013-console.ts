import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who has signed in at the operator's console, and what was done there (P158). */
export const operatorConsole: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      sql`create table operator_session (id text primary key, token text not null, created_at text not null,
        changed_at text not null)`,
      sql`create index operator_session_created on operator_session (created_at)`,
      sql`create table operator_audit (id integer primary key autoincrement, at text not null, session text not null,
        event text not null, what text, request_id text)`,
      sql`create index operator_audit_at on operator_audit (at)`,
    ];
    for (const statement of statements) await statement.execute(db);
  },
};
