import type { FeedPreview } from '../../contract/file-preview.js';
import type { ShopInfo } from '../offer-store/known-shops.js';
import type { FindProduct } from '../offer-store/offer-commit.js';
import type { OfferValues } from '../offer-store/offer-rows.js';
import type { OfferChange, OfferRow } from '../offer-store/offer-tables.js';
import type { OfferWriter } from '../offer-store/offer-writer.js';
import type { StoredShops } from '../offer-store/stored-shops.js';
import { type Unsold, unsoldTexts, withheldBits, withheldOf, withRecalls } from '../offer-store/withheld.js';
import { applyPending, unappliedShops } from './apply-offers.js';
import { type GuardLimits, Guards } from './guards.js';
import type { KnownKeys, PlacedKey } from './known-keys.js';
import { NamedOffers } from './named-offers.js';
import type { StoredOffers } from './newer-offers.js';
import type { TimedPrice } from './offer-times.js';
import { actions, columns, type GivenValues, type PendingOffer, PendingOffers, valueNames } from './pending-offers.js';
import { RowError } from './reading/import-errors.js';
import type { FeedRecord } from './reading/records.js';
import type { ServedProducts } from './served-products.js';

/** Counts the offers of a feed that nobody can buy, by reason. */
export class OfferTally {
  /** Numbers of offers by shop and `withheldBits`. */
  readonly #counts = new Map<number, Map<number, number>>();

  constructor(private readonly shops: StoredShops) {}

  add(shopId: number, withheld: number): void {
    const counts = this.#counts.get(shopId) ?? new Map<number, number>();
    this.#counts.set(shopId, counts);
    counts.set(withheld, (counts.get(withheld) ?? 0) + 1);
  }

  unsold(): Unsold {
    let offers = 0;
    const reasons = new Map<string, number>();
    const count = (words: string, times: number): void => {
      reasons.set(words, (reasons.get(words) ?? 0) + times);
    };
    for (const [shop, counts] of this.#counts) {
      const isHere = this.shops.all.get(shop)?.editions.some((rate) => rate !== null) ?? false;
      for (const [withheld, times] of counts) {
        if (withheld !== 0 || !isHere) offers += times;
        if (!isHere && withheld === 0) count(unsoldTexts.shipsNowhere, times);
        for (const [reason, bit] of Object.entries(withheldBits))
          if ((withheld & bit) !== 0) count(unsoldTexts[reason as keyof typeof withheldBits], times);
      }
    }
    return { offers, reasons: Object.fromEntries([...reasons].sort((a, b) => b[1] - a[1])) };
  }
}

/** Rows that one read transaction compares. A longer transaction would let SQLite's write-ahead log grow. */
const comparedAtATime = 20_000;

/** A row of a feed with its shop and offer. */
export interface Row {
  readonly record: FeedRecord;
  readonly shop: ShopInfo;
  readonly key: string;
  /** The stored offer with the key; null if the shop has never used it. */
  readonly known: PlacedKey | null;
}

const isOnSale = ({ known }: Pick<Row, 'known'>): boolean => known !== null && known.productId !== 0;

/**
 * Decides what happens to the offer of each row, and collects the changes until `apply`. No other import may write
 * offers of these shops meanwhile.
 */
export class OfferComparison {
  readonly #pending = new PendingOffers();
  readonly #named: NamedOffers;
  readonly #tally: OfferTally;
  readonly #guards: Guards;
  readonly #findProduct: FindProduct;
  readonly #halfApplied: ReadonlySet<number>;
  readonly #counts = { added: 0, changed: 0, unchanged: 0, removed: 0 };

  constructor(
    private readonly writer: OfferWriter,
    private readonly products: ServedProducts,
    private readonly keys: KnownKeys,
    limits: GuardLimits,
  ) {
    this.#named = new NamedOffers(Number(writer.statements.meta('next_offer_id')));
    this.#tally = new OfferTally(writer.shops);
    this.#guards = new Guards(writer.database, limits);
    this.#halfApplied = unappliedShops(writer);
    this.#findProduct = withRecalls(products.facts, writer.statements);
  }

  get counts(): Readonly<Record<'added' | 'changed' | 'unchanged' | 'removed', number>> {
    return this.#counts;
  }

  get unsold(): Unsold {
    return this.#tally.unsold();
  }

  /** Why an operator has to approve the feed; null = no approval is needed. */
  get held(): string | null {
    return this.#guards.verdict();
  }

