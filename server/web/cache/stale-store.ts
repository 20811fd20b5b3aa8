import { LRUCache } from 'lru-cache';
import type { Clock, Timer } from '../../clock/clock.js';
import type { Outcome } from '../http/log.js';
import type { Lifetime, MadeOfOffers } from '../http/shared-lifetime.js';
import type { OfferChanges, OutdatedReason } from './offer-changes.js';

export interface Entry extends Lifetime {
  /** The offers it was made from; it is outdated as soon as one changes. */
  readonly madeOf: readonly MadeOfOffers[];
}
export interface Result<E> {
  entry: E;
  isCacheable: boolean;
  /** Cache key if it differs from the requested one. */
  key?: string;
}
/** Makes an entry. @param isAwaited false for a renewal in the background */
export type Make<E> = (isAwaited: boolean) => Promise<Result<E>>;
interface Arrived<E> extends Result<E> {
  /** Its offers changed after it was requested, so it is not cached. */
  isLate: boolean;
}
interface Options<E> {
  maxBytes: number;
  /** Returns the bytes of an entry. */
  sizeOf(entry: E, key: string): number;
  clock: Clock;
  /** Returns whether an error is final, such as `not found`. The cached entry is then dropped. */
  isFinal(error: unknown): boolean;
  onRefreshFailed?: ((error: unknown) => void) | undefined;
  /** Remembers a failure without a cached entry for some seconds, and rethrows it to callers of the same key. */
  remembersFailures?: boolean;
  offers: OfferChanges;
  onOutdated?: ((reason: OutdatedReason) => void) | undefined;
}
export interface Wait {
  /** Milliseconds from the start of the flight, whichever caller started it. */
  timeoutMs: number;
  /** Milliseconds of the clock's `steady`. */
  deadline: number;
  /** Returns whether the caller waits a little longer after its timeout. */
  goesOn?(): boolean;
  /** Makes the timeout error, once for all callers of a flight. */
  late(): Error;
}
/** A remembered failure, and when the next attempt may start. */
interface Failure {
  error: unknown;
  /** Milliseconds of the clock's `steady`, as each time of a pause. */
  until: number;
  /** Lifetime in milliseconds. */
  lastsMs: number;
}
interface Flight<E> {
  made: Promise<Arrived<E>>;
  /** Milliseconds of the clock's `steady`. */
  startedAt: number;
  late: Error | null;
}

/** Milliseconds after a failed refresh in which the stale entry is served without a new attempt. */
const pauseMs = 1000;
/** Most milliseconds for which a failure is remembered. The time doubles with each repetition. */
const maxPauseMs = 4000;
/** Milliseconds between two checks of the remaining time. */
const glanceMs = 30;
const maxFailures = 1000;

