/** Finaliser of MurmurHash3: every input bit influences every output bit. */
function mix(value: number): number {
  let h = value ^ (value >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

function absorb(state: number, part: number | string): number {
  if (typeof part === 'number') return mix((state ^ Math.imul(part | 0, 0x9e3779b1)) + 0x6d2b79f5);
  let h = state ^ 0x811c9dc5;
  for (let i = 0; i < part.length; i++) h = Math.imul(h ^ part.charCodeAt(i), 0x01000193);
  return mix(h);
}

/**
 * Random numbers without a sequence: each is a pure function of the seed and of its subject. So rows can be made in any
 * order, and the same input always gives the same catalogue.
 */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = mix(seed + 1);
  }

  /** The random numbers of one table or row. */
  about(...parts: (number | string)[]): SeededRandom {
    const narrowed = new SeededRandom(0);
    narrowed.#state = this.#absorbed(parts);
    return narrowed;
  }

  /** A number in [0, 1). */
  roll(...parts: (number | string)[]): number {
    return this.#absorbed(parts) / 0x1_0000_0000;
  }

  #absorbed(parts: readonly (number | string)[]): number {
    let state = this.#state;
    for (const part of parts) state = absorb(state, part);
    return state;
  }

  /** An integer from `low` to `high`, both included. */
  int(low: number, high: number, ...parts: (number | string)[]): number {
    return low + Math.floor(this.roll(...parts) * (high - low + 1));
  }

  pick<T>(list: readonly T[], ...parts: (number | string)[]): T {
    const item = list[Math.floor(this.roll(...parts) * list.length)];
    if (item === undefined) throw new RangeError(`nothing to pick for ${parts.join('/')}`);
    return item;
  }

  /** A factor around 1 with a log-normal shape; sigma in natural logarithms. */
  lognormal(sigma: number, ...parts: (number | string)[]): number {
    const sum = this.roll(...parts, 'a') + this.roll(...parts, 'b') + this.roll(...parts, 'c') - 1.5;
    return Math.exp(sigma * sum * 2);
  }

  /** The list in an order that depends only on the seed and `parts`. */
  shuffle<T>(list: readonly T[], ...parts: (number | string)[]): T[] {
    return list
      .map((item, index) => ({ item, key: this.roll(...parts, index) }))
      .sort((a, b) => a.key - b.key)
      .map((entry) => entry.item);
  }
}
