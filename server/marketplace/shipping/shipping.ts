import { type Cents, cents } from '../../contract/money.js';

/** What one shop charges for a parcel to one country, and how many working days it is under way. Money in cents. */
export interface Rate {
  tariff: number;
  /** Goods sum from which the tariff falls away; null = never. */
  freeFrom: number | null;
  daysMin: number;
  daysMax: number;
}

/** One position of a parcel. Money per piece, cents. */
export interface Position {
  price: number;
  /** Shipping of bulky goods above the shop's tariff; never waived. */
  surcharge: number;
  quantity: number;
}

/**
 * Shipping of everything one shop sends in one parcel (D62): tariff once, free from a goods sum, surcharges per piece.
 */
export function parcelShipping(rate: Rate, positions: readonly Position[]): Cents {
  let goods = 0;
  let surcharges = 0;
  for (const { price, surcharge, quantity } of positions) {
    goods += price * quantity;
    surcharges += surcharge * quantity;
  }
  const isFree = rate.freeFrom !== null && goods >= rate.freeFrom;
  return cents((isFree ? 0 : rate.tariff) + surcharges);
}

/**
 * What packs of one offer cost to the door, in cents; goods and `parcelShipping` of them, for loops over many offers.
 */
export const totalOf = ({ tariff, freeFrom }: Rate, price: number, surcharge: number, packs: number): number =>
  (price + surcharge) * packs + (freeFrom !== null && price * packs >= freeFrom ? 0 : tariff);
