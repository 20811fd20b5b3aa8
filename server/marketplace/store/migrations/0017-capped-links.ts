import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How many lines of a link got fewer pieces than it asked for (D101). */
export const cappedLinks: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table cart_snapshot add column capped integer not null default 0`.execute(db);
  },
};
