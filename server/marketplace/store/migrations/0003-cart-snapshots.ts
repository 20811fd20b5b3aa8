import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Carts as they were before a link or a plan changed the whole of them (D31). */
export const cartSnapshots: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table cart_snapshot (position integer primary key autoincrement, id text not null unique,
      session_id text not null references session (id) on delete cascade, created_at text not null, kind text not null,
      changed integer not null, skipped integer not null, lines text not null)`.execute(db);
    await sql`create index cart_snapshot_session on cart_snapshot (session_id, position)`.execute(db);
    await sql`create index cart_snapshot_created on cart_snapshot (created_at)`.execute(db);
  },
};
