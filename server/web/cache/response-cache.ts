import type { Clock } from '../../clock/clock.js';
import type { CachePolicy } from '../../contract/operations/operation.js';
import { ProblemError } from '../../contract/problem.js';
import type { CacheOutcome } from '../http/log.js';
import { CachedResponse, EndedError, type Received } from './cached-response.js';
import { OfferChanges, type OutdatedReason, sizeOfTags } from './offer-changes.js';
import { type Result, StaleStore, type Wait } from './stale-store.js';

/** Milliseconds after a response was fetched, as in `Lifetime`. */
interface Policy {
  fresh: number;
  revalidate: number;
  error: number;
}
const minute = 60_000;
const hour = 60 * minute;
const stored = {
  catalogue: { fresh: 6 * hour, revalidate: 24 * hour, error: 24 * hour },
  offers: { fresh: minute, revalidate: 10 * minute, error: 24 * hour },
  picture: { fresh: Number.POSITIVE_INFINITY, revalidate: 0, error: 0 },
} satisfies Record<Exclude<CachePolicy, 'never'>, Policy>;
export type StoredPolicy = keyof typeof stored;

/**
 * Responses of an older catalogue may arrive for this long after the last one of the newer: workers and machines switch
 * one after the other. Only when nobody serves the newer one any more has somebody gone back to the older one.
 */
const changeover = 10_000;

/** Whether a catalogue was made before another: their names are times in base 36. */
const isOlder = (one: string, other: string): boolean =>
  one.length === other.length ? one < other : one.length < other.length;

interface Options {
  maxBytes: number;
  clock: Clock;
  onRefreshFailed?: (error: unknown) => void;
  /** Called with the first catalogue, and with each that replaces another. */
  onGeneration?: (generation: string, isChange: boolean) => void;
  onOutdated?: (reason: OutdatedReason) => void;
}

/**
 * Part of the budget that drawings may have. Anybody can ask for new ones, as their addresses carry their measures;
 * they must not drive out what every page needs.
 */
const drawnShare = 0.125;

/**
 * Responses of the marketplace by address (D38), of one generation of the catalogue (D63), and of offers that have not
 * changed since (D90).
 */
export class ResponseCache {
  readonly offers = new OfferChanges();
  readonly #store: StaleStore<CachedResponse>;
  readonly #drawings: StaleStore<CachedResponse>;
  /** What is said in place of an error, by that error. */
  readonly #ended = new WeakMap<ProblemError, EndedError>();
  readonly #options: Options;
  #generation: string | null = null;
  #adoptedAt = 0;
  #seenAt = 0;

  constructor(options: Options) {
    this.#options = options;
    const storeOf = (maxBytes: number): StaleStore<CachedResponse> =>
      new StaleStore({
        maxBytes,
        sizeOf: ({ size, madeOf }, key) => key.length + 300 + size + sizeOfTags(madeOf),
        clock: options.clock,
        isFinal: (error) => error instanceof ProblemError && error.status < 500,
        onRefreshFailed: options.onRefreshFailed,
        remembersFailures: true,
        offers: this.offers,
        onOutdated: options.onOutdated,
      });
    const drawn = Math.floor(options.maxBytes * drawnShare);
    this.#store = storeOf(options.maxBytes - drawn);
    this.#drawings = storeOf(drawn);
  }

  get size(): number {
    return this.#store.size + this.#drawings.size;
  }
  get bytes(): number {
    return this.#store.bytes + this.#drawings.bytes;
  }
  /** Whether the offers that a response is made of have changed. */
  isOutdated(entry: CachedResponse): boolean {
    return this.#store.isOutdated(entry);
  }
  /** Whether a drawing is cached, and so costs no rendering. */
  hasDrawing(key: string): boolean {
    return this.#drawings.peek(key) !== undefined;
  }
  /** The catalogue that responses come from, null before the first. */
  get generation(): string | null {
    return this.#generation;
  }

  /**
   * @param check called with a response before it is kept; what it throws is thrown on, and nothing kept.
   * @param wait how long the caller does.
   * @throws what `load`, `check` and `wait.late` throw, where nothing kept can stand in.
   */
  async get(
    key: string,
    policy: StoredPolicy,
    load: () => Promise<Received>,
    check: (response: CachedResponse) => void = () => {},
    wait?: Wait,
  ): Promise<{ entry: CachedResponse; outcome: CacheOutcome }> {
    const store = policy === 'picture' ? this.#drawings : this.#store;
    const make = async (): Promise<Result<CachedResponse>> => {
      const startedAt = this.#options.clock.now();
      const received = await load();
      const at = this.#options.clock.now();
      const { fresh, revalidate, error } = stored[policy];
      const end = startedAt + (received.shownFor ?? Number.POSITIVE_INFINITY);
      const ends = {
        freshUntil: Math.min(at + fresh, end),
        staleUntil: Math.min(at + revalidate, end),
        errorUntil: Math.min(at + error, end),
      };
      if (received.offers) this.offers.meet(received.offers.version);
      const entry = new CachedResponse(received, ends, startedAt);
      entry.hasOwnEnd = received.shownFor !== undefined;
      check(entry);
      entry.isCurrent = this.notice(received.generation, startedAt);
      if (policy !== 'picture') entry.pack();
      return { entry, isCacheable: entry.isCurrent };
    };
    try {
      return await store.get(key, make, wait);
    } catch (error) {
      const ended = store.peek(key);
      if (!ended?.hasOwnEnd || this.#options.clock.now() < ended.errorUntil || !(error instanceof ProblemError))
        throw error;
      throw this.#afterEnd(error);
    }
  }

  /** The same error for all who met the same failure, as they share its line in the log. */
  #afterEnd(cause: ProblemError): ProblemError {
    if (cause.status < 500) return cause;
    const known = this.#ended.get(cause) ?? new EndedError(cause);
    this.#ended.set(cause, known);
    return known;
  }

  /**
   * Records the catalogue that a response came from, whether that response is kept or not; answers of an older
   * catalogue are dropped (D63).
   *
   * @param startedAt milliseconds, when the response was asked for.
   * @returns whether the response may be kept. One that was asked for before the catalogue changed, or that a slower
   * service has still read from the catalogue before, may not.
   */
  notice(generation: string | null, startedAt = this.#options.clock.now()): boolean {
    if (generation === null) return true;
    const known = this.#generation;
    const now = this.#options.clock.now();
    if (known === generation) {
      this.#seenAt = now;
      return true;
    }
    if (known !== null && startedAt < this.#adoptedAt) return false;
    if (known !== null && isOlder(generation, known) && now - this.#seenAt < changeover) return false;
    const isChange = known !== null;
    this.#generation = generation;
    this.#adoptedAt = now;
    this.#seenAt = now;
    if (isChange) this.#store.drop((entry) => entry.generation !== generation);
    this.#options.onGeneration?.(generation, isChange);
    return true;
  }
}
