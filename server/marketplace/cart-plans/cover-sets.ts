import type { OfferMatrix } from './offer-matrix.js';

const wordSize = 32;
/** How many bits of a word are set. */
function bits(word: number): number {
  let left = word - ((word >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * Sets of `size` shops that together have every line, each set once; whether they have pieces enough is not looked at.
 * The line that the fewest shops have is given to each of them in turn, as long as the shops with most of what is
 * missing could have all of it. Yields null between two sets, so that the search can be stopped. No set is found that
 * would do without one of its shops: `size` is to be tried from 1 up.
 */
export class CoverSets {
  /** By shop and word: the lines that it has. */
  readonly #has: Int32Array;
  readonly #words: number;
  readonly #shops: number;
  readonly #lines: number;
  readonly #banned: Uint8Array;
  readonly #counts: Int32Array;

  constructor({ ofLine, shop, tariff }: OfferMatrix) {
    this.#lines = ofLine.length;
    this.#words = Math.ceil(this.#lines / wordSize);
    this.#shops = tariff.length;
    this.#has = new Int32Array(this.#shops * this.#words);
    for (const [line, options] of ofLine.entries())
      for (const at of options) {
        const word = (shop[at] as number) * this.#words + Math.floor(line / wordSize);
        this.#has[word] = (this.#has[word] as number) | (1 << (line % wordSize));
      }
    this.#banned = new Uint8Array(this.#shops);
    this.#counts = new Int32Array(this.#shops);
  }

  *ofSize(size: number): Generator<readonly number[] | null, void> {
    this.#banned.fill(0);
    const missing = new Int32Array(this.#words);
    for (let line = 0; line < this.#lines; line++) {
      const word = Math.floor(line / wordSize);
      missing[word] = (missing[word] as number) | (1 << (line % wordSize));
    }
    yield* this.#search(missing, size, []);
  }

  *#search(missing: Int32Array, left: number, chosen: readonly number[]): Generator<readonly number[] | null, void> {
    if (missing.every((word) => word === 0)) return void (yield chosen);
    yield null;
    if (!this.#isPossible(missing, left)) return;
    const ways = this.#fewestWays(missing);
    const counts = new Map(ways.map((shop) => [shop, this.#counts[shop] as number]));
    ways.sort((a, b) => (counts.get(b) as number) - (counts.get(a) as number));
    for (const shop of ways) {
      const rest = missing.map((word, at) => word & ~(this.#has[shop * this.#words + at] as number));
      yield* this.#search(rest, left - 1, [...chosen, shop]);
      this.#banned[shop] = 1;
    }
    for (const shop of ways) this.#banned[shop] = 0;
  }

  /** Whether as many shops as are left could have everything, if none had what another one has. */
  #isPossible(missing: Int32Array, left: number): boolean {
    let wanted = 0;
    for (const word of missing) wanted += bits(word);
    for (let shop = 0; shop < this.#shops; shop++) {
      let count = 0;
      if (!this.#banned[shop])
        for (let word = 0; word < this.#words; word++)
          count += bits((missing[word] as number) & (this.#has[shop * this.#words + word] as number));
      this.#counts[shop] = count;
    }
    const most = this.#counts.toSorted().subarray(Math.max(0, this.#shops - left));
    return left > 0 && most.reduce((sum, count) => sum + count, 0) >= wanted;
  }

  /** The shops that have the missing line that the fewest shops have. */
  #fewestWays(missing: Int32Array): number[] {
    let fewest: number[] | null = null;
    for (let line = 0; line < this.#lines; line++) {
      const [word, bit] = [Math.floor(line / wordSize), 1 << (line % wordSize)];
      if (((missing[word] as number) & bit) === 0) continue;
      const ways: number[] = [];
      for (let shop = 0; shop < this.#shops; shop++)
        if (!this.#banned[shop] && (this.#has[shop * this.#words + word] as number) & bit) ways.push(shop);
      if (!fewest || ways.length < fewest.length) fewest = ways;
    }
    return fewest ?? [];
  }
}
