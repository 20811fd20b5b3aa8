import type { KnownKey } from '../offer-store/offer-statements.js';
import { NumberTable } from './number-table.js';

/** What a file has said of an offer so far. */
export class NamedOffer {
  constructor(
    private readonly lines: Pick<NumberTable, 'get' | 'set'>,
    private readonly slots: Pick<NumberTable, 'get' | 'set'>,
    private readonly at: number,
  ) {}

  /** Line of its row; 0 = none that was taken. */
  get line(): number {
    return this.lines.get(this.at);
  }
  set line(line: number) {
    this.lines.set(this.at, line);
  }

  /** Its pending change. */
  get slot(): number {
    return (this.slots.get(this.at) & slotBits) - 1;
  }
  set slot(slot: number) {
    this.slots.set(this.at, (this.slots.get(this.at) & ~slotBits) | (slot + 1));
  }

  get isTakenOff(): boolean {
    return (this.slots.get(this.at) & takenOff) !== 0;
  }
  set isTakenOff(value: boolean) {
    const others = this.slots.get(this.at) & ~takenOff;
    this.slots.set(this.at, (value ? others | takenOff : others) >>> 0);
  }

  get isRejected(): boolean {
    return (this.slots.get(this.at) & rejected) !== 0;
  }

  /** Whether no row has spoken of it. */
  get isUntouched(): boolean {
    return this.lines.get(this.at) === 0 && this.slots.get(this.at) === 0;
  }
}

const slotBits = 0x00ff_ffff;
const takenOff = 0x0100_0000;
const rejected = 0x0200_0000;

/** Offers by what a file has said of them: known ones by id, which is a few bytes each, new ones by shop and key. */
export class NamedOffers {
  readonly #lines: NumberTable;
  readonly #slots: NumberTable;
  readonly #newLines = new NumberTable(0);
  readonly #newSlots = new NumberTable(0);
  readonly #new = new Map<string, number>();

  /** @param last highest id of an offer */
  constructor(last: number) {
    this.#lines = new NumberTable(last);
    this.#slots = new NumberTable(last);
  }

  of(shopId: number, key: string, known: KnownKey | null): NamedOffer {
    if (known) return new NamedOffer(this.#lines, this.#slots, known.id);
    const name = `${shopId}|${key}`;
    const place = this.#new.get(name) ?? this.#new.size;
    this.#new.set(name, place);
    return new NamedOffer(this.#newLines, this.#newSlots, place);
  }

  /** Notes that a row of a known offer is in error: a slip in a feed leaves it as it was. */
  reject(id: number): void {
    this.#slots.set(id, (this.#slots.get(id) | rejected) >>> 0);
  }
}
