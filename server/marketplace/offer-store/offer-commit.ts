import { type ChangedTexts, type CommitLog, isAssortment, isTariffs, isTexts } from './offer-log.js';
import { find, isSameButPrice, isSameRow, type OfferValues, rowOf, set, take } from './offer-rows.js';
import type { OfferStatements } from './offer-statements.js';
import { isSameSummary, type OfferSummary, summarise } from './offer-summary.js';
import type { OfferChange, OfferRow } from './offer-tables.js';
import type { StoredShops } from './stored-shops.js';
import { withheldOf, withRecalls } from './withheld.js';

export interface ProductFacts {
  /** Bits of `withheldBits` that apply to the product. */
  readonly flags: number;
  readonly leaf: number;
  /** Packs usually bought at once (D74). */
  readonly packs: number;
}
/** Looks a product up; null = not in the catalogue. */
export type FindProduct = (id: number) => ProductFacts | null;

/** An offer's id and its product; 0 = the offer is gone. */
export interface OfferIdentity {
  readonly id: number;
  readonly productId: number;
}

interface OpenProduct {
  readonly facts: ProductFacts | null;
  /** Rows before the change, by id, as in `rows`. */
  readonly before: readonly OfferRow[];
  readonly rows: OfferRow[];
  readonly summary: OfferSummary;
  /** Lists may show other data though the offers are the same, as with another tariff. */
  isTouched: boolean;
  isRenamed: boolean;
  /** The announced changes differ. */
  isTimed: boolean;
}

/**
 * The changes of one commit. It reads each product once, changes it in memory, and writes it at the end with its
 * derived data. Readers therefore see either all of its changes or none.
 */
export class OfferCommit {
  readonly #products = new Map<number, OpenProduct>();
  #flags = 0;
  #texts: ChangedTexts | null = null;
  readonly #ownShops = new Set<number>();
  /** Whether any offer has announced changes; null = not read yet. */
  #hasTimed: boolean | null = null;
  readonly #findProduct: FindProduct;

  constructor(
    private readonly statements: OfferStatements,
    /** The caller replaces it before `finish` if `hasOtherShops`. */
    public shops: StoredShops,
    findProduct: FindProduct,
  ) {
    this.#findProduct = withRecalls(findProduct, statements);
  }

