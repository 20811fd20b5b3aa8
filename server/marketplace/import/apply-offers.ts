import type { OfferCommit, OfferIdentity } from '../offer-store/offer-commit.js';
import type { OfferValues } from '../offer-store/offer-rows.js';
import type { OfferWriter } from '../offer-store/offer-writer.js';
import { type PendingOffer, type PendingOffers, said } from './pending-offers.js';
import type { ServedProducts } from './served-products.js';

/** Offers of one commit, at least; all of a product are in one. */
const offersAtATime = 4000;
/** Pause after a commit, in milliseconds: other writers get their turn, and readers the processor. */
const pauseMs = 3;
/** Hashes of one commit. */
const hashesAtATime = 20_000;

/**
 * Writes the rows of a feed in commits of whole products. Killed in between, each product is as before or as the feed
 * says, and the feed can be run again.
 * @returns number of the last commit; null where there was none
 */
export function applyPending(writer: OfferWriter, products: ServedProducts, pending: PendingOffers): number | null {
  const order = pending.byProduct();
  const named = pending.byKey();
  const applied = new Uint8Array(pending.size);
  let last: number | null = null;
  const marked = new Set<number>();
  for (const slot of named) marked.add(pending.shopAt(slot));
  for (let place = 0; place < order.length; ) {
    const batch = new Batch(pending, order, applied);
    const number = writer.commit((commit) => {
      // Only now: a catalogue that takes over meanwhile judges offers after this commit, or before it.
      products.follow();
      if (place === 0) distrustHashes(writer, marked);
      const end = place + offersAtATime;
      while (place < order.length && place < end) place = batch.add(place);
      for (const slot of batch.slots) applyRow(commit, pending.at(slot));
    });
    last = number ?? last;
    pause();
  }
  writeHashes(writer, pending, named, marked);
  return last;
}

/** Lets others write, and readers have the processor. */
const pause = (): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);

/**
 * Marks in `meta` a shop whose offers are being changed: until the end, the hashes of its keys are those of a feed
 * before.
 */
const markOf = (shopId: number): string => `feed of shop ${shopId} applied in part`;

/** Shops whose last feed was interrupted while it was applied, so that no hash says that nothing is new. */
export const halfApplied = ({ database }: OfferWriter): ReadonlySet<number> =>
  new Set(
    database
      .prepare("select key from meta where key like 'feed of shop % applied in part'")
      .all()
      .map(({ key }) => Number(String(key).split(' ')[3])),
  );

function distrustHashes(writer: OfferWriter, shops: ReadonlySet<number>): void {
  const half = halfApplied(writer);
  for (const shop of shops) {
    if (half.has(shop)) writer.statements.forgetHashes(shop);
    else writer.statements.setMeta(markOf(shop), '1');
  }
}

/** Keeps what the rows said, as the keys lie in the file: in the order of products each would be a page of its own. */
function writeHashes(
  writer: OfferWriter,
  pending: PendingOffers,
  slots: Uint32Array,
  marked: ReadonlySet<number>,
): void {
  for (let at = 0; at < slots.length; at += hashesAtATime) {
    const batch = slots.subarray(at, at + hashesAtATime);
    writer.commit(() => {
      for (const slot of batch) {
        writer.statements.hashKey(pending.shopAt(slot), pending.keyAt(slot), pending.hashAt(slot));
      }
      if (at + hashesAtATime >= slots.length) for (const shop of marked) writer.statements.dropMeta(markOf(shop));
    });
    pause();
  }
}

/**
 * The rows of one commit: all of each product that it has a row of, and of those that its offers come from or go to.
 */
class Batch {
  readonly slots: number[] = [];

  constructor(
    private readonly pending: PendingOffers,
    private readonly order: Uint32Array,
    private readonly applied: Uint8Array,
  ) {}

  /** Adds the product at a place. @returns the first place of the next product */
  add(place: number): number {
    const first = this.#productAt(place);
    // Grows while it is walked: a catalogue in which many numbers were corrected moves offers in long chains.
    const products = new Set([first]);
    for (const product of products) {
      for (let at = this.#positionOf(product); at < this.order.length && this.#productAt(at) === product; at++) {
        const slot = this.order[at] as number;
        if (this.applied[slot] === 1) continue;
        this.applied[slot] = 1;
        this.slots.push(slot);
      }
      for (const slot of this.pending.leaving(product))
        if (this.applied[slot] === 0) products.add(this.pending.productAt(slot));
    }
    return this.#positionOf(first + 1);
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

function applyRow(commit: OfferCommit, row: PendingOffer): void {
  if (row.says === said.whole) commit.put(valuesOf(row), row.hash, row.changes ?? [], knownOf(row));
  else if (row.says === said.removal) commit.remove(row.productId, row.id);
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
