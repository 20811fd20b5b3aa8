import { type Cents, cents } from '../../contract/money.js';

/** A shop's price of a parcel to one country and its working days. Money in cents. */
export interface Rate {
  tariff: number;
  /** Sum of goods from which the parcel is free; null = never. */
  freeFrom: number | null;
  daysMin: number;
  daysMax: number;
}

/** A position of a parcel. Cents per piece. */
export interface Position {
  price: number;
  /** Shipping of bulky goods above the tariff; never waived. */
  surcharge: number;
  quantity: number;
}

/** Returns the shipping of one parcel (D62): the tariff once, unless free, and the surcharges per piece. */
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

/** Returns goods and shipping of packs of one offer in cents; equals `parcelShipping`, for loops over many offers. */
export const totalOf = ({ tariff, freeFrom }: Rate, price: number, surcharge: number, packs: number): number =>
  (price + surcharge) * packs + (freeFrom !== null && price * packs >= freeFrom ? 0 : tariff);
