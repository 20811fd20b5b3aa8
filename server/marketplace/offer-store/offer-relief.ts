import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../clock/clock.js';
import { foldLog } from './offer-log.js';
import { dayOf } from './price-history.js';

/** Pages in the log of SQLite after which they are moved into the file, without making anybody wait. */
const manyPages = 16_384;
/** From so many on, readers are waited for a moment, so that the log begins anew. */
const tooManyPages = 65_536;
/** Commits, and bytes of summaries in them, after which these are folded into their blocks. */
const manyCommits = 20_000;
const manyBytes = 16 * 1024 ** 2;
/** Commits between two looks whether that is due. */
const commitsAtATime = 256;

/** Keeps both logs short, that of SQLite and that of the commits, for who writes to `offers.db`. */
export class OfferRelief {
  /** Of the last look whether a day is over, whose prices are then part of the history. */
  #day: number;

  constructor(
    private readonly database: DatabaseSync,
    private readonly clock: Clock,
  ) {
    this.#day = dayOf(clock.now());
  }

  /** @param number of the commit that was made just now */
  after(number: number): void {
    const today = dayOf(this.clock.now());
    const isDue = number % commitsAtATime === 0 || today !== this.#day;
    this.#day = today;
    // A fold writes whole blocks: among many commits it waits until the log is as long as they are.
    if (number > 0 && isDue) this.#foldIfLong(Math.max(manyBytes, this.#blockBytes()));
    const state = this.database.prepare('pragma wal_checkpoint(noop)').get();
    const pages = Number(state?.log ?? 0) - Number(state?.checkpointed ?? 0);
    if (pages > manyPages) this.database.prepare('pragma wal_checkpoint(passive)').get();
    if (Number(state?.log ?? 0) > tooManyPages) {
      this.database.exec('pragma busy_timeout = 200');
      this.database.prepare('pragma wal_checkpoint(restart)').get();
      this.database.exec('pragma busy_timeout = 10000');
    }
  }

  /** When nothing more is to be written for a while. */
  atEnd(): void {
    this.#foldIfLong(manyBytes);
    this.database.prepare('pragma wal_checkpoint(passive)').get();
  }

  #blockBytes(): number {
    return Number(this.database.prepare('select sum(length(data)) as bytes from best_block').get()?.bytes ?? 0);
  }

  /** Works the log into the blocks of summaries and the history, where it is of so many bytes or of another day. */
  #foldIfLong(longBytes: number): void {
    const folded = Number(this.database.prepare("select value from meta where key = 'folded'").get()?.value ?? 0);
    const { commits, bytes, first } = this.database
      .prepare('select count(*) as commits, sum(length(best)) as bytes, min(at) as first from change where number > ?')
      .get(folded) as { commits: number; bytes: number | null; first: number | null };
    const isOfToday = first === null || dayOf(first) === dayOf(this.clock.now());
    if (commits < manyCommits && (bytes ?? 0) < longBytes && isOfToday) return;
    this.database.exec('begin immediate');
    foldLog(this.database, this.clock.now());
    this.database.exec('commit');
  }
}
