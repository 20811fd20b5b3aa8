import type { Language } from '../contract/languages.js';
import { slugOf } from '../marketplace/catalogue/slugs.js';
import type { IdRegistry } from '../marketplace/catalogue-file/ids.js';
import type { ShopRow } from '../marketplace/offer-store/offer-tables.js';
import { readTable } from '../marketplace/program/data-table.js';
import { editionCountries } from '../marketplace/shipping/edition-countries.js';
import type { SeededRandom } from './seeded-random.js';
import { homeCountries, type Rate, ratesOf } from './shop-rates.js';
import { escapeHtml, filled, shopHtml, texts } from './texts.js';

export interface Shop {
  readonly row: ShopRow & { readonly country: (typeof editionCountries)[number]; readonly language: Language };
  readonly rates: readonly Rate[];
  /** Its prices relative to the market. */
  readonly priceFactor: number;
  /** Size of its assortment, 0 to 1. */
  readonly breadth: number;
  /** Least and most working days until it sends a parcel. */
  readonly handling: readonly [number, number];
  /** Start of the shop's own offer ids. */
  readonly offerPrefix: string;
}

/** Reads the invented shops and invents their other data. */
export function readShops(file: string, ids: IdRegistry, seedDice: SeededRandom): Shop[] {
  const dice = seedDice.about('shop');
  const reaches = ['home', 'near', 'wide'] as const;
  return readTable(file, ['name', 'country', 'city', 'postcode', 'street', 'company', 'reach', 'missing']).map(
    (row, index) => {
      const name = row.required('name');
      const country = row.oneOf('country', editionCountries);
      const home = homeCountries[country];
      const { language } = home;
      const slug = slugOf(name, language);
      const rates = ratesOf(country, row.oneOf('reach', reaches), dice.about(name));
      const freeFrom = rates.find((rate) => rate.country === country)?.freeFrom ?? null;
      const euros = new Intl.NumberFormat(`${language}-${country}`, { style: 'currency', currency: 'EUR' });
      const returnDays = dice.pick([14, 30, 30, 30, 60, 100], name, 'return');
      const returnCost = dice.roll(name, 'pays') < 0.35 ? null : dice.pick([390, 450, 490, 590, 695], name, 'cost');
      // Some shops lack data that the law requires, to show that they do not sell.
      const missing = row.text('missing').split(',');
      const city = row.required('city');
      const numbered = {
        two: String(index + 1).padStart(2, '0'),
        three: String(index + 1).padStart(3, '0'),
        city,
        code: city.slice(0, 2).toUpperCase(),
      };
      const fast = dice.int(0, 1, name, 'handling');
      // Facts for the shop's terms and policy: names escaped for HTML, money as text.
      const facts = {
        name: escapeHtml(name),
        company: escapeHtml(row.required('company')),
        street: escapeHtml(row.required('street')),
        postcode: row.required('postcode'),
        city,
        email: `service@${slug.toLowerCase()}.example`,
        returnDays,
        longReturn: returnDays > 14,
        returnCost: returnCost === null ? null : euros.format(returnCost / 100),
        freeFrom: freeFrom === null ? null : euros.format(freeFrom / 100),
        handlingDays: fast + 1,
        oneDay: fast === 0,
        austria: country === 'AT',
        mediator: 'Médiation Pièces Auto (fictif), 1 rue de l’Exemple, 75000 Paris, https://mediation.example',
        // Chooses between two wordings of the same paragraphs.
        voice: index % 2 === 1,
      };
      return {
        row: {
          id: ids.idOf('shop', name),
          name,
          slug,
          rating: Math.round((3.6 + 1.3 * dice.roll(name, 'rating') ** 0.6) * 100) / 100,
          rating_count: Math.round(40 * 300 ** dice.roll(name, 'count')),
          country,
          city,
          street: row.required('street'),
          postcode: facts.postcode,
          phone: missing.includes('phone') ? '' : filled(home.phone, numbered),
          email: facts.email,
          register: missing.includes('register') ? '' : filled(home.register, numbered),
          vat_id: filled(home.vatId, numbered),
          language,
          return_days: returnDays,
          return_cost: returnCost ?? 0,
          terms: shopHtml(texts[language].shop.terms, facts),
          policy: shopHtml(texts[language].shop.policy, facts),
          offers: 0,
          return_payer: returnCost === null ? 'shop' : 'buyer',
        },
        rates,
        priceFactor: 0.88 + 0.24 * dice.roll(name, 'price'),
        breadth: 0.35 + 0.65 * dice.roll(name, 'breadth'),
        handling: [fast, fast + 1],
        offerPrefix: slug
          .replace(/[^A-Za-z]/g, '')
          .slice(0, 3)
          .toUpperCase(),
      };
    },
  );
}
