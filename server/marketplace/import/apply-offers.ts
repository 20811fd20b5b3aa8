import type { OfferCommit, OfferIdentity, OfferValues } from '../offer-store/offer-commit.js';
import type { OfferWriter } from '../offer-store/offer-writer.js';
import { type PendingOffer, type PendingOffers, said } from './pending-offers.js';
import type { ServedProducts } from './served-products.js';

/** Offers of one commit, at least; all of a product are in one. */
const offersAtATime = 2000;
/** Pause after a commit, in milliseconds: other writers get their turn, and readers the processor. */
const pauseMs = 3;

/**
 * Writes the rows of a feed in commits of whole products. Killed in between, each product is as before or as the feed
 * says, and the feed can be run again.
 * @returns number of the last commit; null where there was none
 */
export function applyPending(writer: OfferWriter, products: ServedProducts, pending: PendingOffers): number | null {
  const order = pending.byProduct();
  const applied = new Uint8Array(pending.size);
  let last: number | null = null;
  for (let place = 0; place < order.length; ) {
    const batch = new Batch(pending, order, applied);
    const number = writer.commit((commit) => {
      // Only now: a catalogue that takes over meanwhile judges offers after this commit, or before it.
      products.follow();
      const end = place + offersAtATime;
      while (place < order.length && place < end) place = batch.add(place);
      for (const slot of batch.slots) applyRow(commit, writer, pending.at(slot));
    });
    last = number ?? last;
    if (place < order.length) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
  }
  return last;
}

/** The rows of one commit: all of each product that it has a row of, and of those that its offers come from or go to. */
class Batch {
  readonly slots: number[] = [];

  constructor(
    private readonly pending: PendingOffers,
    private readonly order: Uint32Array,
    private readonly applied: Uint8Array,
  ) {}

  /** Adds the product at a place. @returns the first place of the next product */
  add(place: number): number {
    const product = this.#productAt(place);
    let next = place;
    for (; next < this.order.length && this.#productAt(next) === product; next++) {
      const slot = this.order[next] as number;
      if (this.applied[slot] === 1) continue;
      this.applied[slot] = 1;
      this.slots.push(slot);
    }
    for (const slot of this.pending.leaving(product))
      if (this.applied[slot] === 0) this.add(this.#positionOf(this.pending.at(slot).productId));
    return next;
  }

  #productAt(place: number): number {
    return this.pending.productAt(this.order[place] as number);
  }

  /** The first place of a product, by halving. */
  #positionOf(product: number): number {
    let [low, high] = [0, this.order.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#productAt(middle) < product) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function applyRow(commit: OfferCommit, { statements }: OfferWriter, row: PendingOffer): void {
  if (row.says === said.whole) commit.put(valuesOf(row), row.hash, row.changes ?? [], knownOf(row));
  else if (row.says === said.removal) commit.remove(row.productId, row.id);
  else if (row.says === 0 && row.changes === null) statements.hashKey(row.shopId, row.key, row.hash);
  else commit.change(row.productId, row.id, namedOf(row), row.changes);
}

/** What the comparison has found, while the shop's feeds were locked; null = the key was new. */
const knownOf = ({ id, formerProductId }: PendingOffer): OfferIdentity | null =>
  id === 0 ? null : { id, productId: formerProductId };

const valuesOf = (row: PendingOffer): OfferValues => ({
  product_id: row.productId,
  shop_id: row.shopId,
  key: row.key,
  price: row.price,
  refund: row.refund,
  surcharge: row.surcharge,
  lowest30: row.lowest30,
  stock: row.stock,
  condition: row.condition,
  handling_min: row.handlingMin,
  handling_max: row.handlingMax,
});

/** Only what the row names. */
function namedOf(row: PendingOffer): Partial<OfferValues> {
  const has = (bit: number): boolean => (row.says & bit) !== 0;
  return {
    ...(has(said.price) && { price: row.price }),
    ...(has(said.refund) && { refund: row.refund }),
    ...(has(said.surcharge) && { surcharge: row.surcharge }),
    ...(has(said.lowest30) && { lowest30: row.lowest30 }),
    ...(has(said.stock) && { stock: row.stock }),
    ...(has(said.condition) && { condition: row.condition }),
    ...(has(said.handling) && { handling_min: row.handlingMin, handling_max: row.handlingMax }),
  };
}
