import type { CachePolicy } from '../../contract/operations/operation.js';
import { ProblemError } from '../../contract/problem.js';
import type { CacheOutcome } from '../http/log.js';
import { KeptAnswer, type Received } from './kept-answer.js';
import { type Made, type Patience, StaleStore } from './stale-store.js';

/** Milliseconds after an answer was fetched, as in `Lifetime`. */
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

/** For so long answers of the catalogue before may still come in; the rooms of the marketplace change one by one. */
const changeover = 10_000;

interface Options {
  maxBytes: number;
  now?: () => number;
  onRefreshFailed?: (error: unknown) => void;
  /** Told of the first catalogue, and of each that replaces another. */
  onGeneration?: (generation: string, isChange: boolean) => void;
}

/**
 * Part of the budget that drawings may have. Anybody can ask for new ones, as their addresses carry their measures; they
 * must not drive out what every page needs.
 */
const drawnShare = 0.125;

/** Answers of the marketplace by address (D38), of one generation of the catalogue (D63). */
export class AnswerCache {
  readonly #store: StaleStore<KeptAnswer>;
  readonly #drawings: StaleStore<KeptAnswer>;
  readonly #now: () => number;
  readonly #options: Options;
  #generation: string | null = null;
  #replaced: string | null = null;
  #adoptedAt = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#now = options.now ?? (() => Date.now());
    const storeOf = (maxBytes: number): StaleStore<KeptAnswer> =>
      new StaleStore({
        maxBytes,
        sizeOf: ({ size }, key) => key.length + 300 + size,
        now: this.#now,
        isAnswer: (error) => error instanceof ProblemError && error.status < 500,
        onRefreshFailed: options.onRefreshFailed,
        remembersFailures: true,
      });
    const drawn = Math.floor(options.maxBytes * drawnShare);
    this.#store = storeOf(options.maxBytes - drawn);
    this.#drawings = storeOf(drawn);
  }

  get size(): number {
    return this.#store.size + this.#drawings.size;
  }
  /** Bytes of all answers. */
  get bytes(): number {
    return this.#store.bytes + this.#drawings.bytes;
  }
  /** Whether a drawing is kept: it then costs nobody anything. */
  hasDrawing(key: string): boolean {
    return this.#drawings.peek(key) !== undefined;
  }
  /** The catalogue that answers come from, null before the first. */
  get generation(): string | null {
    return this.#generation;
  }

  /**
   * @param check told of an answer before it is kept; what it throws is thrown on, and nothing kept.
   * @param wait how long the caller does.
   * @throws what `load`, `check` and `wait.late` throw, where nothing kept can stand in.
   */
  async get(
    key: string,
    policy: StoredPolicy,
    load: () => Promise<Received>,
    check: (answer: KeptAnswer) => void = () => {},
    wait?: Patience,
  ): Promise<{ entry: KeptAnswer; outcome: CacheOutcome }> {
    const store = policy === 'picture' ? this.#drawings : this.#store;
    const make = async (): Promise<Made<KeptAnswer>> => {
      const startedAt = this.#now();
      const received = await load();
      const at = this.#now();
      const { fresh, revalidate, error } = stored[policy];
      const end = startedAt + (received.shownFor ?? Number.POSITIVE_INFINITY);
      const ends = {
        freshUntil: Math.min(at + fresh, end),
        staleUntil: Math.min(at + revalidate, end),
        errorUntil: at + error,
      };
      const entry = new KeptAnswer(received, ends);
      check(entry);
      entry.isCurrent = this.notice(received.generation, startedAt);
      if (policy !== 'picture') entry.pack();
      return { entry, isKept: entry.isCurrent };
    };
    return store.get(key, make, wait);
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
    if (isChange) this.#store.drop((entry) => entry.generation !== generation);
    this.#options.onGeneration?.(generation, isChange);
    return true;
  }
}
