import type { OfferCommit } from '../offer-store/offer-commit.js';
import type { OfferWriter } from '../offer-store/offer-writer.js';
import { actions, columns, type PendingOffer, type PendingOffers } from './pending-offers.js';
import type { ServedProducts } from './served-products.js';

/** Smallest number of offers in a commit; a product is never split. */
const offersAtATime = 4000;
/** Pause after a commit, for other writers and for readers. */
const pauseMs = 3;
const hashesAtATime = 20_000;

/**
 * Writes the rows of a feed in commits of whole products. After a kill each product is as before or as the feed says,
 * and the feed can be imported again.
 * @returns the number of the last commit; null = no commit was needed
 */
export function applyPending(writer: OfferWriter, products: ServedProducts, pending: PendingOffers): number | null {
  const rows = new RowsByProduct(pending);
  const slotsByKey = pending.byKey();
  const shops = new Set<number>();
  for (const slot of slotsByKey) shops.add(pending.cell(slot, columns.shop));
  let last: number | null = null;
  for (let isFirst = true; rows.isLeft; isFirst = false) {
    const slots = rows.take(offersAtATime);
    const number = writer.commit((commit) => {
      // Inside the commit, because another catalogue may be activated at any time between two commits.
      products.follow();
      if (isFirst) distrustHashes(writer, shops);
      for (const slot of slots) applyRow(commit, pending.at(slot));
    });
    last = number ?? last;
    pause();
  }
  writeHashes(writer, pending, slotsByKey, shops);
  return last;
}

const pause = (): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);

/**
 * Key in `meta` while a feed of the shop is being applied: the hashes of its rows are still those of the feed before.
 */
const markOf = (shopId: number): string => `feed of shop ${shopId} applied in part`;

/** Returns the shops whose last feed was interrupted while it was applied. Their hashes prove nothing. */
export const unappliedShops = ({ database }: OfferWriter): ReadonlySet<number> =>
  new Set(
    database
      .prepare("select key from meta where key like 'feed of shop % applied in part'")
      .all()
      .map(({ key }) => Number(String(key).split(' ')[3])),
  );

function distrustHashes(writer: OfferWriter, shops: ReadonlySet<number>): void {
  const half = unappliedShops(writer);
  for (const shop of shops) {
    if (half.has(shop)) writer.statements.forgetHashes(shop);
    else writer.statements.setMeta(markOf(shop), '1');
  }
}

/**
 * Stores the hashes in the order of the keys in the file. In the order of products each hash would touch another page.
 */
function writeHashes(
  writer: OfferWriter,
  pending: PendingOffers,
  slots: Uint32Array,
  shops: ReadonlySet<number>,
): void {
  for (let at = 0; at < slots.length; at += hashesAtATime) {
    const batch = slots.subarray(at, at + hashesAtATime);
    writer.commit(() => {
      for (const slot of batch)
        writer.statements.hashKey(pending.cell(slot, columns.shop), pending.keyAt(slot), pending.hashAt(slot));
      if (at + hashesAtATime >= slots.length) for (const shop of shops) writer.statements.dropMeta(markOf(shop));
    });
    pause();
  }
}

/** Returns the rows that change offers, product by product. */
class RowsByProduct {
  readonly #order: Uint32Array;
  readonly #isTaken: Uint8Array;
  /** Rows that move an offer away from its product, by that product. */
  readonly #leaving = new Map<number, number[]>();
  #place = 0;

  constructor(private readonly pending: PendingOffers) {
    this.#order = pending.byProduct();
    this.#isTaken = new Uint8Array(pending.size);
    for (const slot of this.#order) {
      const former = pending.cell(slot, columns.formerProduct);
      if (former === 0 || former === this.#productOf(slot)) continue;
      const leaving = this.#leaving.get(former);
      if (leaving) leaving.push(slot);
      else this.#leaving.set(former, [slot]);
    }
  }

  get isLeft(): boolean {
    return this.#place < this.#order.length;
  }

  /** Returns the slots of the next products: at least `count` rows, if so many are left. */
  take(count: number): number[] {
    const slots: number[] = [];
    const end = this.#place + count;
    while (this.isLeft && this.#place < end) this.#addProduct(slots);
    return slots;
  }

  /** Adds all rows of the next product, and of each product that its offers come from or go to. */
  #addProduct(slots: number[]): void {
    const first = this.#productOf(this.#order[this.#place] as number);
    // Grows in the loop: corrected part numbers can move offers in long chains.
    const products = new Set([first]);
    for (const product of products) {
      for (let at = this.#positionOf(product); at < this.#order.length; at++) {
        const slot = this.#order[at] as number;
        if (this.#productOf(slot) !== product) break;
        if (this.#isTaken[slot] === 1) continue;
        this.#isTaken[slot] = 1;
        slots.push(slot);
      }
      for (const slot of this.#leaving.get(product) ?? [])
        if (this.#isTaken[slot] === 0) products.add(this.#productOf(slot));
    }
    this.#place = this.#positionOf(first + 1);
  }

  #productOf(slot: number): number {
    return this.pending.cell(slot, columns.product);
  }

  /** Finds the first row of a product by binary search. */
  #positionOf(product: number): number {
    let [low, high] = [0, this.#order.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#productOf(this.#order[middle] as number) < product) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function applyRow(commit: OfferCommit, { action, values, given, known, hash, changes }: PendingOffer): void {
  if (action === actions.put) commit.put(values, hash, changes ?? [], known);
  else if (action === actions.remove) commit.remove(values.product_id, known?.id ?? 0);
  else commit.change(values.product_id, known?.id ?? 0, picked(values, given), changes);
}

const picked = (values: PendingOffer['values'], names: PendingOffer['given']): Partial<PendingOffer['values']> =>
  Object.fromEntries(names.map((name) => [name, values[name]]));
