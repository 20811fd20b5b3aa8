import type { StoredShops } from '../offer-store/stored-shops.js';
import { type Unsold, unsoldTexts } from '../offer-store/unsold-offers.js';
import { withheldBits } from '../offer-store/withheld.js';

/** Counts the offers of a feed that nobody can buy, and why. */
export class OfferTally {
  /** By shop, how many offers have which bits. */
  readonly #counts = new Map<number, Map<number, number>>();

  constructor(private readonly shops: StoredShops) {}

  /** @param withheld bits of `withheldBits` */
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
