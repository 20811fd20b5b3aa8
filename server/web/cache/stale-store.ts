import { LRUCache } from 'lru-cache';
import type { Clock, Timer } from '../../clock/clock.js';
import type { Outcome } from '../http/log.js';
import type { Lifetime, MadeOfOffers } from '../http/shared-lifetime.js';
import type { OfferChanges, OutdatedReason } from './offer-changes.js';

export interface Entry extends Lifetime {
  /** The offers that it is made of; with one of them it goes out of date. */
  readonly madeOf: readonly MadeOfOffers[];
}
/** A new entry, and whether it may be cached. */
export interface Result<E> {
  entry: E;
  isCacheable: boolean;
  /** Cache key, if it differs from the requested one. */
  key?: string;
}
/** Makes an entry. @param isAwaited whether somebody waits for it; false for a renewal in the background */
export type Make<E> = (isAwaited: boolean) => Promise<Result<E>>;
interface Arrived<E> extends Result<E> {
  /** Its offers have changed since it was asked for, so that it is not kept. */
  isLate: boolean;
}
interface Options<E> {
  maxBytes: number;
  /** Bytes of an entry. */
  sizeOf(entry: E, key: string): number;
  clock: Clock;
  /** Whether an error is a final result, such as `not found`: the cached entry is then dropped. */
  isFinal(error: unknown): boolean;
  onRefreshFailed?: ((error: unknown) => void) | undefined;
  /**
   * Whether a failure without a cached entry is remembered for a second or longer and rethrown to callers of the same
   * key.
   */
  remembersFailures?: boolean;
  offers: OfferChanges;
  onOutdated?: ((reason: OutdatedReason) => void) | undefined;
}
export interface Wait {
  /** Milliseconds after the flight started, whichever caller started it. */
  timeoutMs: number;
  /** By the clock's `steady`. */
  deadline: number;
  /** Whether the caller waits a little longer, though its time is over. */
  goesOn?(): boolean;
  /** The error on timeout, created once for all callers of the same flight. */
  late(): Error;
}
/** A remembered failure, and until when there is no new attempt. */
interface Failure {
  error: unknown;
  until: number;
  /** Milliseconds. */
  lasts: number;
}
interface Flight<E> {
  made: Promise<Arrived<E>>;
  /** By the clock's `steady`. */
  startedAt: number;
  late: Error | null;
}

/** After a failed refresh the stale entry is served for this long before the next attempt. */
const pause = 1000;
/** A failure without a cached entry is remembered for as long, doubled with each repetition, up to this. */
const maxPauseMs = 4000;
/** Milliseconds between two checks of the remaining time. */
const glance = 30;
const maxFailures = 1000;

/**
 * The result of a flight, if it arrives in time. On timeout the flight goes on for other callers.
 * @throws what the flight throws; `late()` on timeout.
 */
async function withTimeout<E>(clock: Clock, flight: Flight<E>, wait: Wait | undefined): Promise<Arrived<E>> {
  if (!wait) return flight.made;
  const { deadline } = wait;
  let left = Math.min(flight.startedAt + wait.timeoutMs, deadline) - clock.steady();
  if (left === Number.POSITIVE_INFINITY) return flight.made;
  let timer: Timer | undefined;
  let isOver = false;
  const late = new Promise<never>((_, reject) => {
    const giveUp = (): void => {
      if (isOver) return;
      if (clock.steady() < deadline && wait.goesOn?.()) {
        left = glance;
        waitOn();
        return;
      }
      flight.late ??= wait.late();
      reject(flight.late);
    };
    // Time in which the event loop was blocked counts against the deadline only.
    const waitOn = (): void => {
      const step = Math.max(0, Math.min(glance, left, deadline - clock.steady()));
      left -= step;
      const isLast = left <= 0 || step < glance;
      timer = clock.after(step, () => (isLast ? setImmediate(giveUp) : waitOn()));
    };
    waitOn();
  });
  try {
    return await Promise.race([flight.made, late]);
  } finally {
    isOver = true;
    timer?.cancel();
    flight.made.catch(() => {});
  }
}

/**
 * A stale-while-revalidate cache with a byte budget. One flight per key (single-flight), on a miss and on a stale hit
 * alike. Stale entries are served while they are refreshed, and when a refresh fails. A failure without an entry
 * rejects and is remembered briefly (D38). An entry whose offers have changed is out of date: it only stands in where
 * no other can be had (D90). A caller that gives up does not end the flight. Built on lru-cache; its own
 * `fetch` is not used, because a cold failure there resolves to `undefined` and its stale entries never end.
 */
export class StaleStore<E extends Entry> {
  readonly #entries: LRUCache<string, E>;
  readonly #flights = new Map<string, Flight<E>>();
  readonly #failures = new LRUCache<string, Failure>({ max: maxFailures });
  /** When an old entry may be renewed again. */
  readonly #pausedUntil = new WeakMap<E, number>();
  readonly #options: Options<E>;

