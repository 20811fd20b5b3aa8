import type { OfferChange } from '../offer-store/offer-tables.js';

/** What a row may say of an offer, as bits. */
export const said = {
  nothing: 0,
  price: 1,
  refund: 2,
  surcharge: 4,
  lowest30: 8,
  stock: 16,
  condition: 32,
  handling: 64,
  /** The offer comes off. */
  removal: 128,
  /** The row tells the whole offer. */
  whole: 256,
  /** The same, and it has not been compared with the offer as it is. */
  uncompared: 512,
  /** Nothing but its words is others: the next time they are known. */
  words: 1024,
  /** Nothing but changes to come is others. */
  later: 2048,
} as const;

const conditions = ['new', 'remanufactured', 'used'] as const;

/** Values of an offer as a row tells them; money in cents, days of work. */
export interface ToldOffer {
  readonly price: number;
  readonly refund: number;
  readonly surcharge: number;
  readonly lowest30: number | null;
  readonly stock: number;
  readonly condition: (typeof conditions)[number];
  readonly handlingMin: number;
  readonly handlingMax: number;
}
export const toldNothing: ToldOffer = {
  price: 0,
  refund: 0,
  surcharge: 0,
  lowest30: null,
  stock: 0,
  condition: 'new',
  handlingMin: 0,
  handlingMax: 0,
};

/** One row that changes something, until it is applied. */
export interface PendingOffer extends ToldOffer {
  readonly shopId: number;
  readonly key: string;
  /** Of the product that it is an offer of, or was before. */
  readonly productId: number;
  /** 0 = the key is new. */
  readonly id: number;
  /** Of the product that it is an offer of so far; 0 = none. */
  readonly formerProductId: number;
  /** Bits of `said`. */
  readonly says: number;
  /** Of the row; null = none is kept. */
  readonly hash: number | null;
  /** Keys of higher places lie behind its key in the file; 0 = not known. */
  readonly place: number;
  /** Null = as they are. */
  readonly changes: readonly OfferChange[] | null;
}

const none = 0xffff_ffff;
/** Numbers of one row in the table below. */
const width = 15;
/** More rows than a feed has. */
const mostRows = 2 ** 24;

/**
 * Rows of a feed that change something, in the order in which they are applied: by product, so that each product is
 * read and written once. Numbers are packed, since a million rows as objects would take six times the memory.
 */
export class PendingOffers {
  #numbers = new Uint32Array(width * 1024);
  #hashes = new Float64Array(1024);
  readonly #keys: string[] = [];
  readonly #changes = new Map<number, readonly OfferChange[]>();
  /** By product, the rows that give one of its offers to another product. */
  readonly #leaving = new Map<number, number[]>();

  get size(): number {
    return this.#keys.length;
  }

