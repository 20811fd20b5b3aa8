import type { OfferChange } from '../offer-store/offer-tables.js';

/** What a row may say of an offer, as bits. */
export const said = {
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
  readonly hash: number | null;
  /** Null = as they are. */
  readonly changes: readonly OfferChange[] | null;
}

const none = 0xffff_ffff;
/** Numbers of one row in the table below. */
const width = 14;

/**
 * Rows of a feed that change something, in the order in which they are applied: by product, so that each product is read
 * and written once. Numbers are packed, since a million rows as objects would take six times the memory.
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

  add(offer: PendingOffer): number {
    const slot = this.#keys.push(offer.key) - 1;
    if (slot * width >= this.#numbers.length) this.#grow();
    this.#write(slot, offer);
    return slot;
  }

  /** Puts another row in the place of one, for the same offer. */
  replace(slot: number, offer: PendingOffer): void {
    this.#write(slot, offer);
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
    const [
      productId,
      id,
      shopId,
      says,
      price,
      refund,
      surcharge,
      lowest30,
      stock,
      condition,
      low,
      high,
      timed,
      former,
    ] = this.#numbers.subarray(slot * width, (slot + 1) * width) as unknown as number[] & { length: 14 };
    const hash = this.#hashes[slot] as number;
    return {
      productId: productId as number,
      id: id as number,
      formerProductId: former as number,
      shopId: shopId as number,
      key: this.#keys[slot] as string,
      says: says as number,
      price: price as number,
      refund: refund as number,
      surcharge: surcharge as number,
      lowest30: lowest30 === none ? null : (lowest30 as number),
      stock: stock as number,
      condition: conditions[condition as number] ?? 'new',
      handlingMin: low as number,
      handlingMax: high as number,
      hash: Number.isNaN(hash) ? null : hash,
      changes: timed === 1 ? (this.#changes.get(slot) ?? []) : null,
    };
  }

  productAt(slot: number): number {
    return this.#numbers[slot * width] as number;
  }

  /** Rows by product, each product's in the order of the file. */
  byProduct(): Uint32Array {
    const slots = new Float64Array(this.size);
    // One number per row, product first: sorted without a comparison in between.
    for (let slot = 0; slot < slots.length; slot++)
      slots[slot] = (this.#numbers[slot * width] as number) * 2 ** 24 + slot;
    slots.sort();
    return Uint32Array.from(slots, (value) => value % 2 ** 24);
  }

  #write(slot: number, offer: PendingOffer): void {
    this.#numbers.set(
      [
        offer.productId,
        offer.id,
        offer.shopId,
        offer.says,
        offer.price,
        offer.refund,
        offer.surcharge,
        offer.lowest30 ?? none,
        offer.stock,
        conditions.indexOf(offer.condition),
        offer.handlingMin,
        offer.handlingMax,
        offer.changes === null ? 0 : 1,
        offer.formerProductId,
      ],
      slot * width,
    );
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
