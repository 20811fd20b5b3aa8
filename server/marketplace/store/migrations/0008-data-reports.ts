import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What visitors have found wrong in the data of articles (P114). */
export const dataReports: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table data_report (id text primary key, created_at text not null, product_id integer not null,
      article text not null, reason text not null, text text not null, model_id text, locale text not null, handled_at text)`.execute(
      db,
    );
    await sql`create index data_report_created on data_report (created_at)`.execute(db);
  },
};
