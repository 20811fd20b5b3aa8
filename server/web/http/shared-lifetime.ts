/** Ends of a cache entry's lifetime in ascending order, in milliseconds since 1970. */
export interface Lifetime {
  /** Until then it is served without a check. */
  freshUntil: number;
  /** Until then it is served at once and refreshed in the background. */
  staleUntil: number;
  /** Until then it is served if a refresh fails. */
  errorUntil: number;
}

/** The offers that a response was made from. */
export interface MadeOfOffers {
  /** Oldest possible commit of the offer store: a number, and the epoch in which it counts. */
  readonly epoch: string;
  readonly number: number;
  /** Dependencies in the format of `packTags`. */
  readonly tags: Uint32Array;
  /** Milliseconds since 1970 when the response was requested. */
  readonly askedAt: number;
}

/** Returns the earlier of each of the three ends. */
const shorterOf = (one: Lifetime, other: Lifetime): Lifetime => ({
  freshUntil: Math.min(one.freshUntil, other.freshUntil),
  staleUntil: Math.min(one.staleUntil, other.staleUntil),
  errorUntil: Math.min(one.errorUntil, other.errorUntil),
});

/** Lifetime of a page made from several responses: each end is the earliest among them. */
export class SharedLifetime {
  #ends: Lifetime = {
    freshUntil: Number.POSITIVE_INFINITY,
    staleUntil: Number.POSITIVE_INFINITY,
    errorUntil: Number.POSITIVE_INFINITY,
  };
  #isWhole = true;
  readonly #madeOf = new Set<MadeOfOffers>();

  /**
   * @param isCurrent whether the response comes from the served catalogue
   * @param madeOf the offers that it was made from
   */
  include(ends: Lifetime, isCurrent: boolean, madeOf: Iterable<MadeOfOffers> = []): void {
    this.#ends = shorterOf(this.#ends, ends);
    for (const each of madeOf) this.#madeOf.add(each);
    if (!isCurrent) this.spoil();
  }

  /** The offers of all responses, each with its own commit. */
  get madeOf(): readonly MadeOfOffers[] {
    return [...this.#madeOf];
  }

  /** Marks the page as incomplete or personal, so that no cache stores it. */
  spoil(): void {
    this.#isWhole = false;
  }
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** @param longest for a page made from responses without end */
  within(longest: Lifetime): Lifetime {
    return shorterOf(this.#ends, longest);
  }
}
