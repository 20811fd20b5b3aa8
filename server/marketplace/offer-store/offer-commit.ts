import { type CommitLog, isAssortment, isTariffs } from './offer-log.js';
import type { OfferStatements } from './offer-statements.js';
import { isSameSummary, type OfferSummary, summarise } from './offer-summary.js';
import type { OfferChange, OfferRow } from './offer-tables.js';
import type { StoredShops } from './stored-shops.js';
import { withheldBits, withheldOf } from './withheld.js';

/** What an import knows of a product: `flags` as in `product.offer_flags`, and its leaf category. */
export interface ProductFacts {
  readonly flags: number;
  readonly leaf: number;
}
/** @returns null where the product is not in the catalogue */
export type FindProduct = (id: number) => ProductFacts | null;

/** An offer by its id, and its product; 0 = it is gone. */
export interface OfferIdentity {
  readonly id: number;
  readonly productId: number;
}

/** An offer as a shop tells it; money in cents. */
export type OfferValues = Omit<OfferRow, 'id' | 'withheld'>;

/** The offers of one product while a commit changes them. */
interface OpenProduct {
  readonly facts: ProductFacts | null;
  readonly before: readonly OfferRow[];
  readonly rows: Map<number, OfferRow>;
  readonly summary: OfferSummary;
  /** Whether what lists show may have changed though its offers have not, as with a shop's tariff. */
  isTouched: boolean;
  /** Whether changes to come are others. */
  isTimed: boolean;
}

/**
 * What one commit changes. Products are read once, changed in memory, and written whole at the end with what follows from
 * them, so that nobody sees half of a product's changes.
 */
export class OfferCommit {
  readonly #products = new Map<number, OpenProduct>();
  #flags = 0;
  readonly #ownShops = new Set<number>();

  constructor(
    private readonly statements: OfferStatements,
    private readonly shops: StoredShops,
    private readonly findProduct: FindProduct,
  ) {}

  /**
   * Puts an offer in the place of the one of the same shop and key.
   * @param hash of the feed's row; null = none is kept
   * @param given which offer that is, where it was looked up while nobody else wrote to the shop
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
    if (known && known.productId !== 0 && known.productId !== product_id) this.#open(known.productId).rows.delete(id);
    const product = this.#open(product_id);
    const former = product.rows.get(id);
    const row = { ...values, id, withheld: this.#withheldOf(product, values) };
    const isSame = former !== undefined && isSameRow(former, row);
    if (!isSame) product.rows.set(id, row);
    if (!isSame || given !== null || this.statements.findKey(shop_id, key)?.hash !== hash)
      this.statements.putKey(row, product_id, hash);
    if (!former) this.statements.putProductOf(id, product_id);
    this.#setChanges(product, id, changes);
  }

  /**
   * Changes an offer that there is, in what is named. With another price, what it cost until now counts among the prices of
   * its last 30 days (Directive 98/6/EC, Art. 6a).
   * @param changes null = as they are
   */
  change(productId: number, id: number, values: Partial<OfferValues>, changes: readonly OfferChange[] | null): void {
    const product = this.#open(productId);
    const former = product.rows.get(id);
    if (!former) return;
    const row = { ...former, ...values };
    if (row.price !== former.price && values.lowest30 === undefined && former.lowest30 !== null)
      row.lowest30 = Math.min(former.lowest30, former.price);
    row.withheld = this.#withheldOf(product, row);
    if (changes) this.#setChanges(product, id, changes);
    if (isSameRow(former, row)) return;
    product.rows.set(id, row);
    // What the last feed said is not what is known now.
    this.statements.putKey(row, productId, null);
  }

  /** Takes an offer off; its id stays its own (D50). */
  remove(productId: number, id: number): void {
    const product = this.#open(productId);
    const row = product.rows.get(id);
    if (!row) return;
    product.rows.delete(id);
    this.statements.putKey(row, 0, null);
    this.statements.dropProductOf(id);
    this.#setChanges(product, id, []);
  }

