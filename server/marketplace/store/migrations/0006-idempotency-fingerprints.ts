import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * What an idempotency key was used for; null in rows from before, which stand for whatever comes with their key (D88).
 */
export const idempotencyFingerprints: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table idempotency add column fingerprint text`.execute(db);
  },
};
