import type { KnownKey } from '../offer-store/offer-statements.js';

/** Keeps the values that the rows of a feed give for each offer, in nine bytes per offer. */
export class NamedOffers {
  /** Numbers of offers that are new to the shop, by shop and key. All others have their id. */
  readonly #new = new Map<string, number>();
  #lines: Uint32Array;
  /** Slots of pending removals, plus one; 0 = not removed. */
  #removals: Uint32Array;
  #rejected: Uint8Array;

  /** @param nextId higher than the ids of all known offers */
  constructor(private readonly nextId: number) {
    this.#lines = new Uint32Array(nextId + 1024);
    this.#removals = new Uint32Array(nextId + 1024);
    this.#rejected = new Uint8Array(nextId + 1024);
  }

  numberOf({ shop, key, known }: { shop: { readonly id: number }; key: string; known: KnownKey | null }): number {
    if (known && known.id < this.nextId) return known.id;
    const name = `${shop.id}|${key}`;
    const number = this.#new.get(name) ?? this.nextId + this.#new.size;
    this.#new.set(name, number);
    if (number >= this.#lines.length) this.#grow();
    return number;
  }

  /** Line of the row that gave the offer; 0 = no row did. */
  line(number: number): number {
    return this.#lines[number] ?? 0;
  }

  setLine(number: number, line: number): void {
    this.#lines[number] = line;
  }

  /** Slot of the pending removal; null = not removed. */
  removal(number: number): number | null {
    const removal = this.#removals[number] ?? 0;
    return removal === 0 ? null : removal - 1;
  }

  setRemoval(number: number, slot: number | null): void {
    this.#removals[number] = slot === null ? 0 : slot + 1;
  }

  /** Notes that a row was rejected, which leaves its offer as it was. */
  setRejected(number: number): void {
    this.#rejected[number] = 1;
  }

  /** Whether any row named the offer, also a rejected one. */
  isNamed(number: number): boolean {
    return this.line(number) > 0 || this.removal(number) !== null || this.#rejected[number] === 1;
  }

  #grow(): void {
    const grown = <List extends Uint32Array | Uint8Array>(list: List, into: List): List => {
      into.set(list);
      return into;
    };
    const size = Math.ceil(this.#lines.length * 1.5);
    this.#lines = grown(this.#lines, new Uint32Array(size));
    this.#removals = grown(this.#removals, new Uint32Array(size));
    this.#rejected = grown(this.#rejected, new Uint8Array(size));
  }
}
