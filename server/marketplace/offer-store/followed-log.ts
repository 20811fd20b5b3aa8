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

/** @param database `offers.db`. @returns null where the offers of the folder are its own */
export function followedLog(database: DatabaseSync): Followed | null {
  const metaOf = (key: string): string =>
    String(database.prepare('select value from meta where key = ?').get(key)?.value ?? '');
  const name = metaOf(names.name);
  return name === '' ? null : { name, number: Number(metaOf(names.number)), chain: metaOf(names.chain) };
}

/**
 * To be called in the transaction that takes the commit in.
 * @param followed null = the folder's offers are its own from now on
 */
export function setFollowed(database: DatabaseSync, followed: Followed | null): void {
  for (const [what, key] of Object.entries(names) as [keyof Followed, string][]) {
    if (followed)
      database.prepare('insert or replace into meta (key, value) values (?, ?)').run(key, String(followed[what]));
    else database.prepare('delete from meta where key = ?').run(key);
  }
}
