import type { OfferIdentity } from '../offer-store/offer-commit.js';
import type { OfferValues } from '../offer-store/offer-rows.js';
import type { OfferChange } from '../offer-store/offer-tables.js';

/** What is to become of the offer of a row. */
export const actions = {
  /** The row gives the whole offer; nobody has compared it with the known one yet. */
  compare: 0,
  put: 1,
  /** Change some values, or only the prices to come. */
  change: 2,
  remove: 3,
  /** The row says the same as before in other words: keep its hash, by which the next feed knows it. */
  keepHash: 4,
} as const;
type Action = (typeof actions)[keyof typeof actions];

const conditions = ['new', 'remanufactured', 'used'] as const;
/** Values that a row may give one by one. */
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

/** A known offer, and where its key lies in the file: keys of higher places lie behind it; 0 = not known. */
export interface PlacedOffer extends OfferIdentity {
  readonly place: number;
}

/** A row that changes something, until it is applied. */
export interface PendingOffer {
  readonly action: Action;
  /** The offer as it will be; of a change, values that the row does not give have no meaning. */
  readonly values: OfferValues;
  /** What a change gives. */
  readonly given: readonly (typeof valueNames)[number][];
  /** Null = the key is new. */
  readonly known: PlacedOffer | null;
  /** Of the row; null = none is kept. */
  readonly hash: number | null;
  /** Prices to come; null = as they are. */
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
/** More rows than a feed has. */
const mostRows = 2 ** 24;

/**
 * Rows of a feed that change something. Their numbers are packed into one table, since a million rows as objects would
 * take six times the memory. A row is known by its slot in that table.
 */
export class PendingOffers {
  #numbers = new Uint32Array(width * 1024);
  #hashes = new Float64Array(1024);
  readonly #keys: string[] = [];
  readonly #changes = new Map<number, readonly OfferChange[]>();

  get size(): number {
    return this.#keys.length;
  }

  /** @returns the slot of the row */
  add(offer: PendingOffer): number {
    // A copy, since a piece of the file's text would keep all of that in memory.
    const slot = this.#keys.push(` ${offer.values.key}`.slice(1)) - 1;
    if (slot * width >= this.#numbers.length) this.#grow();
    this.write(slot, offer);
    return slot;
  }

  setAction(slot: number, action: Action): void {
    this.#numbers[slot * width + columns.action] = action;
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

  /** One number of a row, without the rest of it. */
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

  /** Rows to compare, by the former product of the offer: what lies together is read together. */
  toCompare(): Uint32Array {
    return this.#sorted(columns.formerProduct, (action) => action === actions.compare);
  }

  /** Rows that change an offer by its product, each product's in the order of the file. */
  byProduct(): Uint32Array {
    return this.#sorted(columns.product, (action) => action !== actions.keepHash);
  }

  /** Rows of known keys whose hash is kept, in the order of the keys in `offers.db`. */
  byKey(): Uint32Array {
    return this.#sorted(
      columns.place,
      (action, slot) => (action === actions.keepHash || action === actions.put) && this.cell(slot, columns.id) !== 0,
    );
  }

  /** One number per row, the column first: sorted without a comparison in between. */
  #sorted(column: number, isWanted: (action: number, slot: number) => boolean): Uint32Array {
    const slots = new Float64Array(this.size);
    let count = 0;
    for (let slot = 0; slot < slots.length; slot++)
      if (isWanted(this.cell(slot, columns.action), slot)) slots[count++] = this.cell(slot, column) * mostRows + slot;
    return Uint32Array.from(slots.subarray(0, count).sort(), (value) => value % mostRows);
  }

  /** Puts a row into a slot, in the place of an earlier one of the same offer. */
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
