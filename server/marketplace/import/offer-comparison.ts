import type { ShopFacts } from '../offer-store/known-shops.js';
import type { FindProduct } from '../offer-store/offer-commit.js';
import type { OfferChange, OfferRow } from '../offer-store/offer-tables.js';
import type { OfferWriter } from '../offer-store/offer-writer.js';
import { withRecalls } from '../offer-store/recalled-products.js';
import { withheldBits } from '../offer-store/withheld.js';
import type { Unsold } from '../store/unsold-offers.js';
import { applyPending, halfApplied } from './apply-offers.js';
import { type GuardLimits, Guards } from './guards.js';
import { RowError } from './import-errors.js';
import type { KnownKeys, PlacedKey } from './known-keys.js';
import { NamedOffers } from './named-offers.js';
import { OfferTally } from './offer-tally.js';
import type { PriceInTime } from './offer-times.js';
import { type PendingOffer, PendingOffers, said, type ToldOffer, toldNothing } from './pending-offers.js';
import type { FeedRecord } from './reading/records.js';
import type { ServedProducts } from './served-products.js';

/**
 * Rows that are compared with one moment of the offers: as many more would keep the log of SQLite from beginning anew.
 */
const comparedAtATime = 20_000;

/** A row of a feed, and the offer that it stands for. */
export interface Row {
  readonly record: FeedRecord;
  readonly shop: ShopFacts;
  readonly key: string;
  /** Null = the shop has never used the key. */
  readonly known: PlacedKey | null;
}

/** What a row names of an offer. */
export interface OfferPart {
  /** Bits of `said`. */
  readonly says: number;
  readonly told: Partial<ToldOffer>;
}

/**
 * Compares the rows of a feed with what is known, counts, and keeps what differs until it is applied. Nobody else may
 * write offers of the same shops meanwhile.
 */
