/** Until when a cache entry may be served, in milliseconds since the epoch, in ascending order. */
export interface Lifetime {
  /** Served without revalidation. */
  freshUntil: number;
  /** Served at once while it is refreshed in the background. */
  staleUntil: number;
  /** Served when a refresh fails. */
  errorUntil: number;
}

/** The offers that a response is made of. */
export interface MadeOfOffers {
  /** The commit of the offer store that it is at least of: a number, and the epoch that the number counts in. */
  readonly epoch: string;
  readonly number: number;
  /** Its dependencies, as `packTags` writes them. */
  readonly tags: Uint32Array;
  /** Milliseconds since 1970, when it was asked for. */
  readonly askedAt: number;
}

/** The lifetime that ends first at each of its three ends. */
const shorterOf = (one: Lifetime, other: Lifetime): Lifetime => ({
  freshUntil: Math.min(one.freshUntil, other.freshUntil),
  staleUntil: Math.min(one.staleUntil, other.staleUntil),
  errorUntil: Math.min(one.errorUntil, other.errorUntil),
});

/** How long what is made of several responses may be kept: as long as the one that ends first. */
export class SharedLifetime {
  #ends: Lifetime = {
    freshUntil: Number.POSITIVE_INFINITY,
    staleUntil: Number.POSITIVE_INFINITY,
    errorUntil: Number.POSITIVE_INFINITY,
  };
  #isWhole = true;
  readonly #madeOf = new Set<MadeOfOffers>();

  /**
   * @param isCurrent whether the response is of the catalogue that is served.
   * @param madeOf the offers that it is made of.
   */
  include(ends: Lifetime, isCurrent: boolean, madeOf: Iterable<MadeOfOffers> = []): void {
    this.#ends = shorterOf(this.#ends, ends);
    for (const each of madeOf) this.#madeOf.add(each);
    if (!isCurrent) this.spoil();
  }

  /** The offers of all responses, each as of its own commit. */
  get madeOf(): readonly MadeOfOffers[] {
    return [...this.#madeOf];
  }

  /** Incomplete or personal: it must not be cached. */
  spoil(): void {
    this.#isWhole = false;
  }
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** @param longest for what was made of nothing that ends. */
  within(longest: Lifetime): Lifetime {
    return shorterOf(this.#ends, longest);
  }
}
