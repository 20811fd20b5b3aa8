import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How often an import job was tried in vain, and when it is tried next; null = at once (P243). */
export const importJobs: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table merchant_import add column attempts integer not null default 0`.execute(db);
    await sql`alter table merchant_import add column next_attempt_at text`.execute(db);
  },
};
