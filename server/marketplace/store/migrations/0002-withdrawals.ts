import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Declarations of withdrawal with the number of their receipt. */
export const withdrawals: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table withdrawal (id text primary key, created_at text not null, name text not null,
      order_id text not null, email text not null, locale text not null)`.execute(db);
    await sql`create index withdrawal_created on withdrawal (created_at)`.execute(db);
  },
};
