import type { CacheOutcome } from '../log.js';
import { type CachePolicy, ProblemError } from './contract.js';
import { type Lifetime, StaleStore } from './stale-store.js';
import type { Received } from './upstream.js';

/** Milliseconds after an answer was fetched, as in `Lifetime`. */
interface Policy {
  fresh: number;
  revalidate: number;
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

/** For so long answers of the catalogue before may still come in; the rooms of the marketplace change one by one. */
const changeover = 10_000;

/** A kept answer, as bytes: parsed they would take five times the room. */
export interface Entry extends Received, Lifetime {
  policy: StoredPolicy;
  /** Of the catalogue that is served; else it is good for the one who has asked, and for nothing made of it. */
  isCurrent: boolean;
}
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
  readonly #store: StaleStore<Entry>;
  readonly #drawings: StaleStore<Entry>;
  readonly #now: () => number;
  readonly #options: Options;
  #generation: string | null = null;
  #replaced: string | null = null;
  #adoptedAt = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#now = options.now ?? (() => Date.now());
    const storeOf = (maxBytes: number): StaleStore<Entry> =>
      new StaleStore({
        maxBytes,
        sizeOf: ({ body }, key) => key.length + 300 + body.length,
        now: this.#now,
        isAnswer: (error) => error instanceof ProblemError && error.status < 500,
        onRefreshFailed: options.onRefreshFailed,
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

  async get(
    key: string,
    policy: StoredPolicy,
    load: () => Promise<Received>,
  ): Promise<{ entry: Entry; outcome: CacheOutcome }> {
    const store = policy === 'picture' ? this.#drawings : this.#store;
    return store.get(key, async () => {
      const startedAt = this.#now();
      const received = await load();
      const at = this.#now();
      const { fresh, revalidate, error } = stored[policy];
      const isCurrent = this.notice(received.generation, startedAt);
      const ends = { freshUntil: at + fresh, staleUntil: at + revalidate, errorUntil: at + error };
      return { entry: { ...received, ...ends, policy, isCurrent }, isKept: isCurrent };
    });
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
    if (isChange) this.#store.drop((entry) => stored[entry.policy].ofGeneration && entry.generation !== generation);
    this.#options.onGeneration?.(generation, isChange);
    return true;
  }
}
