import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** What a folder has taken in of the log that it follows (server/marketplace/offer-commits). */
export interface Followed {
  /** Word by which the log is known. */
  readonly name: string;
  readonly number: number;
  /** Hash of all commits until that number. */
  readonly chain: string;
}

/** Names in `meta`: local ones, which no commit holds. */
const names = { name: 'followed log', number: 'followed number', chain: 'followed chain' } as const;

/** In `meta`: the log that the folder begins with its own offers, until it is known whether it has. */
const beginning = 'beginning log';

const metaOf = (database: DatabaseSync, key: string): string =>
  String(database.prepare('select value from meta where key = ?').get(key)?.value ?? '');
const setMeta = (database: DatabaseSync, key: string, value: string): void =>
  void database.prepare('insert or replace into meta (key, value) values (?, ?)').run(key, value);

/** @param database `offers.db`. @returns null where the offers of the folder are its own */
export function followedLog(database: DatabaseSync): Followed | null {
  const name = metaOf(database, names.name);
  if (name === '') return null;
  return { name, number: Number(metaOf(database, names.number)), chain: metaOf(database, names.chain) };
}

/**
 * To be called in the transaction that takes the commit in.
 * @param followed null = the folder's offers are its own from now on
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
 * In `meta`: the folder's epoch is over, since its numbers were those of other commits; what was made of them is
 * forgotten as soon as all folders have a new one, wherever a program is killed until then.
 */
export const epochOver = 'epoch is over';
export const isEpochOver = (database: DatabaseSync): boolean => metaOf(database, epochOver) !== '';
/** To be called in the transaction that takes the folder another past. */
export const noteEpochOver = (database: DatabaseSync): void => setMeta(database, epochOver, '1');
/** To be called when all folders have a new one. */
export const forgetEpochOver = (database: DatabaseSync): void =>
  void database.prepare('delete from meta where key = ?').run(epochOver);

/** The log that the folder is about to begin, if any. */
function beginningLog(database: DatabaseSync): (Pick<Followed, 'name' | 'chain'> & { readonly place: string }) | null {
  const [name = '', chain = '', ...place] = metaOf(database, beginning).split(' ');
  return name === '' ? null : { name, chain, place: place.join(' ') };
}

/**
 * To be called before a log begins with the folder's offers, so that it is known for the folder's own wherever its
 * program is killed. Another program of the folder may do the same at the same time.
 * @param chain of the offers
 * @param place names the database: the log of another is another one
 * @returns the log's name
 */
export function noteBeginning(database: DatabaseSync, chain: string, place: string): string {
  database.exec('begin immediate');
  const noted = beginningLog(database);
  const name = noted?.place === place ? noted.name : randomBytes(9).toString('base64url');
  setMeta(database, beginning, `${name} ${chain} ${place}`);
  database.exec('commit');
  return name;
}

/** Has the folder follow a log that has begun with its offers. @param name of a log; of another nothing is done */
export function followBegun(database: DatabaseSync, name: string): void {
  if (beginningLog(database)?.name !== name) return;
  database.exec('begin immediate');
  // Another program of the folder may have gone on meanwhile.
  const begun = beginningLog(database);
  if (begun?.name === name) setFollowed(database, { name, chain: begun.chain, number: 0 });
  database.exec('commit');
}

/** To be called before offers are changed by their folder alone: a log that it may have begun has others then. */
export function forgetBeginning(database: DatabaseSync): void {
  if (beginningLog(database)) database.prepare('delete from meta where key = ?').run(beginning);
}
