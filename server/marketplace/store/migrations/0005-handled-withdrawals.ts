import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When a declaration of withdrawal was dealt with; null while it is open. */
export const handledWithdrawals: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table withdrawal add column handled_at text`.execute(db);
  },
};