  constructor(options: Options<E>) {
    this.#options = options;
    this.#entries = new LRUCache({ maxSize: options.maxBytes, sizeCalculation: options.sizeOf });
  }

  get size(): number {
    return this.#entries.size;
  }
  /** Bytes of all entries by `sizeOf`. */
  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  /**
   * @param wait left out, the caller waits as long as the flight takes.
   * @throws what `make` throws, or has thrown a moment ago, and `wait.late()`, where nothing kept can stand in.
   */
  async get(key: string, make: Make<E>, wait?: Wait): Promise<{ entry: E; outcome: Outcome }> {
    const known = this.#entries.get(key);
    const now = this.#options.clock.now();
    const reason = known ? this.#options.offers.reasonOf(known.madeOf, now) : null;
    if (known && !reason && now < known.freshUntil) return { entry: known, outcome: 'hit' };
    const standIn = known && now < known.errorUntil ? known : undefined;
    if (standIn && now < (this.#pausedUntil.get(standIn) ?? 0)) return { entry: standIn, outcome: 'stale' };
    const failure = standIn ? undefined : this.#failures.get(key);
    if (failure && now < failure.until) throw failure.error;
    const isAwaited = !known || reason !== null || now >= known.staleUntil;
    const joined = this.#flights.get(key);
    if (!joined && reason) this.#options.onOutdated?.(reason);
    const flight = joined ?? this.#start(key, () => make(isAwaited), standIn);
    if (known && !isAwaited) {
      // Its failure is reported where the flight was started.
      flight.made.catch(() => {});
      return { entry: known, outcome: 'stale' };
    }
    try {
      let arrived = await withTimeout(this.#options.clock, flight, wait);
      // Asked for before this caller came, it may lack what had changed by then. The next flight started later.
      if (joined && arrived.isLate) {
        const next = this.#flights.get(key) ?? this.#start(key, () => make(true), standIn);
        arrived = await withTimeout(this.#options.clock, next, wait);
      }
      const { entry, isCacheable } = arrived;
      // What cannot be kept, as a section is missing, is still better than what shows older offers.
      if (!isCacheable && standIn && (!reason || arrived.isLate)) return { entry: standIn, outcome: 'stale' };
      return { entry, outcome: 'miss' };
    } catch (error) {
      if (standIn && !this.#options.isFinal(error)) return { entry: standIn, outcome: 'stale' };
      throw error;
    }
  }

  /** The cached entry, however old; does not count as a use. */
  peek(key: string): E | undefined {
    return this.#entries.peek(key);
  }

  isOutdated({ madeOf }: E): boolean {
    return this.#options.offers.reasonOf(madeOf, this.#options.clock.now()) !== null;
  }

  /** Updates the size of an entry that has grown; does nothing if it was replaced. */
  recount(key: string, entry: E): void {
    // lru-cache does not update the size of the same value.
    if (this.#entries.peek(key) === entry && this.#entries.delete(key)) this.#entries.set(key, entry);
  }

  /** Drops every entry that `isGone` says yes to. */
  drop(isGone: (entry: E, key: string) => boolean): void {
    for (const [key, entry] of this.#entries.entries()) if (isGone(entry, key)) this.#entries.delete(key);
  }

  #start(key: string, make: () => Promise<Result<E>>, known: E | undefined): Flight<E> {
    const wait = (entry: E): void => void this.#pausedUntil.set(entry, this.#options.clock.now() + pause);
    const made = make()
      .then((made) => {
        this.#failures.delete(key);
        const isLate = this.isOutdated(made.entry);
        if (made.isCacheable && !isLate) {
          // An entry that is stale on arrival, made from stale data, is not refreshed on every access.
          if (made.entry.freshUntil <= this.#options.clock.now()) wait(made.entry);
          this.#entries.set(made.key ?? key, made.entry);
        } else if (known && !made.isCacheable && (isLate || !this.isOutdated(known))) wait(known);
        return { ...made, isLate };
      })
      .catch((error) => {
        if (this.#options.isFinal(error)) this.#entries.delete(key);
        else if (known) {
          wait(known);
          this.#options.onRefreshFailed?.(error);
        } else if (this.#options.remembersFailures) {
          const { until = 0, lasts = 0 } = this.#failures.get(key) ?? {};
          const isAgain = this.#options.clock.now() < until + maxPauseMs;
          const longer = isAgain ? Math.min(2 * lasts, maxPauseMs) : pause;
          this.#failures.set(key, { error, until: this.#options.clock.now() + longer, lasts: longer });
        }
        throw error;
      })
      .finally(() => this.#flights.delete(key));
    const flight = { made, startedAt: this.#options.clock.steady(), late: null };
    this.#flights.set(key, flight);
    return flight;
  }
}
