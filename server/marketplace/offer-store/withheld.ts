/**
 * Why an offer is not sold: bits of `offer.withheld`. Those of the product stand in the catalogue's `product_flags`
 * too, worked out when products are imported, so that a feed of offers asks for one number.
 */
export const withheldBits = {
  trader: 1,
  maker: 2,
  euResponsible: 4,
  basePrice: 8,
  tyreLabel: 16,
  batteryDeposit: 32,
  /** The product is not in the catalogue (any longer). */
  gone: 64,
  /** Nothing in stock, as an update of stocks may say. */
  outOfStock: 256,
  /** Taken off the market, such as by a recall; the product's page says why. */
  recalled: 512,
} as const;
/** Reasons that the law gives. */
export type OfferRejection = Exclude<keyof typeof withheldBits, 'gone' | 'outOfStock' | 'recalled'>;

/** Marks in `product.offer_flags` a starter battery, whose offers need a deposit in Germany. */
export const isStarterBattery = 128;
/** From this bit of `product_flags` on stands how many packs are usually bought (D74), where those are several. */
export const packsBit = 16;
/** Deposit in cents that a seller in Germany has to take on a starter battery (BattDG § 19). */
const batteryDeposit = 750;

/** What a shop has to do with its offers being sold. */
export interface Trader {
  readonly country: string;
  /** Whether it has said who trades (Regulation (EU) 2022/2065, Art. 30). */
  readonly isKnown: boolean;
}

/**
 * @param flags of the product; null = it is not in the catalogue
 * @param offer deposit in cents, pieces in stock
 * @returns bits of `withheldBits`, 0 = the offer is sold
 */
export function withheldOf(
  flags: number | null,
  { refund, stock }: { readonly refund: number; readonly stock: number },
  trader: Trader,
): number {
  if (flags === null) return withheldBits.gone;
  const isDepositMissing = (flags & isStarterBattery) !== 0 && refund < batteryDeposit && trader.country === 'DE';
  return (
    (flags & ~isStarterBattery) |
    (trader.isKnown ? 0 : withheldBits.trader) |
    (stock > 0 ? 0 : withheldBits.outOfStock) |
    (isDepositMissing ? withheldBits.batteryDeposit : 0)
  );
}

/**
 * What is known of products, and that recalled ones must not be sold. For one commit or one feed: whether there is any
 * recall is asked once.
 */
export function withRecalls<Facts extends { readonly flags: number }>(
  find: (id: number) => Facts | null,
  recalls: { hasAnyRecall(): boolean; isRecalled(productId: number): boolean },
): (id: number) => Facts | null {
  let hasAny: boolean | null = null;
  return (id) => {
    const facts = find(id);
    hasAny ??= recalls.hasAnyRecall();
    return facts && hasAny && recalls.isRecalled(id) ? { ...facts, flags: facts.flags | withheldBits.recalled } : facts;
  };
}
