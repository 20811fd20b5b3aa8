import type { KnownKey } from '../offer-store/offer-statements.js';

const takenOff = 1;
const rejected = 2;

/** An offer that a row stands for; null = the shop has never used the key. */
interface Named {
  readonly shop: { readonly id: number };
  readonly key: string;
  readonly known: KnownKey | null;
}

/** What the rows of a file have said of each offer so far, in nine bytes each. */
export class NamedOffers {
  /** By shop and key, numbers of offers that were not known when the feed began; all others have their id. */
  readonly #new = new Map<string, number>();
  #lines: Uint32Array;
  #slots: Uint32Array;
  #flags: Uint8Array;

  /** @param nextId higher than the ids of all known offers */
  constructor(private readonly nextId: number) {
    this.#lines = new Uint32Array(nextId + 1024);
    this.#slots = new Uint32Array(nextId + 1024);
    this.#flags = new Uint8Array(nextId + 1024);
  }

  /** The number of an offer, by which the methods below know it. */
  numberOf({ shop, key, known }: Named): number {
    if (known && known.id < this.nextId) return known.id;
    const name = `${shop.id}|${key}`;
    const number = this.#new.get(name) ?? this.nextId + this.#new.size;
    this.#new.set(name, number);
    if (number >= this.#lines.length) this.#grow();
    return number;
  }

  /** Line of the row that was taken in; 0 = none. */
  line(number: number): number {
    return this.#lines[number] ?? 0;
  }

  setLine(number: number, line: number): void {
    this.#lines[number] = line;
  }

  /** Slot of the pending change of an offer that a row has taken off. */
  slotOfRemoval(number: number): number {
    return this.#slots[number] ?? 0;
  }

  setTakenOff(number: number, slot: number): void {
    this.#slots[number] = slot;
    this.#flags[number] = (this.#flags[number] ?? 0) | takenOff;
  }

  setBack(number: number): void {
    this.#flags[number] = (this.#flags[number] ?? 0) & ~takenOff;
  }

  isTakenOff(number: number): boolean {
    return ((this.#flags[number] ?? 0) & takenOff) !== 0;
  }

  /** Notes that a row of an offer is in error: a slip in a feed leaves the offer as it was. */
  setRejected(number: number): void {
    this.#flags[number] = (this.#flags[number] ?? 0) | rejected;
  }

  /** Whether a row has taken the offer in or off, or was in error. */
  isNamed(number: number): boolean {
    return this.line(number) > 0 || (this.#flags[number] ?? 0) !== 0;
  }

  #grow(): void {
    const grown = <List extends Uint32Array | Uint8Array>(list: List, into: List): List => {
      into.set(list);
      return into;
    };
    const size = Math.ceil(this.#lines.length * 1.5);
    this.#lines = grown(this.#lines, new Uint32Array(size));
    this.#slots = grown(this.#slots, new Uint32Array(size));
    this.#flags = grown(this.#flags, new Uint8Array(size));
  }
}