  /** @param says in the place of what the offer says itself */
  add(offer: PendingOffer, says = offer.says): number {
    // A copy, since a piece of the file's text would keep all of that in memory.
    const slot = this.#keys.push(` ${offer.key}`.slice(1)) - 1;
    if (slot * width >= this.#numbers.length) this.#grow();
    this.#write(slot, offer, says);
    return slot;
  }

  /** Puts another row in the place of one, for the same offer. */
  replace(slot: number, offer: PendingOffer, says = offer.says): void {
    this.#write(slot, offer, says);
  }

  /** Notes that the offer of a row was one of another product. */
  noteMove(slot: number, from: number): void {
    this.#leaving.set(from, [...(this.#leaving.get(from) ?? []), slot]);
  }

  /** Rows that give an offer of a product to another one. */
  leaving(product: number): readonly number[] {
    return this.#leaving.get(product) ?? [];
  }

  at(slot: number): PendingOffer {
    const cell = (column: number): number => this.#numbers[slot * width + column] as number;
    const lowest30 = cell(7);
    return {
      productId: cell(0),
      id: cell(1),
      formerProductId: cell(13),
      shopId: cell(2),
      key: this.keyAt(slot),
      says: cell(3),
      price: cell(4),
      refund: cell(5),
      surcharge: cell(6),
      lowest30: lowest30 === none ? null : lowest30,
      stock: cell(8),
      condition: conditions[cell(9)] ?? 'new',
      handlingMin: cell(10),
      handlingMax: cell(11),
      hash: this.hashAt(slot),
      place: cell(14),
      changes: cell(12) === 1 ? (this.#changes.get(slot) ?? []) : null,
    };
  }

  productAt(slot: number): number {
    return this.#numbers[slot * width] as number;
  }

  keyAt(slot: number): string {
    return this.#keys[slot] as string;
  }

  hashAt(slot: number): number | null {
    const hash = this.#hashes[slot] as number;
    return Number.isNaN(hash) ? null : hash;
  }

  idAt(slot: number): number {
    return this.#numbers[slot * width + 1] as number;
  }

  priceAt(slot: number): number {
    return this.#numbers[slot * width + 4] as number;
  }

  formerProductAt(slot: number): number {
    return this.#numbers[slot * width + 13] as number;
  }

  shopAt(slot: number): number {
    return this.#numbers[slot * width + 2] as number;
  }

  /** Rows that are to be compared, by the product of the offer as it is: what lies together is read together. */
  toCompare(): Uint32Array {
    return this.#sorted(13, (says) => says === said.uncompared);
  }

  /** Notes what comparing a row has found. */
  settle(slot: number, says: (typeof said)['whole' | 'words' | 'nothing']): void {
    this.#numbers[slot * width + 3] = says;
    if (says !== said.whole) this.#changes.delete(slot);
  }

  /** Rows that change an offer by its product, each product's in the order of the file. */
  byProduct(): Uint32Array {
    return this.#sorted(0, (says) => says !== said.nothing && says !== said.words);
  }

  /** Rows of known keys that are kept by their hash, as their keys lie in the file. */
  byKey(): Uint32Array {
    return this.#sorted(14, (says, slot) => (says === said.words || says === said.whole) && this.idAt(slot) !== 0);
  }

  /** One number per row, the column first: sorted without a comparison in between. */
  #sorted(column: number, isWanted: (says: number, slot: number) => boolean): Uint32Array {
    const slots = new Float64Array(this.size);
    let count = 0;
    for (let slot = 0; slot < slots.length; slot++)
      if (isWanted(this.#numbers[slot * width + 3] as number, slot))
        slots[count++] = (this.#numbers[slot * width + column] as number) * mostRows + slot;
    return Uint32Array.from(slots.subarray(0, count).sort(), (value) => value % mostRows);
  }

  #write(slot: number, offer: PendingOffer, says: number): void {
    const numbers = this.#numbers;
    const first = slot * width;
    numbers[first] = offer.productId;
    numbers[first + 1] = offer.id;
    numbers[first + 2] = offer.shopId;
    numbers[first + 3] = says;
    numbers[first + 4] = offer.price;
    numbers[first + 5] = offer.refund;
    numbers[first + 6] = offer.surcharge;
    numbers[first + 7] = offer.lowest30 ?? none;
    numbers[first + 8] = offer.stock;
    numbers[first + 9] = conditions.indexOf(offer.condition);
    numbers[first + 10] = offer.handlingMin;
    numbers[first + 11] = offer.handlingMax;
    numbers[first + 12] = offer.changes === null ? 0 : 1;
    numbers[first + 13] = offer.formerProductId;
    numbers[first + 14] = offer.place;
    this.#hashes[slot] = offer.hash ?? Number.NaN;
    if (offer.changes && offer.changes.length > 0) this.#changes.set(slot, offer.changes);
    else this.#changes.delete(slot);
  }

  #grow(): void {
    const numbers = new Uint32Array(this.#numbers.length * 2);
    numbers.set(this.#numbers);
    this.#numbers = numbers;
    const hashes = new Float64Array(this.#hashes.length * 2);
    hashes.set(this.#hashes);
    this.#hashes = hashes;
  }
}
