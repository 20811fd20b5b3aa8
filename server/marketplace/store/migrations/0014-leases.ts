import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What only one of several processes does at a time (P209). */
export const leases: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table lease (name text primary key, holder text not null, ends_at integer not null)`.execute(db);
  },
};
