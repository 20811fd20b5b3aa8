import texts from './withheld-texts.json' with { type: 'json' };

/**
 * Bits of `offer.withheld`: reasons against the sale of an offer. Reasons of the product are also in `product_flags`,
 * computed when products are imported.
 */
export const withheldBits = {
  trader: 1,
  maker: 2,
  euResponsible: 4,
  basePrice: 8,
  tyreLabel: 16,
  batteryDeposit: 32,
  /** The product is not in the catalogue. */
  gone: 64,
  outOfStock: 256,
  /** Withdrawn from the market, such as by a recall; the product's page shows the reason. */
  recalled: 512,
  returns: 1024,
} as const;
/** Reasons that the law requires. */
export type OfferRejection = Exclude<keyof typeof withheldBits, 'gone' | 'outOfStock' | 'recalled'>;

/** Descriptions of the reasons for reports. */
export const unsoldTexts: Readonly<Record<keyof typeof withheldBits | 'shipsNowhere', string>> = texts.unsold;

export interface Unsold {
  readonly offers: number;
  /** Offers by reason, most frequent first; an offer with two reasons counts twice. */
  readonly reasons: Readonly<Record<string, number>>;
}

/** Bit of a starter battery, whose offers need a deposit in Germany. */
export const isStarterBattery = 128;
/** Lowest bit of `product_flags` with the usual number of packs, if there are several (D74). */
export const packsBit = 16;
/** Cents of deposit that a German seller must charge for a starter battery (BattDG § 19). */
const batteryDeposit = 750;

export interface Trader {
  readonly country: string;
  /** Whether the trader's required data are known (Regulation (EU) 2022/2065, Art. 30). */
  readonly isKnown: boolean;
  /** It says who pays for a return (Directive 2011/83/EU, Art. 6 (1) (i)). */
  readonly saysReturns: boolean;
}

/**
 * Returns bits of `withheldBits`, 0 = the offer is sold.
 * @param flags of the product; null = not in the catalogue
 * @param offer deposit in cents, pieces in stock
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
    (trader.saysReturns ? 0 : withheldBits.returns) |
    (stock > 0 ? 0 : withheldBits.outOfStock) |
    (isDepositMissing ? withheldBits.batteryDeposit : 0)
  );
}

/** Adds recalls to the facts about products, for one commit or feed: it reads only once whether there is any recall. */
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
