import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Feeds that the shop gets by itself, their last runs, and messages to other people's servers (P96, P97). */
export const feeds: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      sql`create table feed (name text primary key, settings text not null, named_at text not null, next_at text not null,
        is_running integer not null default 0, tried_at text, succeeded_at text, applied_at text, applied_status text,
        etag text, last_modified text, content text, status text, reason text, rows integer not null default 0,
        rejected integer not null default 0, held integer not null default 0, seconds real not null default 0,
        failures integer not null default 0, overdue_since text, told text)`,
      sql`create index feed_next on feed (next_at)`,
      sql`create table feed_run (id integer primary key autoincrement,
        feed text not null references feed (name) on delete cascade, started_at text not null, status text not null,
        is_unchanged integer not null, rows integer not null, rejected integer not null, left_out integer not null,
        held integer not null, seconds real not null, reason text, reasons text not null, report text)`,
      sql`create index feed_run_feed on feed_run (feed, id)`,
      sql`create table outbox (id text not null, target text not null, type text not null, body text not null,
        created_at text not null, attempts integer not null default 0, next_at text, state text not null default 'waiting',
        answer text, primary key (id, target))`,
      sql`create index outbox_waiting on outbox (next_at) where state = 'waiting'`,
      sql`create index outbox_created on outbox (created_at)`,
      sql`create table outbox_target (name text primary key, off_at text not null)`,
    ];
    for (const statement of statements) await statement.execute(db);
  },
};
