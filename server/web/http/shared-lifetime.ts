/** Until when something kept may be shown, in milliseconds since the epoch, each end later than the one before. */
export interface Lifetime {
  /** Shown without asking. */
  freshUntil: number;
  /** Shown at once while it is renewed behind the visitor's back. */
  staleUntil: number;
  /** Shown when renewing it fails. */
  errorUntil: number;
}

/** How long what is made of several answers may be kept: as long as the one that ends first. */
export class SharedLifetime {
  #ends: Lifetime = {
    freshUntil: Number.POSITIVE_INFINITY,
    staleUntil: Number.POSITIVE_INFINITY,
    errorUntil: Number.POSITIVE_INFINITY,
  };
  #isWhole = true;

  /** @param isCurrent whether the answer is of the catalogue that is served. */
  include({ freshUntil, staleUntil, errorUntil }: Lifetime, isCurrent: boolean): void {
    this.#ends = {
      freshUntil: Math.min(this.#ends.freshUntil, freshUntil),
      staleUntil: Math.min(this.#ends.staleUntil, staleUntil),
      errorUntil: Math.min(this.#ends.errorUntil, errorUntil),
    };
    if (!isCurrent) this.spoil();
  }

  /** Something is missing in it, or is somebody's own: it may not be kept at all. */
  spoil(): void {
    this.#isWhole = false;
  }
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** @param longest for what was made of nothing that ends. */
  within(longest: Lifetime): Lifetime {
    const { freshUntil, staleUntil, errorUntil } = this.#ends;
    return {
      freshUntil: Math.min(freshUntil, longest.freshUntil),
      staleUntil: Math.min(staleUntil, longest.staleUntil),
      errorUntil: Math.min(errorUntil, longest.errorUntil),
    };
  }
}
