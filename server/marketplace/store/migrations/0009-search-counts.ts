import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What was searched for by day, without anything about who did (D80). */
export const searchCounts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table search_count (day text not null, language text not null, term text not null,
      searches integer not null, without_results integer not null, corrected integer not null,
      primary key (day, language, term)) without rowid`.execute(db);
  },
};
