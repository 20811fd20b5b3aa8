import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Idempotency keys of merchants, which outlive the list of their imports (D96, P249). */
export const merchantKeys: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      sql`create table merchant_key (shop_id integer not null, key text not null, created_at text not null,
        fingerprint text not null, import_id text not null, primary key (shop_id, key))`,
      sql`create index merchant_key_created on merchant_key (created_at)`,
      sql`insert into merchant_key (shop_id, key, created_at, fingerprint, import_id)
        select shop_id, key, created_at, fingerprint, id from merchant_import where key is not null`,
      sql`drop index merchant_import_key`,
      sql`alter table merchant_import drop column key`,
      sql`alter table merchant_import drop column fingerprint`,
      sql`create index merchant_import_created on merchant_import (shop_id, created_at)`,
    ];
    for (const statement of statements) await statement.execute(db);
  },
};
