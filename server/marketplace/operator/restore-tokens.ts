import { DatabaseSync } from 'node:sqlite';

const hasTable = (database: DatabaseSync, name: string): boolean =>
  database.prepare("select 1 from sqlite_master where type = 'table' and name = ?").get(name) !== undefined;

/**
 * Keeps shut what was shut since the backup: tokens that were revoked stay so, and those who had signed in do so again.
 * @param state file of the restored state
 * @param former the state that was there before; null where there was none
 */
export function keepRevoked(state: string, former: DatabaseSync | null): void {
  const database = new DatabaseSync(state);
  try {
    for (const table of ['merchant_session', 'operator_session'])
      if (hasTable(database, table)) database.exec(`delete from ${table}`);
    if (!former || !hasTable(former, 'merchant_token') || !hasTable(database, 'merchant_token')) return;
    const revoke = database.prepare('update merchant_token set revoked_at = coalesce(revoked_at, ?) where id = ?');
    for (const { id, revoked_at } of former
      .prepare('select id, revoked_at from merchant_token where revoked_at is not null')
      .all())
      revoke.run(revoked_at ?? null, id ?? null);
  } finally {
    database.close();
  }
}
