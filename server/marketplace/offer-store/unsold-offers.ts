import type { withheldBits } from './withheld.js';

/** Why nobody can buy an offer, in the words of reports. */
export const unsoldTexts: Readonly<Record<keyof typeof withheldBits | 'shipsNowhere', string>> = {
  gone: 'its product is not in the catalogue',
  outOfStock: 'nothing in stock',
  recalled: 'taken off the market (npm run recall)',
  shipsNowhere: 'the shop ships to none of the six countries',
  trader: 'the shop has not said who trades',
  maker: 'maker without postal or electronic address',
  euResponsible: 'maker outside the EU without somebody responsible inside',
  basePrice: 'no content, hence no price per litre or kilogram',
  tyreLabel: 'tyre without its label',
  batteryDeposit: 'starter battery without the deposit',
};

/** Offers that nobody can buy. */
export interface Unsold {
  readonly offers: number;
  /** How many by each reason in words, the most frequent first; an offer with two counts under both. */
  readonly reasons: Readonly<Record<string, number>>;
}
