import type { Clock } from '../../clock/clock.js';
import { ProblemError } from '../../contract/problem.js';
import { type Outcome, type RequestNotes, withNotes } from '../http/log.js';
import { MovedError, RedirectError } from '../http/redirect-errors.js';
import { requestTimeoutMs } from '../http/timeouts.js';
import { CachedPage, type RenderedPage } from './cached-page.js';
import { type OfferChanges, type OutdatedReason, sizeOfTags } from './offer-changes.js';
import { type Result, StaleStore } from './stale-store.js';

const hourMs = 3600_000;
/** Milliseconds for a page whose responses last longer. */
const longestMs = { fresh: 6 * hourMs, stale: 24 * hourMs, error: 24 * hourMs };

export interface CacheableResult {
  page: RenderedPage;
  status: number;
  /** Values of its choice parameter (`page-key.ts`). */
  choices: readonly string[];
  /** Its own cache key, which differs from the requested one for an unknown choice. */
  key: string;
  /** The page was requested at its own address. */
  isCacheable: boolean;
}
interface Options {
  clock: Clock;
  /** 0 turns the cache off. */
  maxBytes: number;
  generation: () => string | null;
  onRefreshFailed: (error: unknown) => void;
  offers: OfferChanges;
  onOutdated: (reason: OutdatedReason) => void;
}

/**
 * The cache of shared pages with their compressed bytes (D27, D56). A page lives as long as its responses, and is
 * outdated as soon as one of them is. It holds only complete pages of the served catalogue.
 */
export class PageCache {
  readonly #pages: StaleStore<CachedPage>;
  readonly #options: Options;
  #generation: string | null = null;

  constructor(options: Options) {
    this.#options = options;
    this.#pages = new StaleStore({
      clock: options.clock,
      maxBytes: Math.max(1, options.maxBytes),
      sizeOf: (page, key) => {
        page.countedBytes = page.size;
        const texts = key.length + page.contentSecurityPolicy.length + 50 * page.choices.length;
        return page.countedBytes + texts + sizeOfTags(page.madeOf) + 500;
      },
      isFinal: (error) =>
        error instanceof RedirectError ||
        error instanceof MovedError ||
        (error instanceof ProblemError && error.status < 500),
      onRefreshFailed: options.onRefreshFailed,
      offers: options.offers,
      onOutdated: options.onOutdated,
    });
  }

  get bytes(): number {
    return this.#pages.bytes;
  }
  get size(): number {
    return this.#pages.size;
  }

  /**
   * @param key names everything that the page is made from, the generation included
   * @param cause the request; work that it does not wait for has notes of its own
   * @throws what `make` throws, if no cached page can replace it
   */
  async get(
    key: string,
    cause: RequestNotes,
    make: () => Promise<CacheableResult>,
  ): Promise<{ page: CachedPage; outcome: Outcome }> {
    const started = (isAwaited: boolean): Promise<Result<CachedPage>> =>
      withNotes(this.#options.clock.steady() + requestTimeoutMs, cause, (notes) => {
        notes.isBackground = !isAwaited;
        const logCause = (): void => {
          cause.upstream.push(...notes.upstream);
          cause.causedBy ??= notes.causedBy;
        };
        return this.#make(notes, make).finally(logCause);
      });
    if (this.#options.maxBytes === 0) return { page: (await started(true)).entry, outcome: 'miss' };
    this.#purge();
    const { entry, outcome } = await this.#pages.get(key, started);
    return { page: entry, outcome };
  }

  /** Returns whether the cache holds this very page. */
  isKept(page: CachedPage): boolean {
    return this.#pages.peek(page.key) === page;
  }

  /**
   * Records that the cache served a page, and compresses a popular one better.
   *
   * @returns undefined if the bytes stay; else resolves when there are better ones
   */
  served(page: CachedPage): Promise<void> | undefined {
    if (!this.isKept(page)) return undefined;
    if (page.countedBytes !== page.size) this.#pages.recount(page.key, page);
    return page
      .improve()
      ?.then(() => this.#pages.recount(page.key, page))
      .catch(this.#options.onRefreshFailed);
  }

  /** Returns whether a current cached page lacks a value among its choices. */
  isNoChoice(key: string, value: string): boolean {
    const page = this.#pages.peek(key);
    if (!page || page.choices.includes(value)) return false;
    return this.#options.clock.now() < page.staleUntil && !this.#pages.isOutdated(page);
  }

  async #make(notes: RequestNotes, make: () => Promise<CacheableResult>): Promise<Result<CachedPage>> {
    const generation = this.#options.generation();
    const made = await make();
    const page = new CachedPage(made.page, {
      ...made,
      isWhole: notes.lifetime.isWhole,
      madeOf: notes.lifetime.madeOf,
    });
    const isCurrent = generation === this.#options.generation();
    const isCacheable = made.isCacheable && made.status === 200 && isCurrent && notes.lifetime.isWhole;
    if (!isCacheable) return { entry: page, isCacheable };
    const { key } = made;
    const now = this.#options.clock.now();
    page.live(
      notes.lifetime.within({
        freshUntil: now + longestMs.fresh,
        staleUntil: now + longestMs.stale,
        errorUntil: now + longestMs.error,
      }),
    );
    const older = this.#pages.peek(key);
    if (older?.digest === page.digest) page.inherit(older);
    return { entry: page, isCacheable, key };
  }

  /** Drops the pages of an older catalogue, whose keys nobody requests any more. */
  #purge(): void {
    const generation = this.#options.generation();
    if (generation === this.#generation) return;
    this.#generation = generation;
    this.#pages.drop((_, key) => !key.startsWith(`${generation} `));
  }
}
