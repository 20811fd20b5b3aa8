import { createHmac, randomBytes } from 'node:crypto';
import { type Clock, type Timer, timestampOf } from '../../clock/clock.js';
import { suggestionQuery } from '../../contract/search.js';
import type { SearchCount } from '../../contract/search-counts.js';

/** Visitors who have to search for the same within a day before it is kept. */
const leastVisitors = 5;
/** Buckets that visitors are thrown into; a few of them share one. */
const buckets = 4096;
/** Terms that are held within a day; further ones are not counted. */
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
 * Counts what is searched for, without anything about who does (D80). A term is handed on when enough visitors have
 * sent it within a day (UTC). Visitors are distinguished in memory only, by a number made with a salt that is forgotten
 * at the day's end together with all terms that too few have sent.
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

  /** @param client as requests are counted for; nothing of it is kept */
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

  /** Hands on what may be kept; what cannot be handed on now is handed on the next time. */
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
      if (this.#day !== day) return;
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
