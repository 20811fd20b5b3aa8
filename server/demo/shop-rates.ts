import { editionCountries } from '../marketplace/store/edition-countries.js';
import type { SeededRandom } from './seeded-random.js';

/** What a shop asks for shipping to a country (D62). Money in cents, days on the road in working days. */
export interface Rate {
  readonly country: string;
  readonly tariff: number;
  readonly freeFrom: number | null;
  readonly days: readonly [number, number];
}

const near: Record<string, string> = {
  DE: 'AT NL FR IT BE LU DK PL CZ CH',
  AT: 'DE IT CH SI HU CZ SK LI',
  FR: 'ES IT DE BE LU CH MC AD',
  ES: 'FR IT PT AD',
  IT: 'FR ES AT DE CH SM SI VA',
  NL: 'BE DE FR LU AT',
};
/** Everywhere else a shop with a wide reach ships; nobody ships to Russia and Belarus. */
const wide =
  'DE AT FR ES IT NL BE LU DK PL CZ CH SI HU SK SE FI PT IE GR HR RO BG EE LV LT NO GB MT CY LI MC AD SM IS RS BA ME MK AL XK UA MD TR'.split(
    ' ',
  );
const edition = new Set<string>(editionCountries);

/** The rates of one shop: its own country first and cheapest, then neighbours, then the rest of Europe. */
export function ratesOf(home: string, reach: 'home' | 'near' | 'wide', dice: SeededRandom): Rate[] {
  const neighbours = (near[home] ?? '').split(' ');
  const rates: Rate[] = [
    {
      country: home,
      tariff: dice.pick([0, 290, 390, 399, 450, 490, 495, 590], 'home'),
      freeFrom: dice.roll('free') < 0.8 ? dice.pick([3900, 4900, 5000, 7900, 9900, 12_000], 'threshold') : null,
      days: [1, dice.int(1, 2, 'days') + (home === 'DE' || home === 'NL' || home === 'AT' ? 0 : 1)],
    },
  ];
  if (reach === 'home') return rates;
  for (const country of neighbours) {
    const tariff = dice.pick([690, 790, 890, 990, 1090, 1190], country);
    const freeFrom = dice.roll(country, 'free') < 0.4 ? dice.pick([9900, 14_900, 19_900], country, 'threshold') : null;
    rates.push({ country, tariff, freeFrom, days: [2, dice.int(3, 5, country, 'days')] });
  }
  if (reach === 'near') return rates;
  for (const country of wide) {
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