/** Waits for a flight. After a timeout the flight goes on for other callers. @throws what it throws, and `late()` */
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
        left = glanceMs;
        waitOn();
        return;
      }
      flight.late ??= wait.late();
      reject(flight.late);
    };
    // Only the deadline includes the time in which the event loop was blocked.
    const waitOn = (): void => {
      const step = Math.max(0, Math.min(glanceMs, left, deadline - clock.steady()));
      left -= step;
      const isLast = left <= 0 || step < glanceMs;
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
 * A stale-while-revalidate cache with a byte budget. Each key has one flight at a time. Stale entries are served while
 * they are refreshed, and when that fails. A failure without an entry rejects and is remembered briefly (D38). An
 * outdated entry is served only if no other is available (D90). lru-cache's own `fetch` is not used, because its
 * failures resolve to `undefined` and its stale entries never end.
 */
export class StaleStore<E extends Entry> {
  readonly #entries: LRUCache<string, E>;
  readonly #flights = new Map<string, Flight<E>>();
  readonly #failures = new LRUCache<string, Failure>({ max: maxFailures });
  /** When an old entry may be refreshed again. */
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
   * @param wait left out, the caller waits as long as the flight takes
   * @throws what `make` throws or threw a moment ago, and `wait.late()`, if no cached entry can replace it
   */
  async get(key: string, make: Make<E>, wait?: Wait): Promise<{ entry: E; outcome: Outcome }> {
    const known = this.#entries.get(key);
    const [now, steady] = [this.#options.clock.now(), this.#options.clock.steady()];
    const reason = known ? this.#options.offers.reasonOf(known.madeOf, now) : null;
    if (known && !reason && now < known.freshUntil) return { entry: known, outcome: 'hit' };
    const standIn = known && now < known.errorUntil ? known : undefined;
    if (standIn && steady < (this.#pausedUntil.get(standIn) ?? 0)) return { entry: standIn, outcome: 'stale' };
    const failure = standIn ? undefined : this.#failures.get(key);
    if (failure && steady < failure.until) throw failure.error;
    const isAwaited = !known || reason !== null || now >= known.staleUntil;
    const joined = this.#flights.get(key);
    if (!joined && reason) this.#options.onOutdated?.(reason);
    const flight = joined ?? this.#start(key, () => make(isAwaited), standIn);
    if (known && !isAwaited) {
      // The starter of the flight reports its failure.
      flight.made.catch(() => {});
      return { entry: known, outcome: 'stale' };
    }
    try {
      let arrived = await withTimeout(this.#options.clock, flight, wait);
      // The flight started before this caller arrived, so it may lack the latest changes. The next one cannot.
      if (joined && arrived.isLate) {
        const next = this.#flights.get(key) ?? this.#start(key, () => make(true), standIn);
        arrived = await withTimeout(this.#options.clock, next, wait);
      }
      const { entry, isCacheable } = arrived;
      // A page without one section is worse than a cached one, unless that one shows old offers.
      if (!isCacheable && standIn && (!reason || arrived.isLate)) return { entry: standIn, outcome: 'stale' };
      return { entry, outcome: 'miss' };
    } catch (error) {
      if (standIn && !this.#options.isFinal(error)) return { entry: standIn, outcome: 'stale' };
      throw error;
    }
  }

  /** Returns the cached entry, however old, without counting a use. */
  peek(key: string): E | undefined {
    return this.#entries.peek(key);
  }

  isOutdated({ madeOf }: E): boolean {
    return this.#options.offers.reasonOf(madeOf, this.#options.clock.now()) !== null;
  }

  /** Updates the size of an entry that has grown. */
  recount(key: string, entry: E): void {
    // lru-cache does not update the size of the same value.
    if (this.#entries.peek(key) === entry && this.#entries.delete(key)) this.#entries.set(key, entry);
  }

  /** Drops every entry for which `isGone` returns true. */
  drop(isGone: (entry: E, key: string) => boolean): void {
    for (const [key, entry] of this.#entries.entries()) if (isGone(entry, key)) this.#entries.delete(key);
  }

  #start(key: string, make: () => Promise<Result<E>>, known: E | undefined): Flight<E> {
    const wait = (entry: E): void => void this.#pausedUntil.set(entry, this.#options.clock.steady() + pauseMs);
    const made = make()
      .then((made) => {
        this.#failures.delete(key);
        const isLate = this.isOutdated(made.entry);
        if (made.isCacheable && !isLate) {
          // An entry made from stale data is stale on arrival. The pause keeps each access from refreshing it.
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
          const { until = Number.NEGATIVE_INFINITY, lastsMs = 0 } = this.#failures.get(key) ?? {};
          const now = this.#options.clock.steady();
          const isAgain = now < until + maxPauseMs;
          const longer = isAgain ? Math.min(2 * lastsMs, maxPauseMs) : pauseMs;
          this.#failures.set(key, { error, until: now + longer, lastsMs: longer });
        }
        throw error;
      })
      .finally(() => this.#flights.delete(key));
    const flight = { made, startedAt: this.#options.clock.steady(), late: null };
    this.#flights.set(key, flight);
    return flight;
  }
}
