import { type ChangedTexts, type CommitLog, isAssortment, isTariffs, isTexts } from './offer-log.js';
import { find, isSameButPrice, isSameRow, type OfferValues, rowOf, set, take } from './offer-rows.js';
import type { OfferStatements } from './offer-statements.js';
import { isSameSummary, type OfferSummary, summarise } from './offer-summary.js';
import type { OfferChange, OfferRow } from './offer-tables.js';
import type { StoredShops } from './stored-shops.js';
import { withheldOf, withRecalls } from './withheld.js';

export interface ProductFacts {
  /** Bits of `withheldBits`. */
  readonly flags: number;
  readonly leaf: number;
  /** Packs that are usually bought of it at once (D74). */
  readonly packs: number;
}
/** @returns null where the product is not in the catalogue */
export type FindProduct = (id: number) => ProductFacts | null;

/** An offer by its id, and its product; 0 = it is gone. */
export interface OfferIdentity {
  readonly id: number;
  readonly productId: number;
}

interface OpenProduct {
  readonly facts: ProductFacts | null;
  /** By id, as are `rows`. */
  readonly before: readonly OfferRow[];
  readonly rows: OfferRow[];
  readonly summary: OfferSummary;
  /** Whether what lists show may have changed though its offers have not, as with a shop's tariff. */
  isTouched: boolean;
  isRenamed: boolean;
  /** Whether changes to come are others. */
  isTimed: boolean;
}

/**
 * What one commit changes. Products are read once, changed in memory, and written whole at the end with what follows
 * from them, so that nobody sees half of a product's changes.
 */
export class OfferCommit {
  readonly #products = new Map<number, OpenProduct>();
  #flags = 0;
  #texts: ChangedTexts | null = null;
  readonly #ownShops = new Set<number>();
  /** Whether any offer has changes to come; null = not asked yet. */
  #hasTimed: boolean | null = null;
  readonly #findProduct: FindProduct;

  constructor(
    private readonly statements: OfferStatements,
    /** To be set where `hasOtherShops`, before the end of the commit. */
    public shops: StoredShops,
    findProduct: FindProduct,
  ) {
    this.#findProduct = withRecalls(findProduct, statements);
  }

  /**
   * Puts an offer in the place of the one of the same shop and key.
   * @param hash of the feed's row; null = none is kept
   * @param given which offer that is, where it was looked up while nobody else imported offers of the shop. Where its
   * key stays as it is but for the hash, that is left to the caller
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
   * Changes an offer that there is, in what is named. With another price, what it cost until now counts among the
   * prices of its last 30 days (Directive 98/6/EC, Art. 6a).
   * @param changes null = as they are
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

  /** Takes an offer off; its id stays its own (D50). */
  remove(productId: number, id: number): void {
    const product = this.#open(productId);
    const row = take(product.rows, id);
    if (!row) return;
    this.statements.putKey(row, 0, null);
    this.statements.dropProductOf(id);
    this.#setChanges(product, id, []);
  }

  /** Works a product's offers out anew, since something else than its offers has changed. */
  touch(productId: number): void {
    this.#open(productId).isTouched = true;
  }

  /** Notes that lists show another title of a product. */
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

  /** Whether shops or tariffs are others within this commit, so that its end needs them as they are now. */
  get hasOtherShops(): boolean {
    return this.#ownShops.size > 0;
  }

  /** The offers of a product as this commit leaves them. */
  offersOf(productId: number): Iterable<OfferRow> {
    return this.#open(productId).rows;
  }

  /** Writes what is others now. @returns null where nothing is */
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
      // The order of lists is as it was.
      if (isSame) continue;
      if (product.facts) leaves.add(product.facts.leaf);
      for (const [index, now] of summary.best.entries()) {
        const then = product.summary.best[index] ?? null;
        // Pages of shops show what they are the best for by the pack.
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

  /** @returns whether an offer is another one */
  #write(id: number, { before, rows }: OpenProduct, shops: Set<number>, sold: Map<number, number>): boolean {
    let isChanged = false;
    const note = (row: OfferRow, change: number): void => {
      isChanged = true;
      shops.add(row.shop_id);
      if (row.withheld === 0) sold.set(row.shop_id, (sold.get(row.shop_id) ?? 0) + change);
    };
    // Both are by id.
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
