import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** How far a folder has read the log that it follows (server/marketplace/offer-commits). */
export interface Followed {
  /** Id of the log. */
  readonly name: string;
  readonly number: number;
  /** Hash of all commits up to that number. */
  readonly chain: string;
}

/** Keys in `meta` that are local: no commit contains them. */
const names = { name: 'followed log', number: 'followed number', chain: 'followed chain' } as const;

/** Key in `meta`: the log that the folder is creating with its own offers, until it is known whether it exists. */
const beginning = 'beginning log';

const metaOf = (database: DatabaseSync, key: string): string =>
  String(database.prepare('select value from meta where key = ?').get(key)?.value ?? '');
const setMeta = (database: DatabaseSync, key: string, value: string): void =>
  void database.prepare('insert or replace into meta (key, value) values (?, ?)').run(key, value);

/** Returns the followed log; null = the folder has its own offers. @param database `offers.db` */
export function followedLog(database: DatabaseSync): Followed | null {
  const name = metaOf(database, names.name);
  if (name === '') return null;
  return { name, number: Number(metaOf(database, names.number)), chain: metaOf(database, names.chain) };
}

/**
 * Call it in the transaction that applies the commit.
 * @param followed null = the folder has its own offers from now on
 */
export function setFollowed(database: DatabaseSync, followed: Followed | null): void {
  const remove = database.prepare('delete from meta where key = ?');
  for (const [what, key] of Object.entries(names) as [keyof Followed, string][]) {
    if (followed) setMeta(database, key, String(followed[what]));
    else remove.run(key);
  }
  remove.run(beginning);
}

/**
 * Key in `meta`: the folder's epoch has ended, because other commits had its numbers. Cached data of the epoch are
 * dropped when all folders have a new one, even if a program is killed before.
 */
export const epochOver = 'epoch is over';
export const isEpochOver = (database: DatabaseSync): boolean => metaOf(database, epochOver) !== '';
/** Call it in the transaction that replaces the folder's past. */
export const noteEpochOver = (database: DatabaseSync): void => setMeta(database, epochOver, '1');
/** Call it when all folders have a new epoch. */
export const forgetEpochOver = (database: DatabaseSync): void =>
  void database.prepare('delete from meta where key = ?').run(epochOver);

/** Returns the log that the folder is creating. */
function beginningLog(database: DatabaseSync): (Pick<Followed, 'name' | 'chain'> & { readonly place: string }) | null {
  const [name = '', chain = '', ...place] = metaOf(database, beginning).split(' ');
  return name === '' ? null : { name, chain, place: place.join(' ') };
}

/**
 * Records that a log begins with the folder's offers, so that the folder recognises it even if its program is killed.
 * Another program of the folder may do the same. Returns the log's name.
 * @param chain hash of the offers
 * @param place identifies the database: each has its own log
 */
export function noteBeginning(database: DatabaseSync, chain: string, place: string): string {
  database.exec('begin immediate');
  const noted = beginningLog(database);
  const name = noted?.place === place ? noted.name : randomBytes(9).toString('base64url');
  setMeta(database, beginning, `${name} ${chain} ${place}`);
  database.exec('commit');
  return name;
}

/** Makes the folder follow a log that began with its offers. @param name of a log; another name changes nothing */
export function followBegun(database: DatabaseSync, name: string): void {
  if (beginningLog(database)?.name !== name) return;
  database.exec('begin immediate');
  // Another program of the folder may have begun the log in the meantime.
  const begun = beginningLog(database);
  if (begun?.name === name) setFollowed(database, { name, chain: begun.chain, number: 0 });
  database.exec('commit');
}

/** Call it before the folder changes its own offers: they would differ from those of the log. */
export function forgetBeginning(database: DatabaseSync): void {
  if (beginningLog(database)) database.prepare('delete from meta where key = ?').run(beginning);
}
