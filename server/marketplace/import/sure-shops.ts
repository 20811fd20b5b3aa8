import type { OfferWriter } from '../offer-store/offer-writer.js';

const nameOf = (shopId: number): string => `products of shop ${shopId}`;

/**
 * Shops whose rows all led to the product of their offer, under the current part numbers. Unchanged rows of other shops
 * are looked up again, because a product may have another number now.
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

  /** Notes for each shop of a feed whether all of its rows were looked up. Call it after all writes. */
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
