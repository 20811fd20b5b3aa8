import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Carts that were handed over, and what receivers were told last of something that only changes (P163). */
export const events: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      sql`create table handover (id text primary key, created_at text not null, locale text not null,
        country text not null, lines integer not null, pieces integer not null, total integer not null)`,
      sql`create index handover_created on handover (created_at)`,
      sql`create table told (name text primary key, what text not null)`,
    ];
    for (const statement of statements) await statement.execute(db);
  },
};
