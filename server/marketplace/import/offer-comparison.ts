import type { ShopFacts } from '../offer-store/known-shops.js';
import type { FindProduct } from '../offer-store/offer-commit.js';
import type { OfferValues } from '../offer-store/offer-rows.js';
import type { OfferChange, OfferRow } from '../offer-store/offer-tables.js';
import type { OfferWriter } from '../offer-store/offer-writer.js';
import type { Unsold } from '../offer-store/unsold-offers.js';
import { withheldBits, withheldOf, withRecalls } from '../offer-store/withheld.js';
import { applyPending, halfApplied } from './apply-offers.js';
import { type GuardLimits, Guards } from './guards.js';
import type { KnownKeys, PlacedKey } from './known-keys.js';
import { NamedOffers } from './named-offers.js';
import { OfferTally } from './offer-tally.js';
import type { PriceInTime } from './offer-times.js';
import { actions, columns, type GivenValues, type PendingOffer, PendingOffers, valueNames } from './pending-offers.js';
import { RowError } from './reading/import-errors.js';
import type { FeedRecord } from './reading/records.js';
import type { ServedProducts } from './served-products.js';

/** Rows that are compared with one moment of the offers. As many more would let the log of SQLite grow without end. */
const comparedAtATime = 20_000;

/** A row of a feed, and the offer that it stands for. */
export interface Row {
  readonly record: FeedRecord;
  readonly shop: ShopFacts;
  readonly key: string;
  /** Null = the shop has never used the key. */
  readonly known: PlacedKey | null;
}

/** Whether the shop sells an offer by the key of a row. */
const isOnSale = ({ known }: Pick<Row, 'known'>): boolean => known !== null && known.productId !== 0;

/**
 * Decides what becomes of the offer of each row, counts it, and keeps what differs until it is applied. Nobody else may
 * write offers of the same shops meanwhile.
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
    this.#halfApplied = halfApplied(writer);
    this.#findProduct = withRecalls(products.facts, writer.statements);
  }

  /** Offers by what becomes of them, in words for the operator. */
  get counts(): Readonly<Record<'added' | 'changed' | 'unchanged' | 'removed', number>> {
    return this.#counts;
  }

  get unsold(): Unsold {
    return this.#tally.unsold();
  }

  /** The reason for which somebody has to approve the feed; null = it is sound. */
  get held(): string | null {
    return this.#guards.verdict();
  }

  /** Whether an offer on sale says what its row says, by the row's hash, and no row has named it before. */
  isKnown(row: Row, hash: number | null): boolean {
    if (!isOnSale(row) || hash === null || row.known?.hash !== hash || this.#halfApplied.has(row.shop.id)) return false;
    return !this.#named.isNamed(this.#named.numberOf(row));
  }

  /** Takes in a row whose offer stays as it is. */
  leave(row: Row, known: PlacedKey): void {
    this.#named.setLine(this.#named.numberOf(row), row.record.line);
    this.#counts.unchanged++;
    if (known.productId !== 0) this.#tally.add(row.shop.id, known.withheld);
  }

  /** Takes in a row by which the offer belongs to another product; all else that is known of the offer stays. */
  move(row: Row, known: PlacedKey, productId: number): void {
    const former = this.writer.statements.offerOf(known.productId, known.id);
    if (!former) throw new RangeError(`offer ${known.id} has a key only`);
    const changes = this.writer.statements.changesOf(known.id);
    this.put(row, { ...former, product_id: productId }, known.hash, changes);
  }

  /** Takes in a row that gives the whole offer. An offer on sale is compared with it later, all others are new. */
  put(row: Row, values: OfferValues, hash: number | null, changes: readonly OfferChange[]): void {
    const { shop, known, record } = row;
    const offer = this.#named.numberOf(row);
    const facts = this.#findProduct(values.product_id);
    this.#tally.add(shop.id, withheldOf(facts?.flags ?? null, values, this.writer.shops.traderOf(shop.id)));
    this.#named.setLine(offer, record.line);
    const isTakenOff = this.#named.isTakenOff(offer);
    const isNew = !isOnSale(row) || isTakenOff;
    if (isNew) this.#counts.added++;
    const pending = { action: isNew ? actions.put : actions.compare, values, given: [], known, hash, changes };
    if (isTakenOff) this.#pending.write(this.#named.slotOfRemoval(offer), pending);
    else this.#pending.add(pending);
    this.#named.setBack(offer);
  }

  /** Compares the rows that give whole offers with the known offers: product by product, as offers lie in their file. */
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
    if (before !== null) this.#guards.notePrice(pending.cell(slot, columns.shop), before, now);
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

  /** Takes in some values of a known offer. @param price from now on; null = as it is */
  change(row: Row, former: OfferRow, part: Partial<GivenValues>, price: PriceInTime | null): void {
    const { shop, known, record } = row;
    this.#named.setLine(this.#named.numberOf(row), record.line);
    if (price) this.#guards.notePrice(shop.id, former.price, price.price);
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

  /** @throws RowError where another row has named the offer */
  refuseSecond(row: Row): void {
    const line = this.#named.line(this.#named.numberOf(row));
    if (line > 0) throw new RowError('key', row.key, `is already in line ${line}`);
  }

  /** @returns whether the offer was on sale, and no row before has named it */
  takeOff(row: Row): boolean {
    if (!row.known || !this.isLeft(row)) return false;
    this.#named.setTakenOff(this.#named.numberOf(row), this.#remove(row.shop.id, row.key, row.known));
    return true;
  }

  /** @returns the slot of the removal */
  #remove(shopId: number, key: string, known: Pick<PlacedKey, 'id' | 'productId'>): number {
    this.#guards.noteRemoval(shopId);
    this.#counts.removed++;
    return this.#pending.add({ ...withoutValues(shopId, key, known), action: actions.remove });
  }

  /** The offer of a row as it is; null where there is none, or an earlier row has taken it off. */
  former(row: Row): OfferRow | null {
    const { known } = row;
    if (!known || !isOnSale(row) || this.#named.isTakenOff(this.#named.numberOf(row))) return null;
    return this.writer.statements.offerOf(known.productId, known.id);
  }

  /** Leaves the offer of a row as it was. */
  reject(row: Row): void {
    if (row.known) this.#named.setRejected(this.#named.numberOf(row));
  }

  /** Notes prices to come of an offer that stays as it is now. They replace the known ones from the first of them on. */
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

  /** Whether an offer is on sale, and no row has said otherwise. */
  isLeft(row: Row): boolean {
    const offer = this.#named.numberOf(row);
    return this.#named.line(offer) === 0 && !this.#named.isTakenOff(offer) && isOnSale(row);
  }

  /** Takes off what no row of a shop has named. */
  removeUnnamed(shop: ShopFacts): void {
    for (const [key, known] of this.keys.of(shop.id)) {
      if (known.productId === 0 || this.#named.isNamed(this.#named.numberOf({ shop, key, known }))) continue;
      this.#remove(shop.id, key, known);
    }
  }

  /** Writes what differs. @returns number of the last commit; null where there was none */
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
