import { LRUCache } from 'lru-cache';
import type { Outcome } from '../http/log.js';
import type { Lifetime } from '../http/shared-lifetime.js';

/** Something new, and whether it is good enough to be kept. */
export interface Made<E> {
  entry: E;
  isKept: boolean;
  /** Name that it is kept under, where it turned out to be something else than what was asked for. */
  key?: string;
}
interface Options<E> {
  maxBytes: number;
  /** Bytes of an entry. */
  sizeOf(entry: E, key: string): number;
  now?: () => number;
  /** Whether a failure is itself an answer, such as `not found`: then what is kept has ended. */
  isAnswer(error: unknown): boolean;
  onRefreshFailed?: ((error: unknown) => void) | undefined;
  /** Whether a failure with nothing kept is told for a second or longer to who asks for the same. */
  remembersFailures?: boolean;
}
/** How long somebody waits. */
export interface Patience {
  /** Milliseconds after the making began, whoever began it. */
  patience: number;
  /** By `performance.now()`. */
  deadline: number;
  /** What is thrown then, made once for all who wait for the same. */
  late(): Error;
}
/** Why there was nothing to be had, and until when nobody tries again. */
interface Failure {
  error: unknown;
  until: number;
  /** Milliseconds. */
  lasts: number;
}
interface Flight<E> {
  made: Promise<Made<E>>;
  /** By `performance.now()`. */
  startedAt: number;
  late: Error | null;
}

/** After a renewal that brought nothing good the old entry is served for so long before the next is tried. */
const pause = 1000;
/** A failure with nothing kept is remembered as long, then twice as long each time that it comes again, up to this. */
const longestPause = 4000;
/** Milliseconds between two looks at whether somebody still waits. */
const glance = 30;
/** So many failures are remembered. */
const maxFailures = 1000;

/**
 * What a flight brings, if that is there in time. It goes on for the others who wait.
 *
 * @throws what the flight throws; `late()` at the end of the patience.
 */
async function inTime<E>(flight: Flight<E>, wait: Patience | undefined): Promise<Made<E>> {
  if (!wait) return flight.made;
  const { deadline } = wait;
  let left = Math.min(flight.startedAt + wait.patience, deadline) - performance.now();
  if (left === Number.POSITIVE_INFINITY) return flight.made;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const late = new Promise<never>((_, reject) => {
    const giveUp = (): void => {
      if (isOver) return;
      flight.late ??= wait.late();
      reject(flight.late);
    };
    // Time in which the thread was busy elsewhere, and read no answer, counts against the deadline only.
    const waitOn = (): void => {
      const step = Math.max(0, Math.min(glance, left, deadline - performance.now()));
      left -= step;
      const isLast = left <= 0 || step < glance;
      timer = setTimeout(() => (isLast ? setImmediate(giveUp) : waitOn()), step);
    };
    waitOn();
  });
  try {
    return await Promise.race([flight.made, late]);
  } finally {
    isOver = true;
    clearTimeout(timer);
    flight.made.catch(() => {});
  }
}

/**
 * Keeps what is dear to make, under a byte budget. One flight per key, on a miss and on a stale hit alike; old entries
 * are served while they are renewed, and when they cannot be; a cold failure rejects and is kept for a second at most (D38).
 * Who waits no longer leaves the flight to the others, and to the store. It is lru-cache; its own `fetch` is not used, since a cold failure there resolves to `undefined` and its stale entries
 * have no end.
 */
export class StaleStore<E extends Lifetime> {
  readonly #entries: LRUCache<string, E>;
  readonly #flights = new Map<string, Flight<E>>();
  readonly #failures = new LRUCache<string, Failure>({ max: maxFailures });
  /** When an old entry may be renewed again. */
  readonly #pausedUntil = new WeakMap<E, number>();
  readonly #options: Options<E>;
  readonly #now: () => number;

  constructor(options: Options<E>) {
    this.#options = options;
    this.#now = options.now ?? (() => Date.now());
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
   * @param wait without it, as long as the making takes.
   * @throws what `make` throws, or has thrown a moment ago, and `wait.late()`, where nothing kept can stand in.
   */
  async get(key: string, make: () => Promise<Made<E>>, wait?: Patience): Promise<{ entry: E; outcome: Outcome }> {
    const known = this.#entries.get(key);
    const now = this.#now();
    if (known && now < known.freshUntil) return { entry: known, outcome: 'hit' };
    const standIn = known && now < known.errorUntil ? known : undefined;
    if (standIn && now < (this.#pausedUntil.get(standIn) ?? 0)) return { entry: standIn, outcome: 'stale' };
    const failure = standIn ? undefined : this.#failures.get(key);
    if (failure && now < failure.until) throw failure.error;
    const flight = this.#flights.get(key) ?? this.#start(key, make, known);
    if (known && now < known.staleUntil) {
      // Its failure is reported where the flight was started.
      flight.made.catch(() => {});
      return { entry: known, outcome: 'stale' };
    }
    try {
      const { entry, isKept } = await inTime(flight, wait);
      if (!isKept && standIn) return { entry: standIn, outcome: 'stale' };
      return { entry, outcome: 'miss' };
    } catch (error) {
      if (standIn && !this.#options.isAnswer(error)) return { entry: standIn, outcome: 'stale' };
      throw error;
    }
  }

  /** What is kept, however old; not counted as a use. */
  peek(key: string): E | undefined {
    return this.#entries.peek(key);
  }

  /** Counts an entry anew that has grown; nothing happens where another one is kept by now. */
  recount(key: string, entry: E): void {
    // lru-cache counts nothing anew for the same value.
    if (this.#entries.peek(key) === entry && this.#entries.delete(key)) this.#entries.set(key, entry);
  }

  /** Drops every entry that `isGone` says yes to. */
  drop(isGone: (entry: E, key: string) => boolean): void {
    for (const [key, entry] of this.#entries.entries()) if (isGone(entry, key)) this.#entries.delete(key);
  }

  #start(key: string, make: () => Promise<Made<E>>, known: E | undefined): Flight<E> {
    const wait = (entry: E): void => void this.#pausedUntil.set(entry, this.#now() + pause);
    const made = make()
      .then((made) => {
        this.#failures.delete(key);
        if (made.isKept) {
          // What is old on arrival, since it was made of old things, is not renewed at every look.
          if (made.entry.freshUntil <= this.#now()) wait(made.entry);
          this.#entries.set(made.key ?? key, made.entry);
        } else if (known) wait(known);
        return made;
      })
      .catch((error) => {
        if (this.#options.isAnswer(error)) this.#entries.delete(key);
        else if (known) {
          wait(known);
          this.#options.onRefreshFailed?.(error);
        } else if (this.#options.remembersFailures) {
          const { until = 0, lasts = 0 } = this.#failures.get(key) ?? {};
          const isAgain = this.#now() < until + longestPause;
          const longer = isAgain ? Math.min(2 * lasts, longestPause) : pause;
          this.#failures.set(key, { error, until: this.#now() + longer, lasts: longer });
        }
        throw error;
      })
      .finally(() => this.#flights.delete(key));
    const flight = { made, startedAt: performance.now(), late: null };
    this.#flights.set(key, flight);
    return flight;
  }
}
