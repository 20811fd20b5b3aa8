import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Texts that an operator has put in the place of imported ones (P160). */
export const corrections: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table correction (kind text not null, subject integer not null, field text not null,
      language text not null, text text not null, changed_at text not null,
      primary key (kind, subject, field, language))`.execute(db);
  },
};