  /** Whether the offer is on sale and its row equals the last one, by its hash. A second row of an offer never does. */
  isKnown(row: Row, hash: number | null): boolean {
    if (!isOnSale(row) || hash === null || row.known?.hash !== hash || this.#halfApplied.has(row.shop.id)) return false;
    return !this.#named.isNamed(this.#named.numberOf(row));
  }

  /** Keeps the offer of a row as it is. */
  leave(row: Row, known: PlacedKey): void {
    this.#named.setLine(this.#named.numberOf(row), row.record.line);
    this.#counts.unchanged++;
    if (known.productId !== 0) this.#tally.add(row.shop.id, known.withheld);
  }

  /** Moves the offer of a row to another product. */
  move(row: Row, known: PlacedKey, productId: number): void {
    const former = this.writer.statements.offerOf(known.productId, known.id);
    if (!former) throw new RangeError(`offer ${known.id} has a key only`);
    const changes = this.writer.statements.changesOf(known.id);
    this.put(row, { ...former, product_id: productId }, known.hash, changes);
  }

  /** Replaces the whole offer of a row. An offer on sale is compared later, all others are new. */
  put(row: Row, values: OfferValues, hash: number | null, changes: readonly OfferChange[]): void {
    const { shop, known, record } = row;
    const offer = this.#named.numberOf(row);
    const facts = this.#findProduct(values.product_id);
    this.#tally.add(shop.id, withheldOf(facts?.flags ?? null, values, this.writer.shops.traderOf(shop.id)));
    this.#named.setLine(offer, record.line);
    const removal = this.#named.removal(offer);
    const isNew = !isOnSale(row) || removal !== null;
    if (isNew) this.#counts.added++;
    const pending = { action: isNew ? actions.put : actions.compare, values, given: [], known, hash, changes };
    if (removal === null) this.#pending.add(pending);
    else this.#pending.write(removal, pending);
    this.#named.setRemoval(offer, null);
  }

  /** Compares whole offers with the stored ones: by product, which is the order of the file. */
  compare(): void {
    const hasChangesToCome = this.writer.statements.hasAnyChange();
    const slots = this.#pending.toCompare();
    for (let at = 0; at < slots.length; at += comparedAtATime)
      this.writer.read(() => {
        for (const slot of slots.subarray(at, at + comparedAtATime)) this.#compareRow(slot, hasChangesToCome);
      });
  }

  #compareRow(slot: number, hasChangesToCome: boolean): void {
    const pending = this.#pending;
    const [product, id] = [pending.cell(slot, columns.formerProduct), pending.cell(slot, columns.id)];
    const [before, now] = [this.writer.statements.priceOf(product, id), pending.cell(slot, columns.price)];
    if (before !== null) this.#guards.notePrice(pending.cell(slot, columns.shop), pending.keyAt(slot), before, now);
    const isSame = before === now && this.#isSame(pending.at(slot), hasChangesToCome);
    this.#counts[isSame ? 'unchanged' : before === null ? 'added' : 'changed']++;
    pending.setAction(slot, isSame ? actions.keepHash : actions.put);
  }

