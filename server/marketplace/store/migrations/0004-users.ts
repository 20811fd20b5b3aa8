import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Users by the word of their provider, who of them a session belongs to, and their saved vehicles. */
export const users: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      sql`create table account (id text primary key, issuer text not null, subject text not null, created_at text not null,
        unique (issuer, subject))`,
      sql`alter table session add column user_id text references account (id) on delete set null`,
      sql`create index session_user on session (user_id)`,
      sql`create table saved_vehicle (position integer primary key autoincrement,
        user_id text not null references account (id) on delete cascade, model_id text not null, created_at text not null,
        unique (user_id, model_id))`,
    ];
    for (const statement of statements) await statement.execute(db);
  },
};
