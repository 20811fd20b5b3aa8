import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../clock/clock.js';
import { foldLog } from './offer-log.js';
import { dayOf } from './price-history.js';

/** Pages in SQLite's log that start a checkpoint without waiting. */
const manyPages = 16_384;
/** Pages that start a checkpoint which waits a moment for readers and restarts the log. */
const tooManyPages = 65_536;
/** Commits, and bytes of summaries, that are folded into blocks. */
const manyCommits = 20_000;
const manyBytes = 16 * 1024 ** 2;
/** Commits between two checks. */
const commitsAtATime = 256;

/** Shortens both logs, SQLite's and that of commits, for writers of `offers.db`. */
export class OfferRelief {
  /** The day of the last check: past days are folded into the price history. */
  #day: number;

  constructor(
    private readonly database: DatabaseSync,
    private readonly clock: Clock,
  ) {
    this.#day = dayOf(clock.now());
  }

  /** @param number of the new commit */
  after(number: number): void {
    const today = dayOf(this.clock.now());
    const isDue = number % commitsAtATime === 0 || today !== this.#day;
    this.#day = today;
    // A fold writes whole blocks. Among many commits it waits until the log is as large as the blocks.
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

  /** Call it before a pause of writes. */
  atEnd(): void {
    this.#foldIfLong(manyBytes);
    this.database.prepare('pragma wal_checkpoint(passive)').get();
  }

  #blockBytes(): number {
    return Number(this.database.prepare('select sum(length(data)) as bytes from best_block').get()?.bytes ?? 0);
  }

  /** Folds the log if it has enough bytes or commits, or is of a past day. */
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