  #isSame({ known, values, changes }: PendingOffer, hasChangesToCome: boolean): boolean {
    const { statements } = this.writer;
    const former = known && statements.offerOf(known.productId, known.id);
    if (former?.product_id !== values.product_id || valueNames.some((name) => values[name] !== former[name]))
      return false;
    return (changes?.length === 0 && !hasChangesToCome) || statements.hasChanges(former.id, changes ?? []);
  }

  /** Changes some values of an offer. @param price from now on; null = unchanged */
  change(row: Row, former: OfferRow, part: Partial<GivenValues>, price: TimedPrice | null): void {
    const { shop, known, record } = row;
    this.#named.setLine(this.#named.numberOf(row), record.line);
    if (price) this.#guards.notePrice(shop.id, row.key, former.price, price.price);
    this.#tally.add(shop.id, former.withheld & ~withheldBits.outOfStock);
    const changes = price?.changes ?? null;
    const values = { ...former, ...part, ...(price && { price: price.price }) };
    const given = valueNames.filter((name) => name in part || (name === 'price' && price !== null));
    const isSame = given.every((name) => values[name] === former[name]);
    if (isSame && (changes === null || this.writer.statements.hasChanges(former.id, changes))) {
      this.#counts.unchanged++;
      return;
    }
    this.#counts.changed++;
    this.#pending.add({ action: actions.change, values, given, known, hash: null, changes });
  }

  /** @throws RowError if an earlier row named the offer */
  refuseSecond(row: Row): void {
    const line = this.#named.line(this.#named.numberOf(row));
    if (line > 0) throw new RowError('key', row.key, `is already in line ${line}`);
  }

  /** Removes the offer of a row. @returns false if it was not on sale, or an earlier row named it */
  removeOffer(row: Row): boolean {
    if (!row.known || !this.isLeft(row)) return false;
    this.#named.setRemoval(this.#named.numberOf(row), this.#remove(row.shop.id, row.key, row.known));
    return true;
  }

  /** Queues the removal. @returns its index in the pending changes */
  #remove(shopId: number, key: string, known: Pick<PlacedKey, 'id' | 'productId'>): number {
    this.#guards.noteRemoval(shopId, key);
    this.#counts.removed++;
    return this.#pending.add({ ...withoutValues(shopId, key, known), action: actions.remove });
  }

  /** The stored offer of a row; null = not on sale, or an earlier row removes it. */
  former(row: Row): OfferRow | null {
    const { known } = row;
    if (!known || !isOnSale(row) || this.#named.removal(this.#named.numberOf(row)) !== null) return null;
    return this.writer.statements.offerOf(known.productId, known.id);
  }

  /** Keeps the offer of a rejected row. */
  reject(row: Row): void {
    if (row.known) this.#named.setRejected(this.#named.numberOf(row));
  }

  /**
   * Schedules prices of an offer that keeps its current price. They replace the known ones from the first new one on.
   */
  noteLater(row: Row, changes: readonly OfferChange[]): void {
    const { shop, key, known } = row;
    if (!known || !this.isLeft(row)) return;
    const from = changes[0]?.at ?? Number.POSITIVE_INFINITY;
    const before = this.writer.statements.changesOf(known.id).filter(({ at }) => at < from);
    const all = [...before, ...changes];
    if (this.writer.statements.hasChanges(known.id, all)) return;
    this.#pending.add({ ...withoutValues(shop.id, key, known), action: actions.change, changes: all });
    this.#counts.changed++;
  }

  /** Whether the offer is on sale and no earlier row named it. */
  isLeft(row: Row): boolean {
    const offer = this.#named.numberOf(row);
    return this.#named.line(offer) === 0 && this.#named.removal(offer) === null && isOnSale(row);
  }

  /** Removes all offers of a shop that no row named. */
  removeUnnamed(shop: ShopInfo): void {
    for (const [key, known] of this.keys.of(shop.id)) {
      if (known.productId === 0 || this.#named.isNamed(this.#named.numberOf({ shop, key, known }))) continue;
      this.#remove(shop.id, key, known);
    }
  }

  /** The changes in short, for a decision. */
  get preview(): FeedPreview {
    const { added, changed, removed } = this.#counts;
    return { added, changed, removed, ...this.#guards.listed };
  }

  /** Counts changes of offers that are newer than the stored ones. @param isKept leaves these offers as they are */
  findNewer(stored: StoredOffers, isKept: boolean): number {
    let newer = 0;
    for (let slot = 0; slot < this.#pending.size; slot++) {
      const action = this.#pending.cell(slot, columns.action);
      const isNewer =
        action !== actions.keepHash &&
        stored.isNewer(this.#pending.cell(slot, columns.shop), this.#pending.keyAt(slot));
      if (!isNewer) continue;
      newer++;
      if (!isKept) continue;
      const isKnown = this.#pending.cell(slot, columns.formerProduct) !== 0;
      this.#counts[action === actions.remove ? 'removed' : isKnown ? 'changed' : 'added']--;
      this.#counts.unchanged++;
      this.#pending.leave(slot);
    }
    return newer;
  }

  /** Writes the changes. @returns the number of the last commit; null = no commit was needed */
  apply(): number | null {
    return applyPending(this.writer, this.products, this.#pending);
  }
}

const withoutValues = (
  shopId: number,
  key: string,
  { id, productId }: Pick<PlacedKey, 'id' | 'productId'>,
): Omit<PendingOffer, 'action'> => ({
  values: {
    product_id: productId,
    shop_id: shopId,
    key,
    price: 0,
    refund: 0,
    surcharge: 0,
    lowest30: null,
    stock: 0,
    condition: 'new',
    handling_min: 0,
    handling_max: 0,
  },
  given: [],
  known: { id, productId, place: 0 },
  hash: null,
  changes: null,
});
