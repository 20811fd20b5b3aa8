import type { OfferIdentity } from '../offer-store/offer-commit.js';
import type { OfferValues } from '../offer-store/offer-rows.js';
import type { OfferChange } from '../offer-store/offer-tables.js';

/** The effect of a row on its offer. */
export const actions = {
  /** The row has the whole offer, which is not compared yet. */
  compare: 0,
  put: 1,
  /** Change some values, or only scheduled prices. */
  change: 2,
  remove: 3,
  /** The row says the same in other words. Only its hash is stored, for the next feed. */
  keepHash: 4,
} as const;
type Action = (typeof actions)[keyof typeof actions];

const conditions = ['new', 'remanufactured', 'used'] as const;
/** Values that a partial row may have. */
export const valueNames = [
  'price',
  'refund',
  'surcharge',
  'lowest30',
  'stock',
  'condition',
  'handling_min',
  'handling_max',
] as const satisfies readonly (keyof OfferValues)[];
export type GivenValues = Pick<OfferValues, (typeof valueNames)[number]>;

/** A known offer and the position of its key in the file; 0 = not known. */
export interface PlacedOffer extends OfferIdentity {
  readonly place: number;
}

/** A change that waits for `apply`. */
export interface PendingOffer {
  readonly action: Action;
  /** The offer after the change. A change of some values ignores all others here. */
  readonly values: OfferValues;
  /** Names of the values that a change has. */
  readonly given: readonly (typeof valueNames)[number][];
  /** The stored offer; null if the key is new. */
  readonly known: PlacedOffer | null;
  /** Hash of the row; null = not stored. */
  readonly hash: number | null;
  /** Scheduled prices; null = unchanged. */
  readonly changes: readonly OfferChange[] | null;
}

const none = 0xffff_ffff;
export const columns = {
  product: 0,
  id: 1,
  shop: 2,
  action: 3,
  price: 4,
  refund: 5,
  surcharge: 6,
  lowest30: 7,
  stock: 8,
  condition: 9,
  handlingMin: 10,
  handlingMax: 11,
  hasChanges: 12,
  formerProduct: 13,
  place: 14,
  /** A bit for each of `valueNames`. */
  given: 15,
} as const;
const width = Object.keys(columns).length;
/** More rows than any feed has. */
const mostRows = 2 ** 24;

/**
 * Changes in packed columns, since a million objects would take six times the memory. A change is known by its slot.
 */
export class PendingOffers {
  #numbers = new Uint32Array(width * 1024);
  #hashes = new Float64Array(1024);
  readonly #keys: string[] = [];
  readonly #changes = new Map<number, readonly OfferChange[]>();

  get size(): number {
    return this.#keys.length;
  }

  /** @returns the slot */
  add(offer: PendingOffer): number {
    // Copies the key: a substring would keep the whole text of the file in memory.
    const slot = this.#keys.push(` ${offer.values.key}`.slice(1)) - 1;
    if (slot * width >= this.#numbers.length) this.#grow();
    this.write(slot, offer);
    return slot;
  }

  setAction(slot: number, action: Action): void {
    this.#numbers[slot * width + columns.action] = action;
  }

  /** Leaves the offer of a slot as it is; the next feed compares it. */
  leave(slot: number): void {
    this.setAction(slot, actions.keepHash);
    this.#hashes[slot] = Number.NaN;
  }

  at(slot: number): PendingOffer {
    const cell = (column: number): number => this.#numbers[slot * width + column] as number;
    const lowest30 = cell(columns.lowest30);
    const id = cell(columns.id);
    const given = cell(columns.given);
    return {
      action: cell(columns.action) as Action,
      values: {
        product_id: cell(columns.product),
        shop_id: cell(columns.shop),
        key: this.keyAt(slot),
        price: cell(columns.price),
        refund: cell(columns.refund),
        surcharge: cell(columns.surcharge),
        lowest30: lowest30 === none ? null : lowest30,
        stock: cell(columns.stock),
        condition: conditions[cell(columns.condition)] ?? 'new',
        handling_min: cell(columns.handlingMin),
        handling_max: cell(columns.handlingMax),
      },
      given: valueNames.filter((_, index) => (given & (1 << index)) !== 0),
      known: id === 0 ? null : { id, productId: cell(columns.formerProduct), place: cell(columns.place) },
      hash: this.hashAt(slot),
      changes: cell(columns.hasChanges) === 1 ? (this.#changes.get(slot) ?? []) : null,
    };
  }

  cell(slot: number, column: number): number {
    return this.#numbers[slot * width + column] as number;
  }

  keyAt(slot: number): string {
    return this.#keys[slot] as string;
  }

  hashAt(slot: number): number | null {
    const hash = this.#hashes[slot] as number;
    return Number.isNaN(hash) ? null : hash;
  }

  /** Slots to compare, by former product: neighbours in the file are read together. */
  toCompare(): Uint32Array {
    return this.#sorted(columns.formerProduct, (action) => action === actions.compare);
  }

  /** Slots of changes, by product and then in the order of the feed. */
  byProduct(): Uint32Array {
    return this.#sorted(columns.product, (action) => action !== actions.keepHash);
  }

  /** Slots of known keys whose hash is stored, in the order of the keys in `offers.db`. */
  byKey(): Uint32Array {
    return this.#sorted(
      columns.place,
      (action, slot) => (action === actions.keepHash || action === actions.put) && this.cell(slot, columns.id) !== 0,
    );
  }

  /** Sorts single numbers of column and slot, which needs no comparison function. */
  #sorted(column: number, isWanted: (action: number, slot: number) => boolean): Uint32Array {
    const slots = new Float64Array(this.size);
    let count = 0;
    for (let slot = 0; slot < slots.length; slot++)
      if (isWanted(this.cell(slot, columns.action), slot)) slots[count++] = this.cell(slot, column) * mostRows + slot;
    return Uint32Array.from(slots.subarray(0, count).sort(), (value) => value % mostRows);
  }

  /** Writes a change into a slot, over an earlier one of the same offer. */
  write(slot: number, { action, values, given, known, hash, changes }: PendingOffer): void {
    const numbers = this.#numbers;
    const first = slot * width;
    numbers[first + columns.product] = values.product_id;
    numbers[first + columns.id] = known?.id ?? 0;
    numbers[first + columns.shop] = values.shop_id;
    numbers[first + columns.action] = action;
    numbers[first + columns.price] = values.price;
    numbers[first + columns.refund] = values.refund;
    numbers[first + columns.surcharge] = values.surcharge;
    numbers[first + columns.lowest30] = values.lowest30 ?? none;
    numbers[first + columns.stock] = values.stock;
    numbers[first + columns.condition] = conditions.indexOf(values.condition);
    numbers[first + columns.handlingMin] = values.handling_min;
    numbers[first + columns.handlingMax] = values.handling_max;
    numbers[first + columns.hasChanges] = changes === null ? 0 : 1;
    numbers[first + columns.formerProduct] = known?.productId ?? 0;
    numbers[first + columns.place] = known?.place ?? 0;
    numbers[first + columns.given] = given.reduce((bits, name) => bits | (1 << valueNames.indexOf(name)), 0);
    this.#hashes[slot] = hash ?? Number.NaN;
    if (changes && changes.length > 0) this.#changes.set(slot, changes);
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
