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
  /** Of the visitors; empty once they are enough. */
  readonly visitors: Set<number>;
  searches: number;
  withoutResults: number;
  corrected: number;
  isKept: boolean;
}
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
    const counted = this.#terms.get(key) ?? {
      visitors: new Set<number>(),
      searches: 0,
      withoutResults: 0,
      corrected: 0,
      isKept: false,
    };
    if (counted.searches === 0 && !counted.isKept) {
      if (this.#terms.size >= mostTerms) return;
      this.#terms.set(key, counted);
    }
    counted.searches++;
    if (!isFound) counted.withoutResults++;
    if (isCorrected) counted.corrected++;
    if (counted.isKept) return;
    counted.visitors.add(createHmac('sha256', this.#salt).update(client).digest().readUInt32BE() % buckets);
    if (counted.visitors.size < leastVisitors) return;
    counted.isKept = true;
    counted.visitors.clear();
  }

  /** Hands on what may be kept; what cannot be handed on now is handed on the next time. */
  async flush(): Promise<void> {
    const day = this.#day;
    const waiting = [...this.#terms].filter(([, { isKept, searches }]) => isKept && searches > 0);
    if (waiting.length === 0) return;
    const counts = waiting.map(([key, { searches, withoutResults, corrected }]): SearchCount => {
      const [language, ...words] = key.split(' ');
      return {
        language: language as SearchCount['language'],
        term: words.join(' '),
        searches,
        withoutResults,
        corrected,
      };
    });
    for (const [, counted] of waiting) Object.assign(counted, { searches: 0, withoutResults: 0, corrected: 0 });
    try {
      await this.keep(day, counts);
    } catch {
      if (this.#day !== day) return;
      for (const [index, [, counted]] of waiting.entries()) {
        const { searches = 0, withoutResults = 0, corrected = 0 } = counts[index] ?? {};
        counted.searches += searches;
        counted.withoutResults += withoutResults;
        counted.corrected += corrected;
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
