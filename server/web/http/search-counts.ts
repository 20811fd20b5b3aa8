import { createHmac, randomBytes } from 'node:crypto';
import { type Clock, type Timer, timestampOf } from '../../clock/clock.js';
import { suggestionQuery } from '../../contract/search.js';
import type { SearchCount } from '../../contract/search-counts.js';

/** Visitors who must search for a term within a day before it is reported. */
const leastVisitors = 5;
/** Number of values that a visitor is hashed to; a few visitors share one. */
const buckets = 4096;
/** Most terms that are counted within a day. */
const mostTerms = 20_000;
const longestTerm = 60;
const flushMs = 5 * 60_000;

export interface SearchOutcome {
  readonly isFound: boolean;
  readonly isCorrected: boolean;
}
interface Counted {
  /** Numbers of the visitors; emptied once there are enough. */
  readonly visitors: Set<number>;
  isKept: boolean;
  /** The searches since the last flush. */
  count: SearchCount;
}
const none = { searches: 0, withoutResults: 0, corrected: 0 };
export type KeepSearches = (day: string, counts: SearchCount[]) => Promise<unknown>;

/**
 * Counts search terms without data about visitors (D80). A term is reported once enough visitors sent it within a day
 * (UTC). Memory tells visitors apart by a hash with a salt of the day. The salt and the terms of too few visitors are
 * deleted at the end of the day.
 */
export class SearchCounts {
  readonly #timer: Timer;
  #day = '';
  #salt = Buffer.alloc(0);
  #terms = new Map<string, Counted>();

  constructor(
    private readonly keep: KeepSearches,
    private readonly clock: Clock,
  ) {
    this.#timer = clock.every(flushMs, () => void this.flush());
  }

  /** @param client key of the client as for the rate limit; only its hash stays in memory */
  count(
    language: SearchCount['language'],
    written: string,
    client: string,
    { isFound, isCorrected }: SearchOutcome,
  ): void {
    const term = suggestionQuery.parse(written);
    if (term === '' || term.length > longestTerm) return;
    this.#beginDay();
    const key = `${language} ${term}`;
    const known = this.#terms.get(key);
    if (!known && this.#terms.size >= mostTerms) return;
    const counted = known ?? { visitors: new Set(), isKept: false, count: { language, term, ...none } };
    this.#terms.set(key, counted);
    counted.count.searches++;
    if (!isFound) counted.count.withoutResults++;
    if (isCorrected) counted.count.corrected++;
    if (counted.isKept) return;
    counted.visitors.add(createHmac('sha256', this.#salt).update(client).digest().readUInt32BE() % buckets);
    if (counted.visitors.size < leastVisitors) return;
    counted.isKept = true;
    counted.visitors.clear();
  }

  /** Reports the counts of terms with enough visitors. Counts that could not be reported follow with the next flush. */
  async flush(): Promise<void> {
    const day = this.#day;
    const waiting = [...this.#terms.values()]
      .filter(({ isKept, count }) => isKept && count.searches > 0)
      .map((counted) => ({ counted, sent: counted.count }));
    if (waiting.length === 0) return;
    for (const { counted, sent } of waiting) counted.count = { ...sent, ...none };
    try {
      await this.keep(
        day,
        waiting.map(({ sent }) => sent),
      );
    } catch {
      for (const { counted, sent } of waiting) {
        counted.count.searches += sent.searches;
        counted.count.withoutResults += sent.withoutResults;
        counted.count.corrected += sent.corrected;
      }
    }
  }

  async stop(): Promise<void> {
    this.#timer.cancel();
    await this.flush();
  }

  #beginDay(): void {
    const day = timestampOf(this.clock).slice(0, 10);
    if (day === this.#day) return;
    void this.flush();
    this.#day = day;
    this.#salt = randomBytes(32);
    this.#terms = new Map();
  }
}
