import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { offersFile } from '../offer-store/offer-file.js';
import { ExpectedError } from '../program/expected-error.js';
import { databaseNameOf } from '../state/postgres.js';
import type { StatePlace } from '../state/state-place.js';
import { CommitLog } from './commit-log.js';
import { joinAnew, LocalOffers } from './local-offers.js';
import { temporaryFile } from './snapshot-file.js';

export type Engine = 'sqlite' | 'postgres';

/** A moved table with the SHA-256 of its rows, which is the same on both sides. */
interface MovedOffers {
  readonly table: string;
  readonly rows: number;
  readonly digest: string;
}

/** Tables that are compared, with their keys; everything else follows from them. */
const orders = {
  shop: 'id',
  shop_rate: 'shop_id, country',
  offer: 'product_id, id',
  offer_key: 'shop_id, key',
  offer_change: 'offer_id, at',
  recall: 'product_id',
} as const;

function sumOffers(dataDir: string): MovedOffers[] {
  using database = new DatabaseSync(offersFile(dataDir), { readOnly: true });
  return Object.entries(orders).map(([table, order]) => {
    const hash = createHash('sha256');
    let rows = 0;
    for (const row of database.prepare(`select * from ${table} order by ${order}`).iterate()) {
      hash.update(`${JSON.stringify(row)}\n`);
      rows++;
    }
    return { table, rows, digest: hash.digest('hex') };
  });
}

/** Sums of a new folder that follows the log. */
async function sumOfNewcomer(dataDir: string, log: CommitLog): Promise<MovedOffers[]> {
  const folder = temporaryFile(dataDir);
  mkdirSync(folder);
  try {
    await joinAnew(folder, log);
    return sumOffers(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Makes the offers of a folder those of PostgreSQL, or the other way round. The source stays, and a new folder that
 * follows must get the same offers.
 * @returns the moved tables
 * @throws ExpectedError if the target has other offers, StateUnavailable
 */
export async function moveOffers({ dataDir, clock }: StatePlace, address: string, to: Engine): Promise<MovedOffers[]> {
  if (to === 'postgres' && !existsSync(offersFile(dataDir))) return [];
  mkdirSync(dataDir, { recursive: true });
  const log = await CommitLog.open(address, clock);
  try {
    const head = await log.head();
    if (to === 'sqlite' && !head) return [];
    using local = new LocalOffers(dataDir, log);
    if (to === 'postgres' && !head) await local.begin();
    await local.join();
    const moved = sumOffers(dataDir);
    if (JSON.stringify(moved) !== JSON.stringify(await sumOfNewcomer(dataDir, log)))
      throw new ExpectedError(
        `A new folder gets other offers from ${databaseNameOf(address)} than ${dataDir} has. Are feeds running?`,
      );
    if (to === 'sqlite') local.leave();
    return moved;
  } finally {
    await log.close();
  }
}
