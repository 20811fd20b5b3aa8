import type { Clock } from '../../clock/clock.js';
import type { CachePolicy } from '../../contract/operations/operation.js';
import { ProblemError } from '../../contract/problem.js';
import type { CacheOutcome } from '../http/log.js';
import { CachedResponse, EndedError, type Received } from './cached-response.js';
import { OfferChanges, type OutdatedReason, sizeOfTags } from './offer-changes.js';
import { type Result, StaleStore, type Wait } from './stale-store.js';

/** Milliseconds from the response on, as in `Lifetime`. */
interface Policy {
  fresh: number;
  revalidate: number;
  error: number;
}
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const policiesMs = {
  catalogue: { fresh: 6 * hourMs, revalidate: 24 * hourMs, error: 24 * hourMs },
  offers: { fresh: minuteMs, revalidate: 10 * minuteMs, error: 24 * hourMs },
  picture: { fresh: Number.POSITIVE_INFINITY, revalidate: 0, error: 0 },
} satisfies Record<Exclude<CachePolicy, 'never'>, Policy>;
export type StoredPolicy = keyof typeof policiesMs;

/**
 * Milliseconds after the last response of the newer catalogue in which older ones may arrive, because workers and
 * machines switch one by one. Later, an older catalogue means that somebody went back to it.
 */
const changeoverMs = 10_000;

/** Returns whether a catalogue is older than another. Their names are times in base 36. */
const isOlder = (one: string, other: string): boolean =>
  one.length === other.length ? one < other : one.length < other.length;

interface Options {
  maxBytes: number;
  clock: Clock;
  onRefreshFailed?: (error: unknown) => void;
  /** Called with the first catalogue and with each replacement. */
  onGeneration?: (generation: string, isChange: boolean) => void;
  onOutdated?: (reason: OutdatedReason) => void;
}

/**
 * Share of the budget for drawings. Their addresses contain measures, so anybody can request new ones. They must not
 * displace what every page needs.
 */
const drawnShare = 0.125;

/** Responses of the marketplace by address (D38), of one generation (D63) and of unchanged offers (D90). */
export class ResponseCache {
  readonly offers = new OfferChanges();
  readonly #store: StaleStore<CachedResponse>;
  readonly #drawings: StaleStore<CachedResponse>;
  /** The error shown instead of each cause. */
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
  /** Returns whether the offers of a response changed. */
  isOutdated(entry: CachedResponse): boolean {
    return this.#store.isOutdated(entry);
  }
  /** Returns whether a drawing is cached, so that it costs no rendering. */
  hasDrawing(key: string): boolean {
    return this.#drawings.peek(key) !== undefined;
  }
  /** Catalogue of the responses; null before the first one. */
  get generation(): string | null {
    return this.#generation;
  }

  /**
   * @param check called before the response is cached; if it throws, nothing is cached
   * @throws what `load`, `check` and `wait.late` throw, if no cached response can replace it
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
      const { clock } = this.#options;
      const [startedAt, began] = [clock.now(), clock.steady()];
      const received = await load();
      const at = clock.now();
      const { fresh, revalidate, error } = policiesMs[policy];
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
      entry.isCurrent = this.notice(received.generation, began);
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

  /** Returns the same error for all callers of one failure, so that it is logged once. */
  #afterEnd(cause: ProblemError): ProblemError {
    const known = this.#ended.get(cause) ?? new EndedError(cause);
    this.#ended.set(cause, known);
    return known;
  }

  /**
   * Records the catalogue of a response, and drops the responses of an older one (D63).
   *
   * @param startedAt when the response was requested, in milliseconds of the clock's `steady`
   * @returns false if the response comes from the catalogue before, so that it may not be cached
   */
  notice(generation: string | null, startedAt = this.#options.clock.steady()): boolean {
    if (generation === null) return true;
    const known = this.#generation;
    const now = this.#options.clock.steady();
    if (known === generation) {
      this.#seenAt = now;
      return true;
    }
    if (known !== null && startedAt < this.#adoptedAt) return false;
    if (known !== null && isOlder(generation, known) && now - this.#seenAt < changeoverMs) return false;
    const isChange = known !== null;
    this.#generation = generation;
    this.#adoptedAt = now;
    this.#seenAt = now;
    if (isChange) this.#store.drop((entry) => entry.generation !== generation);
    this.#options.onGeneration?.(generation, isChange);
    return true;
  }
}
