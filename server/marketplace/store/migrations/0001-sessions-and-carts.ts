import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Sessions, carts with their audit trail, used idempotency keys, and the pointer to the served catalogue. */
export const sessionsAndCarts: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      sql`create table session (id text primary key, audit_name text not null unique, created_at text not null,
        changed_at text not null)`,
      sql`create index session_changed on session (changed_at)`,
      sql`create table cart_line (position integer primary key autoincrement, id text not null unique,
        session_id text not null references session (id) on delete cascade, offer_id integer not null,
        model_id text not null, quantity integer not null check (quantity between 1 and 99), seen_price integer not null,
        snapshot text not null, created_at text not null, unique (session_id, offer_id, model_id))`,
      sql`create table cart_audit (id integer primary key autoincrement, at text not null, cart text not null,
        event text not null, line_id text not null, offer_id integer not null, model_id text not null,
        quantity_before integer not null, quantity_after integer not null, unit_price integer not null,
        request_id text not null)`,
      sql`create index cart_audit_cart on cart_audit (cart, id)`,
      sql`create index cart_audit_at on cart_audit (at)`,
      sql`create trigger cart_audit_append_only before update on cart_audit
        begin select raise(abort, 'cart_audit is append-only'); end`,
      sql`create table idempotency (session_id text not null references session (id) on delete cascade,
        key text not null, created_at text not null, primary key (session_id, key))`,
      sql`create index idempotency_created on idempotency (created_at)`,
      sql`create table if not exists catalogue_pointer (id integer primary key check (id = 1), generation text not null,
        file text not null, activated_at text not null)`,
    ];
    for (const statement of statements) await statement.execute(db);
  },
};
