import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Where sessions have gone that a login has ended (P171). */
export const sessionMoves: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table session_move (id text primary key,
      session_id text not null references session (id) on delete cascade, moved_at text not null)`.execute(db);
    await sql`create index session_move_session on session_move (session_id)`.execute(db);
    await sql`create index session_move_moved on session_move (moved_at)`.execute(db);
  },
};