  /**
   * Adds or replaces the offer of a shop's key.
   * @param hash of the feed's row; null = none
   * @param given the known offer, if nobody else imports offers of the shop meanwhile. The caller then writes a hash
   * that changes alone
   */
  put(
    values: OfferValues,
    hash: number | null,
    changes: readonly OfferChange[],
    given: OfferIdentity | null = null,
  ): void {
    const { shop_id, key, product_id } = values;
    const known = given ?? this.statements.findKey(shop_id, key);
    const id = known?.id ?? this.statements.nextId();
    if (known && known.productId !== 0 && known.productId !== product_id) take(this.#open(known.productId).rows, id);
    const product = this.#open(product_id);
    const former = find(product.rows, id);
    const row = rowOf(values, id, this.#withheldOf(product, values));
    const isSame = former !== undefined && isSameRow(former, row);
    if (!isSame) set(product.rows, row);
    const isKeySame = given
      ? former?.withheld === row.withheld && given.productId === product_id
      : isSame && this.statements.findKey(shop_id, key)?.hash === hash;
    if (!isKeySame) this.statements.putKey(row, product_id, hash);
    if (!former) this.statements.putProductOf(id, product_id);
    this.#setChanges(product, id, changes);
  }

  /**
   * Changes values of an existing offer. A changed price counts for the lowest price of 30 days (Directive 98/6/EC,
   * Art. 6a).
   * @param changes null = unchanged
   */
  change(productId: number, id: number, values: Partial<OfferValues>, changes: readonly OfferChange[] | null): void {
    const product = this.#open(productId);
    const former = find(product.rows, id);
    if (!former) return;
    const row = { ...former, ...values };
    if (row.price !== former.price && values.lowest30 === undefined && former.lowest30 !== null)
      row.lowest30 = Math.min(former.lowest30, former.price);
    row.withheld = this.#withheldOf(product, row);
    if (changes) this.#setChanges(product, id, changes);
    if (isSameRow(former, row)) return;
    set(product.rows, row);
    this.statements.forgetHash(row);
  }

  /** Removes an offer; its id is not reused (D50). */
  remove(productId: number, id: number): void {
    const product = this.#open(productId);
    const row = take(product.rows, id);
    if (!row) return;
    this.statements.putKey(row, 0, null);
    this.statements.dropProductOf(id);
    this.#setChanges(product, id, []);
  }

  /** Updates a product because something besides its offers has changed. */
  touch(productId: number): void {
    this.#open(productId).isTouched = true;
  }

  /** Records another title of a product. */
  rename(productId: number): void {
    this.#open(productId).isRenamed = true;
  }

  touchShop(shopId: number): void {
    this.#ownShops.add(shopId);
    this.#flags |= isTariffs;
  }

  touchTexts(texts: ChangedTexts): void {
    this.#texts = texts;
    this.#flags |= isTexts;
  }

  /** Shops or tariffs have changed, so `finish` needs the current ones. */
  get hasOtherShops(): boolean {
    return this.#ownShops.size > 0;
  }

  /** Returns the offers of a product with the changes so far. */
  offersOf(productId: number): Iterable<OfferRow> {
    return this.#open(productId).rows;
  }

  /** Writes the changes. Returns null without any. */
  finish(): CommitLog | null {
    const products: number[] = [];
    const best = new Map<number, OfferSummary>();
    const leaves = new Set<number>();
    const shops = new Set(this.#ownShops);
    const sold = new Map<number, number>();
    for (const [id, product] of this.#products) {
      if (product.isTouched) this.#judgeAnew(product);
      const changed = this.#write(id, product, shops, sold);
      if (!changed && !product.isTouched && !product.isTimed && !product.isRenamed) continue;
      products.push(id);
      const summary = summarise(product.rows, this.shops.all, product.facts?.packs);
      const isSame = !product.isTouched && isSameSummary(product.summary, summary);
      if (isSame && !product.isRenamed) continue;
      best.set(id, summary);
      // Lists keep their order.
      if (isSame) continue;
      if (product.facts) leaves.add(product.facts.leaf);
      for (const [index, now] of summary.best.entries()) {
        const then = product.summary.best[index] ?? null;
        // Pages of shops show the products for which they have the best offer.
        for (const each of [then, now]) if (each) shops.add(each.offer.shop_id);
        if ((then === null) !== (now === null)) this.#flags |= isAssortment;
      }
    }
    for (const [shop, change] of sold) if (change !== 0) this.statements.countOffers(shop, change);
    if (products.length === 0 && this.#flags === 0 && shops.size === 0) return null;
    return { products, best, leaves, shops, flags: this.#flags, texts: this.#texts };
  }

  #open(id: number): OpenProduct {
    const known = this.#products.get(id);
    if (known) return known;
    const before = this.statements.offersOf(id);
    const facts = this.#findProduct(id);
    const product = {
      facts,
      before,
      rows: [...before],
      summary: summarise(before, this.shops.all, facts?.packs),
      isTouched: false,
      isRenamed: false,
      isTimed: false,
    };
    this.#products.set(id, product);
    return product;
  }

  #withheldOf({ facts }: OpenProduct, offer: Pick<OfferRow, 'refund' | 'stock' | 'shop_id'>): number {
    return withheldOf(facts?.flags ?? null, offer, this.shops.traderOf(offer.shop_id));
  }

  #judgeAnew(product: OpenProduct): void {
    for (const [index, row] of product.rows.entries()) {
      const withheld = this.#withheldOf(product, row);
      if (withheld === row.withheld) continue;
      const judged = { ...row, withheld };
      product.rows[index] = judged;
      this.statements.withholdKey(judged);
    }
  }

  #setChanges(product: OpenProduct, id: number, changes: readonly OfferChange[]): void {
    this.#hasTimed ??= this.statements.hasAnyChange();
    this.#hasTimed ||= changes.length > 0;
    if (this.#hasTimed && this.statements.setChanges(id, changes)) product.isTimed = true;
  }

  /** Returns whether any offer has changed. */
  #write(id: number, { before, rows }: OpenProduct, shops: Set<number>, sold: Map<number, number>): boolean {
    let isChanged = false;
    const note = (row: OfferRow, change: number): void => {
      isChanged = true;
      shops.add(row.shop_id);
      if (row.withheld === 0) sold.set(row.shop_id, (sold.get(row.shop_id) ?? 0) + change);
    };
    // Both lists are sorted by id, so one pass compares them.
    let place = 0;
    for (const row of rows) {
      let former = before[place];
      for (; former && former.id < row.id; former = before[++place]) {
        note(former, -1);
        this.statements.dropOffer(id, former.id);
      }
      if (former?.id === row.id) place++;
      else former = undefined;
      if (former === row) continue;
      if (former) note(former, -1);
      note(row, 1);
      if (former && isSameButPrice(former, row)) this.statements.changeOffer(row);
      else this.statements.putOffer(row);
    }
    for (const former of before.slice(place)) {
      note(former, -1);
      this.statements.dropOffer(id, former.id);
    }
    return isChanged;
  }
}
