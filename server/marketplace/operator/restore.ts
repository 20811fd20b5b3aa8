import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { dateOf } from '../../clock/clock.js';
import { beginRestore, endRestore } from '../data-folder/unfinished-restore.js';
import { replaceFile } from '../files/replace-file.js';
import type { StatePlace } from '../state/state-place.js';
import { migrationsOf, refuseNewer, stateFile } from '../state/state-store.js';
import { damageOf } from '../state/store-damage.js';
import { idsBackup, idsFile } from './backup.js';
import { CommandError } from './command-input.js';
import { fetchOffers, prepareOffers, type RestoredOffers } from './restore-offers.js';
import { keep, lockStopped, partialName } from './sqlite-files.js';

export interface RestoreResult {
  /** New name of the former state; null = the folder was empty. */
  readonly kept: string | null;
  readonly ids: 'restored' | 'kept';
  /** `kept`: the backup has none. `fetched`: the folder follows PostgreSQL. */
  readonly offers: 'restored' | 'kept' | 'fetched';
  /** The catalogue that will be served; null = the folder has none. */
  readonly generation: string | null;
}

interface Pointer {
  readonly generation: string;
  readonly file: string;
  readonly activated_at: string;
}

/**
 * Replaces the state by a backup. A backup has no catalogue, so the served one stays. Ids stay if there are any,
 * because they only grow. Offers come from the database if it has some, else from the backup; these belong to the
 * folder alone.
 * @param databaseUrl address of PostgreSQL
 * @throws CommandError if the backup is damaged, newer or of other ids, or a shop runs; then nothing has changed. After
 * a kill no shop starts on the folder until the restore is repeated
 */
export async function restore({ dataDir, clock, databaseUrl }: StatePlace, file: string): Promise<RestoreResult> {
  checkBackup(file);
  mkdirSync(dataDir, { recursive: true });
  const ids = checkIds(dataDir, file);
  const target = stateFile(dataDir);
  const partial = partialName(target);
  const lock = existsSync(target) ? lockStopped(target) : null;
  let store: RestoredOffers | null = null;
  try {
    const fetched = databaseUrl === undefined ? null : await fetchOffers({ dataDir, clock }, file, databaseUrl);
    store = fetched ?? prepareOffers(dataDir, file);
    copyFileSync(file, partial);
    chmodSync(partial, 0o600);
    const generation = pointTo(dataDir, partial, lock && pointerOf(lock));
    keepRevoked(partial, lock);
    beginRestore(dataDir, resolve(file));
    if (ids === 'restored') {
      const idsPart = partialName(idsFile(dataDir));
      copyFileSync(idsBackup(file), idsPart);
      replaceFile(idsPart, idsFile(dataDir));
    }
    const now = dateOf(clock);
    store?.put(now);
    const kept = existsSync(target) ? keep(target, now) : null;
    replaceFile(partial, target);
    endRestore(dataDir);
    const offers = fetched ? 'fetched' : store ? 'restored' : 'kept';
    return { kept, ids, offers, generation };
  } finally {
    lock?.close();
    store?.close();
    rmSync(partial, { force: true });
  }
}

function checkBackup(file: string): void {
  const damage = damageOf(file);
  if (damage) throw new CommandError(`${file} cannot be restored: ${damage}.`);
  using database = new DatabaseSync(file, { readOnly: true });
  if (migrationsOf(database).length === 0) throw new CommandError(`${file} is no backup of a shop.`);
  refuseNewer(file, database);
}

/** Decides whether to restore the ids of the backup. @throws CommandError if both have given ids of their own */
function checkIds(dataDir: string, file: string): RestoreResult['ids'] {
  const [own, saved] = [idsFile(dataDir), idsBackup(file)];
  if (!existsSync(saved)) {
    if (existsSync(own)) return 'kept';
    throw new CommandError(`${saved} is missing. Without it all products would get new addresses.`);
  }
  const damage = damageOf(saved);
  if (damage) throw new CommandError(`${saved} cannot be restored: ${damage}.`);
  if (damageOf(own)) return 'restored';
  using database = new DatabaseSync(own, { timeout: 5000 });
  database.prepare('attach database ? as saved').run(saved);
  const { others } = database
    .prepare(
      `select count(*) as others from saved.id s left join main.id m on m.kind = s.kind and m.natural_key = s.natural_key
       where (m.id is null and s.kind <> 'offer') or m.id <> s.id`,
    )
    .get() as { others: number };
  if (others === 0) return 'kept';
  throw new CommandError(
    `${own} has given ${others} products, offers or vehicles other ids than the backup. Restore into an empty folder and import the catalogue there.`,
  );
}

function pointerOf(database: DatabaseSync): Pointer | undefined {
  if (!hasTable(database, 'catalogue_pointer')) return undefined;
  const row = database.prepare('select generation, file, activated_at from catalogue_pointer').get();
  return row as Pointer | undefined;
}

/** Points the state to an existing catalogue: the served one, else the backup's, else the newest. */
function pointTo(dataDir: string, state: string, served: Pointer | null | undefined): string | null {
  using database = new DatabaseSync(state);
  const newest = readdirSync(dataDir)
    .flatMap((name) => {
      const generation = /^catalogue-(\w+)\.db$/.exec(name)?.[1];
      return generation ? [{ generation, file: name, activated_at: new Date(0).toISOString() }] : [];
    })
    .sort((a, b) => a.generation.localeCompare(b.generation))
    .at(-1);
  const pointer = [served, pointerOf(database), newest].find((each) => each && existsSync(join(dataDir, each.file)));
  database.exec('pragma journal_mode = delete; delete from catalogue_pointer');
  if (!pointer) return null;
  database
    .prepare('insert into catalogue_pointer (id, generation, file, activated_at) values (1, ?, ?, ?)')
    .run(pointer.generation, pointer.file, pointer.activated_at);
  return pointer.generation;
}

const hasTable = (database: DatabaseSync, name: string): boolean =>
  database.prepare("select 1 from sqlite_master where type = 'table' and name = ?").get(name) !== undefined;

/**
 * Keeps tokens revoked that were revoked after the backup, and ends all sessions of both portals.
 * @param former the state before; null = there was none
 */
function keepRevoked(state: string, former: DatabaseSync | null): void {
  using database = new DatabaseSync(state);
  for (const table of ['merchant_session', 'operator_session'])
    if (hasTable(database, table)) database.exec(`delete from ${table}`);
  if (!former || !hasTable(former, 'merchant_token') || !hasTable(database, 'merchant_token')) return;
  const revoke = database.prepare('update merchant_token set revoked_at = coalesce(revoked_at, ?) where id = ?');
  for (const { id, revoked_at } of former
    .prepare('select id, revoked_at from merchant_token where revoked_at is not null')
    .all())
    revoke.run(revoked_at ?? null, id ?? null);
}
