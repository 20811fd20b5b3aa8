import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Tokens of merchants, who has signed in with them, what they have sent, and the trail of it (P146). */
export const merchants: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      sql`create table merchant_token (id text primary key, shop_id integer not null, digest text not null,
        scope text not null, created_at text not null, expires_at text, revoked_at text, used_at text)`,
      sql`create index merchant_token_shop on merchant_token (shop_id)`,
      sql`create table merchant_session (id text primary key,
        token_id text not null references merchant_token (id) on delete cascade, created_at text not null,
        changed_at text not null)`,
      sql`create index merchant_session_changed on merchant_session (changed_at)`,
      sql`create table merchant_import (position integer primary key autoincrement, id text not null unique,
        shop_id integer not null, source text not null, mode text not null, is_dry_run integer not null,
        created_at text not null, ended_at text, status text not null, is_unchanged integer not null default 0,
        rows integer not null default 0, rejected integer not null default 0, left_out integer not null default 0,
        held integer not null default 0, changes text not null default '{}', reason text, report text,
        key text, fingerprint text)`,
      sql`create unique index merchant_import_key on merchant_import (shop_id, key)`,
      sql`create index merchant_import_shop on merchant_import (shop_id, position)`,
      sql`create index merchant_import_open on merchant_import (position) where ended_at is null`,
      sql`create table merchant_audit (id integer primary key autoincrement, at text not null, shop_id integer not null,
        token_id text, event text not null, what text, request_id text)`,
      sql`create index merchant_audit_at on merchant_audit (at)`,
      sql`create index merchant_audit_shop on merchant_audit (shop_id, id)`,
    ];
    for (const statement of statements) await statement.execute(db);
  },
};
