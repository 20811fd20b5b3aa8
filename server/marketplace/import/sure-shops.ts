import type { OfferWriter } from '../offer-store/offer-writer.js';

const nameOf = (shopId: number): string => `products of shop ${shopId}`;

/**
 * Shops of whose offers it is known that each row leads to the product of its offer: all were looked up while products
 * were called as they are now. Of other shops a row that says what it said before is looked up again, since a product
 * may have got another number meanwhile.
 */
export class SureShops {
  readonly #known = new Map<number, boolean>();
  readonly #value: string;

  /** @param productKeys as `servedProductKeys` */
  constructor(
    private readonly writer: OfferWriter,
    productKeys: string,
  ) {
    this.#value = `keys ${productKeys}`;
  }

  has(shopId: number): boolean {
    const known = this.#known.get(shopId) ?? this.writer.statements.meta(nameOf(shopId)) === this.#value;
    this.#known.set(shopId, known);
    return known;
  }

  /** Notes of each shop that rows named whether all of its offers were looked up. To be called when all is written. */
  remember(shops: ReadonlyMap<number, boolean>): void {
    const { statements } = this.writer;
    const others = [...shops].filter(([id, isSure]) => !this.has(id) && (isSure || statements.meta(nameOf(id)) !== ''));
    if (others.length === 0) return;
    this.writer.commit(() => {
      for (const [id, isSure] of others)
        if (isSure) statements.setMeta(nameOf(id), this.#value);
        else statements.dropMeta(nameOf(id));
    });
  }
}