  /** Works a product's offers out anew, since something else than its offers has changed. */
  touch(productId: number): void {
    this.#open(productId).isTouched = true;
  }

  /** Notes that a shop or its tariff is another one. */
  touchShop(shopId: number): void {
    this.#ownShops.add(shopId);
    this.#flags |= isTariffs;
  }

  /** Whether shops or tariffs are others within this commit, and have to be read again before its end. */
  get hasOtherShops(): boolean {
    return this.#ownShops.size > 0;
  }

  /** The offers of a product as this commit leaves them. */
  offersOf(productId: number): Iterable<OfferRow> {
    return this.#open(productId).rows.values();
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
      if (!changed && !product.isTouched && !product.isTimed) continue;
      products.push(id);
      const summary = summarise([...product.rows.values()], this.shops.all);
      if (!product.isTouched && isSameSummary(product.summary, summary)) continue;
      best.set(id, summary);
      if (product.facts) leaves.add(product.facts.leaf);
      for (const [index, now] of summary.best.entries()) {
        const then = product.summary.best[index] ?? null;
        for (const each of [then, now]) if (each) shops.add(each.offer.shop_id);
        if ((then === null) !== (now === null)) this.#flags |= isAssortment;
      }
    }
    for (const [shop, change] of sold) if (change !== 0) this.statements.countOffers(shop, change);
    if (products.length === 0 && this.#flags === 0 && shops.size === 0) return null;
    return { products, best, leaves, shops, flags: this.#flags };
  }

  #open(id: number): OpenProduct {
    const known = this.#products.get(id);
    if (known) return known;
    const before = this.statements.offersOf(id);
    const product = {
      facts: this.#factsOf(id),
      before,
      rows: new Map(before.map((row) => [row.id, row])),
      summary: summarise(before, this.shops.all),
      isTouched: false,
      isTimed: false,
    };
    this.#products.set(id, product);
    return product;
  }

  #factsOf(id: number): ProductFacts | null {
    const facts = this.findProduct(id);
    if (!facts || !this.statements.isRecalled(id)) return facts;
    return { ...facts, flags: facts.flags | withheldBits.recalled };
  }

  #withheldOf({ facts }: OpenProduct, offer: Pick<OfferRow, 'refund' | 'stock' | 'shop_id'>): number {
    return withheldOf(facts?.flags ?? null, offer, this.shops.traderOf(offer.shop_id));
  }

  #judgeAnew(product: OpenProduct): void {
    for (const [id, row] of product.rows) {
      const withheld = this.#withheldOf(product, row);
      if (withheld === row.withheld) continue;
      const judged = { ...row, withheld };
      product.rows.set(id, judged);
      this.statements.withholdKey(judged);
    }
  }

  #setChanges(product: OpenProduct, id: number, changes: readonly OfferChange[]): void {
    if (this.statements.setChanges(id, changes)) product.isTimed = true;
  }

  /** @returns whether an offer is another one */
  #write(id: number, { before, rows }: OpenProduct, shops: Set<number>, sold: Map<number, number>): boolean {
    let isChanged = false;
    const note = (row: OfferRow, change: number): void => {
      shops.add(row.shop_id);
      if (row.withheld === 0) sold.set(row.shop_id, (sold.get(row.shop_id) ?? 0) + change);
    };
    for (const row of before) {
      if (rows.get(row.id) === row) continue;
      isChanged = true;
      note(row, -1);
      if (!rows.has(row.id)) this.statements.dropOffer(id, row.id);
    }
    const known = new Map(before.map((row) => [row.id, row]));
    for (const row of rows.values()) {
      if (known.get(row.id) === row) continue;
      isChanged = true;
      note(row, 1);
      this.statements.putOffer(row);
    }
    return isChanged;
  }
}

function isSameRow(one: OfferRow, other: OfferRow): boolean {
  return (Object.keys(other) as (keyof OfferRow)[]).every((name) => one[name] === other[name]);
}
