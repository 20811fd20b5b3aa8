import { LRUCache } from 'lru-cache';
import type { CacheOutcome } from '../log.js';
import type { CachePolicy } from './contract.js';
import type { Received } from './upstream.js';

/** Milliseconds after an answer was fetched. */
interface Policy {
  /** Served without asking. */
  fresh: number;
  /** Served at once while it is renewed behind the visitor's back. */
  revalidate: number;
  /** Served when renewing it fails. */
  error: number;
  /** Dropped when the catalogue changes (D63). */
  ofGeneration: boolean;
}
const minute = 60_000;
const hour = 60 * minute;
const stored = {
  catalogue: { fresh: 6 * hour, revalidate: 24 * hour, error: 24 * hour, ofGeneration: true },
  offers: { fresh: minute, revalidate: 10 * minute, error: 24 * hour, ofGeneration: true },
  picture: { fresh: Number.POSITIVE_INFINITY, revalidate: 0, error: 0, ofGeneration: false },
} satisfies Record<Exclude<CachePolicy, 'never'>, Policy>;
export type StoredPolicy = keyof typeof stored;

/** After a failed renewal a stale answer is served for so long before the marketplace is asked again. */
const pauseAfterFailure = 1000;

/** For so long answers of the catalogue before may still come in; the rooms of the marketplace change one by one. */
const changeover = 10_000;

/** A kept answer: the bytes for who forwards them, the parsed object for who renders them. */
export interface Entry extends Received {
  fetchedAt: number;
  retryAt: number;
  policy: StoredPolicy;
  parsed?: unknown;
}
interface Options {
  maxBytes: number;
  now?: () => number;
  onRefreshFailed?: (error: unknown) => void;
  onGeneration?: (generation: string) => void;
}

/**
 * Answers of the marketplace by address (D38). One flight per key, on a miss and on a stale hit alike; stale answers
 * are served while they are renewed, and for a day when they cannot be; a cold failure rejects and is not kept.
 * The store is lru-cache with a byte budget; its own `fetch` is not used, since a cold failure there resolves to
 * `undefined` and its stale answers have no end.
 */
export class AnswerCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #flights = new Map<string, Promise<Entry>>();
  readonly #now: () => number;
  readonly #options: Options;
  #generation: string | null = null;
  #replaced: string | null = null;
  #adoptedAt = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#entries = new LRUCache({
      maxSize: options.maxBytes,
      // The parsed object takes about four times the room of its bytes.
      sizeCalculation: ({ body, policy }, key) => key.length + 200 + body.length * (policy === 'picture' ? 1 : 5),
    });
  }

  get size(): number {
    return this.#entries.size;
  }
  /** The catalogue that answers come from, null before the first. */
  get generation(): string | null {
    return this.#generation;
  }

  async get(
    key: string,
    policy: StoredPolicy,
    load: () => Promise<Received & { parsed?: unknown }>,
  ): Promise<{ entry: Entry; outcome: CacheOutcome }> {
    const known = this.#entries.get(key);
    const now = this.#now();
    const { fresh, revalidate, error } = stored[policy];
    const age = known ? now - known.fetchedAt : 0;
    if (known && age < fresh) return { entry: known, outcome: 'hit' };
    if (known && age < error && now < known.retryAt) return { entry: known, outcome: 'stale' };
    const flight = this.#flights.get(key) ?? this.#start(key, policy, load, known);
    if (known && age < revalidate) {
      // Its failure is reported where the flight was started.
      flight.catch(() => {});
      return { entry: known, outcome: 'stale' };
    }
    try {
      return { entry: await flight, outcome: 'miss' };
    } catch (failure) {
      if (known && age < error) return { entry: known, outcome: 'stale' };
      throw failure;
    }
  }

  #start(
    key: string,
    policy: StoredPolicy,
    load: () => Promise<Received & { parsed?: unknown }>,
    known: Entry | undefined,
  ): Promise<Entry> {
    const startedAt = this.#now();
    const flight = load()
      .then((received) => {
        const entry: Entry = { ...received, fetchedAt: this.#now(), retryAt: 0, policy };
        if (this.notice(received.generation, startedAt)) this.#entries.set(key, entry);
        return entry;
      })
      .catch((error) => {
        if (known) {
          known.retryAt = this.#now() + pauseAfterFailure;
          this.#options.onRefreshFailed?.(error);
        }
        throw error;
      })
      .finally(() => this.#flights.delete(key));
    this.#flights.set(key, flight);
    return flight;
  }

  /**
   * Takes note of the catalogue that an answer came from, whether that answer is kept or not; answers of an older
   * catalogue are dropped (D63).
   *
   * @param startedAt milliseconds, when the answer was asked for.
   * @returns whether the answer may be kept. One that was asked for before the catalogue changed, or that a slower room
   * has still read from the catalogue before, may not.
   */
  notice(generation: string | null, startedAt = this.#now()): boolean {
    if (generation === null || generation === this.#generation) return true;
    if (this.#generation !== null && startedAt < this.#adoptedAt) return false;
    if (generation === this.#replaced && this.#now() - this.#adoptedAt < changeover) return false;
    const isChange = this.#generation !== null;
    this.#replaced = this.#generation;
    this.#generation = generation;
    this.#adoptedAt = this.#now();
    if (isChange) {
      for (const [key, entry] of this.#entries.entries()) {
        if (stored[entry.policy].ofGeneration && entry.generation !== generation) this.#entries.delete(key);
      }
      this.#options.onGeneration?.(generation);
    }
    return true;
  }
}