export class OfferComparison {
  readonly #pending = new PendingOffers();
  readonly #rows: NamedOffers;
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
    this.#rows = new NamedOffers(Number(writer.statements.meta('next_offer_id')));
    this.#tally = new OfferTally(writer.shops);
    this.#guards = new Guards(writer.database, limits);
    this.#halfApplied = halfApplied(writer);
    this.#findProduct = withRecalls(products.facts, writer.statements);
  }

  /** Offers by what has been done, in words for the operator. */
  get counts(): Readonly<Record<'added' | 'changed' | 'unchanged' | 'removed', number>> {
    return this.#counts;
  }

  /** Of the offers that were named, those that nobody can buy. */
  get unsold(): Unsold {
    return this.#tally.unsold();
  }

  /** Why the feed is not to be applied unless somebody approves it; null = it is sound. */
  get held(): string | null {
    return this.#guards.verdict();
  }

  /** Whether an offer on sale says what its row says, by the row's hash, and no row has spoken of it before. */
  isKnown({ shop, key, known }: Row, hash: number | null): boolean {
    if (!known || hash === null || known.hash !== hash || known.productId === 0 || this.#halfApplied.has(shop.id))
      return false;
    return this.#rows.of(shop.id, key, known).isUntouched;
  }

  /** Takes in a row whose offer stays as it is. */
  leave({ shop, key, record }: Row, known: PlacedKey): void {
    this.#rows.of(shop.id, key, known).line = record.line;
    this.#counts.unchanged++;
    if (known.productId !== 0) this.#tally.add(shop.id, known.withheld);
  }

  /** Makes the offer of a row one of another product, and leaves all else that is known of it. */
  move(row: Row, known: PlacedKey, productId: number): void {
    const former = this.writer.statements.offerOf(known.productId, known.id);
    if (!former) throw new RangeError(`offer ${known.id} has a key only`);
    const told = Object.entries(columnOf).map(([name, column]) => [name, former[column]]);
    const changes = this.writer.statements.changesOf(known.id);
    const { shop, key } = row;
    const named = { ...identityOf(known), shopId: shop.id, key, productId, hash: known.hash, says: said.whole };
    this.put(row, { ...(Object.fromEntries(told) as ToldOffer), ...named, changes });
  }

  /** Takes in a row that tells the whole offer. */
  put(row: Row, offer: PendingOffer): void {
    const { shop, key, known, record } = row;
    const state = this.#rows.of(shop.id, key, known);
    state.line = record.line;
    this.#tally.add(shop.id, this.#tally.withheldOf(this.#findProduct(offer.productId), offer));
    const isThere = known !== null && known.productId !== 0 && !state.isTakenOff;
    const says = isThere ? said.uncompared : said.whole;
    if (!isThere) this.#counts.added++;
    if (state.isTakenOff) this.#pending.replace(state.slot, offer, says);
    else state.slot = this.#pending.add(offer, says);
    state.isTakenOff = false;
    if (isThere && known.productId !== offer.productId) this.#pending.noteMove(state.slot, known.productId);
  }

  /** Compares the rows that tell whole offers with these: product by product, as offers lie in their file. */
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
    const now = pending.priceAt(slot);
    const price = this.writer.statements.priceOf(pending.formerProductAt(slot), pending.idAt(slot));
    if (price !== null) this.#guards.notePrice(pending.shopAt(slot), price, now);
    const isKnown = price === now && this.#isKnownOffer(pending.at(slot), hasChangesToCome);
    this.#counts[isKnown ? 'unchanged' : price === null ? 'added' : 'changed']++;
    pending.settle(slot, isKnown ? said.words : said.whole);
  }

  #isKnownOffer(offer: PendingOffer, hasChangesToCome: boolean): boolean {
    const { statements } = this.writer;
    const former = statements.offerOf(offer.formerProductId, offer.id);
    if (!former || !isSame(former, offer)) return false;
    const changes = offer.changes ?? [];
    return (changes.length === 0 && !hasChangesToCome) || statements.hasChanges(offer.id, changes);
  }

  /** Takes in some values of an offer that there is. @param price what it costs from now on; null = as it does */
  change(row: Row, former: OfferRow, part: OfferPart, price: PriceInTime | null): void {
    const { shop, key, known, record } = row;
    const state = this.#rows.of(shop.id, key, known);
    state.line = record.line;
    if (price) this.#guards.notePrice(shop.id, former.price, price.price);
    const told = { ...part.told, ...(price && { price: price.price }) };
    const changes = price?.changes ?? null;
    this.#tally.add(shop.id, former.withheld & ~withheldBits.outOfStock);
    const isKnown = (Object.keys(told) as (keyof ToldOffer)[]).every((name) => told[name] === former[columnOf[name]]);
    if (isKnown && (changes === null || this.writer.statements.hasChanges(former.id, changes))) {
      this.#counts.unchanged++;
      return;
    }
    this.#counts.changed++;
    const says = part.says | (price ? said.price : 0);
    const named = { shopId: shop.id, key, productId: former.product_id, ...identityOf(known) };
    state.slot = this.#pending.add({ ...toldNothing, ...told, ...named, says, hash: null, changes });
  }

  /** @throws RowError where another row has told the offer */
  refuseSecond({ shop, key, known }: Row): void {
    const { line } = this.#rows.of(shop.id, key, known);
    if (line > 0) throw new RowError('key', key, `stands in line ${line} already`);
  }

  /** @returns whether the offer was there, and no row of it before */
  takeOff({ shop, key, known }: Row): boolean {
    if (!known || known.productId === 0) return false;
    const state = this.#rows.of(shop.id, key, known);
    if (state.line > 0 || state.isTakenOff) return false;
    state.isTakenOff = true;
    state.slot = this.#pending.add(removalOf(shop.id, key, known));
    this.#guards.noteRemoval(shop.id);
    this.#counts.removed++;
    return true;
  }

  /** The offer of a row as it is; null where there is none, or an earlier row has taken it off. */
  former({ shop, key, known }: Row): OfferRow | null {
    if (!known || known.productId === 0 || this.#rows.of(shop.id, key, known).isTakenOff) return null;
    return this.writer.statements.offerOf(known.productId, known.id);
  }

  /** Leaves the offer of a row as it was. */
  reject({ known }: Pick<Row, 'known'>): void {
    if (known) this.#rows.reject(known.id);
  }

  /**
   * Prices to come of an offer that is left as it is now, in the place of those that are known from the first of them
   * on.
   */
  noteLater({ shop, key, known }: Omit<Row, 'record'>, changes: readonly OfferChange[]): void {
    if (!known || !this.isLeft({ shop, key, known })) return;
    const from = changes[0]?.at ?? Number.POSITIVE_INFINITY;
    const before = this.writer.statements.changesOf(known.id).filter(({ at }) => at < from);
    const all = [...before, ...changes];
    if (this.writer.statements.hasChanges(known.id, all)) return;
    this.#pending.add({ ...removalOf(shop.id, key, known), says: said.later, changes: all });
    this.#counts.changed++;
  }

  /** Whether an offer is on sale, and no row has said otherwise. */
  isLeft({ shop, key, known }: Omit<Row, 'record'>): boolean {
    const { line, isTakenOff } = this.#rows.of(shop.id, key, known);
    return line === 0 && !isTakenOff && known !== null && known.productId !== 0;
  }

  /** Takes off what no row of a shop has named. */
  removeUnnamed(shopId: number): void {
    for (const [key, known] of this.keys.of(shopId)) {
      if (known.productId === 0) continue;
      const state = this.#rows.of(shopId, key, known);
      if (state.line > 0 || state.isTakenOff || state.isRejected) continue;
      this.#pending.add(removalOf(shopId, key, known));
      this.#guards.noteRemoval(shopId);
      this.#counts.removed++;
    }
  }

  /** Writes what differs. @returns number of the last commit; null where there was none */
  apply(): number | null {
    return applyPending(this.writer, this.products, this.#pending);
  }
}

const identityOf = (known: PlacedKey | null): Pick<PendingOffer, 'id' | 'formerProductId' | 'place'> => ({
  id: known?.id ?? 0,
  formerProductId: known?.productId ?? 0,
  place: known?.place ?? 0,
});

const removalOf = (shopId: number, key: string, known: Pick<PlacedKey, 'id' | 'productId'>): PendingOffer => ({
  ...toldNothing,
  id: known.id,
  formerProductId: known.productId,
  place: 0,
  shopId,
  key,
  productId: known.productId,
  says: said.removal,
  hash: null,
  changes: null,
});

const columnOf = {
  price: 'price',
  refund: 'refund',
  surcharge: 'surcharge',
  lowest30: 'lowest30',
  stock: 'stock',
  condition: 'condition',
  handlingMin: 'handling_min',
  handlingMax: 'handling_max',
} as const satisfies Record<keyof ToldOffer, keyof OfferRow>;

const isSame = (former: OfferRow, offer: PendingOffer): boolean =>
  former.product_id === offer.productId &&
  (Object.keys(columnOf) as (keyof ToldOffer)[]).every((name) => offer[name] === former[columnOf[name]]);
