import { z } from 'zod';
import { languages } from '../contract/languages.js';
import { editionCountries } from '../marketplace/shipping/edition-countries.js';
import shopCountries from './data/shop-countries.json' with { type: 'json' };
import type { SeededRandom } from './seeded-random.js';

/** A shop's rate for shipping to a country (D62): money in cents, transport in working days. */
export interface Rate {
  readonly country: string;
  readonly tariff: number;
  readonly freeFrom: number | null;
  readonly days: readonly [number, number];
}

const homeCountry = z.strictObject({
  language: z.enum(languages),
  /** Templates of unassigned numbers: `two` and `three` digits of the shop, its `city` or the city's `code`. */
  phone: z.string(),
  register: z.string(),
  vatId: z.string(),
  neighbours: z.array(z.string()),
  /** Days that parcels within the country take longer than within the fastest countries. */
  slowDays: z.number(),
});
const countries = z
  .strictObject({ home: z.record(z.enum(editionCountries), homeCountry), europe: z.array(z.string()) })
  .parse(shopCountries);
export const homeCountries = countries.home;
const edition = new Set<string>(editionCountries);

/** The rates of one shop: for its own country, which is cheapest, then for neighbours, then for the rest of Europe. */
export function ratesOf(
  home: (typeof editionCountries)[number],
  reach: 'home' | 'near' | 'wide',
  dice: SeededRandom,
): Rate[] {
  const { neighbours, slowDays } = homeCountries[home];
  const rates: Rate[] = [
    {
      country: home,
      tariff: dice.pick([0, 290, 390, 399, 450, 490, 495, 590], 'home'),
      freeFrom: dice.roll('free') < 0.8 ? dice.pick([3900, 4900, 5000, 7900, 9900, 12_000], 'threshold') : null,
      days: [1, dice.int(1, 2, 'days') + slowDays],
    },
  ];
  if (reach === 'home') return rates;
  for (const country of neighbours) {
    const tariff = dice.pick([690, 790, 890, 990, 1090, 1190], country);
    const freeFrom = dice.roll(country, 'free') < 0.4 ? dice.pick([9900, 14_900, 19_900], country, 'threshold') : null;
    rates.push({ country, tariff, freeFrom, days: [2, dice.int(3, 5, country, 'days')] });
  }
  if (reach === 'near') return rates;
  // `europe` lists the countries without Russia and Belarus.
  for (const country of countries.europe) {
    if (rates.some((rate) => rate.country === country)) continue;
    const tariff = edition.has(country)
      ? dice.pick([990, 1190, 1290], country)
      : dice.pick([1490, 1790, 1990, 2490, 2990], country);
    rates.push({
      country,
      tariff,
      freeFrom: edition.has(country) ? 19_900 : null,
      days: [3, dice.int(5, 9, country, 'days')],
    });
  }
  return rates;
}
