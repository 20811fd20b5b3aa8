import type { KnownKey, OfferStatements } from '../offer-store/offer-statements.js';

/** Rows of a shop after which reading all of its keys is cheaper than further lookups. */
const fewRows = 2000;
/** Limit of keys in memory; keys of further shops are looked up one by one. */
const mostKeys = 4_000_000;

/** A key and its offer, with its position in the file. */
export interface PlacedKey extends KnownKey {
  /** Higher positions are behind it in the file; 0 = not known. */
  readonly place: number;
}

/**
 * The keys of a feed's shops: looked up one by one, or read into memory for large feeds. No other import may change
 * offers of these shops meanwhile.
 */
export class KnownKeys {
  readonly #asked = new Map<number, number>();
  readonly #held = new Map<number, HeldKeys>();
  #places = 1;

  constructor(private readonly statements: OfferStatements) {}

  /** @returns null if the shop has never used the key */
  find(shopId: number, key: string): PlacedKey | null {
    const held = this.#held.get(shopId);
    if (held) return held.find(key);
    const asked = (this.#asked.get(shopId) ?? 0) + 1;
    this.#asked.set(shopId, asked);
    if (asked === fewRows) this.#hold(shopId);
    const known = this.statements.findKey(shopId, key);
    return known && { ...known, place: 0 };
  }

  of(shopId: number): Iterable<readonly [key: string, known: KnownKey]> {
    return this.#held.get(shopId)?.all() ?? this.statements.allKeysOf(shopId);
  }

  #hold(shopId: number): void {
    const count = this.statements.countKeys(shopId);
    if (this.#places + count > mostKeys) return;
    this.#held.set(shopId, new HeldKeys(this.statements.allKeysOf(shopId), count, this.#places));
    this.#places += count;
  }
}

/** All keys of a shop, in columns. Objects would take twice the memory. */
class HeldKeys {
  readonly #indexes = new Map<string, number>();
  readonly #ids: Uint32Array;
  readonly #products: Uint32Array;
  readonly #hashes: Float64Array;
  readonly #withheld: Uint16Array;

  /** @param firstPlace position of its first key */
  constructor(
    keys: Iterable<readonly [key: string, known: KnownKey]>,
    count: number,
    private readonly firstPlace: number,
  ) {
    this.#ids = new Uint32Array(count);
    this.#products = new Uint32Array(count);
    this.#hashes = new Float64Array(count);
    this.#withheld = new Uint16Array(count);
    for (const [key, { id, productId, hash, withheld }] of keys) {
      const index = this.#indexes.size;
      this.#indexes.set(key, index);
      this.#ids[index] = id;
      this.#products[index] = productId;
      this.#hashes[index] = hash ?? Number.NaN;
      this.#withheld[index] = withheld;
    }
  }

  find(key: string): PlacedKey | null {
    const index = this.#indexes.get(key);
    return index === undefined ? null : this.#at(index);
  }

  *all(): Iterable<readonly [key: string, known: PlacedKey]> {
    for (const [key, index] of this.#indexes) yield [key, this.#at(index)];
  }

  #at(index: number): PlacedKey {
    const hash = this.#hashes[index] as number;
    return {
      id: this.#ids[index] as number,
      productId: this.#products[index] as number,
      hash: Number.isNaN(hash) ? null : hash,
      withheld: this.#withheld[index] as number,
      place: this.firstPlace + index,
    };
  }
}
