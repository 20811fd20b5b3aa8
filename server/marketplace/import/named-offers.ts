import type { KnownKey } from '../offer-store/offer-statements.js';
import { NumberTable } from './number-table.js';

/** What a file has said of an offer so far. */
export class NamedOffer {
  constructor(
    private readonly numbers: NumberTable,
    /** Place of its line; its slot is the next one. */
    private readonly at: number,
  ) {}

  /** Line of its row; 0 = none that was taken. */
  get line(): number {
    return this.numbers.get(this.at);
  }
  set line(line: number) {
    this.numbers.set(this.at, line);
  }

  /** Its pending change. */
  get slot(): number {
    return (this.numbers.get(this.at + 1) & slotBits) - 1;
  }
  set slot(slot: number) {
    this.numbers.set(this.at + 1, (this.numbers.get(this.at + 1) & ~slotBits) | (slot + 1));
  }

  get isTakenOff(): boolean {
    return (this.numbers.get(this.at + 1) & takenOff) !== 0;
  }
  set isTakenOff(value: boolean) {
    const others = this.numbers.get(this.at + 1) & ~takenOff;
    this.numbers.set(this.at + 1, (value ? others | takenOff : others) >>> 0);
  }

  get isRejected(): boolean {
    return (this.numbers.get(this.at + 1) & rejected) !== 0;
  }

  /** Whether no row has spoken of it. */
  get isUntouched(): boolean {
    return this.numbers.get(this.at) === 0 && this.numbers.get(this.at + 1) === 0;
  }
}

const slotBits = 0x00ff_ffff;
const takenOff = 0x0100_0000;
const rejected = 0x0200_0000;

/** Offers by what a file has said of them: known ones by id, which is a few bytes each, new ones by shop and key. */
export class NamedOffers {
  readonly #numbers: NumberTable;
  readonly #newNumbers = new NumberTable(0);
  readonly #new = new Map<string, number>();

  /** @param last highest id of an offer */
  constructor(last: number) {
    this.#numbers = new NumberTable(last * 2);
  }

  of(shopId: number, key: string, known: KnownKey | null): NamedOffer {
    if (known) return new NamedOffer(this.#numbers, known.id * 2);
    const name = `${shopId}|${key}`;
    const place = this.#new.get(name) ?? this.#new.size;
    this.#new.set(name, place);
    return new NamedOffer(this.#newNumbers, place * 2);
  }

  /** Notes that a row of a known offer is in error: a slip in a feed leaves it as it was. */
  reject(id: number): void {
    const slot = id * 2 + 1;
    this.#numbers.set(slot, (this.#numbers.get(slot) | rejected) >>> 0);
  }
}
