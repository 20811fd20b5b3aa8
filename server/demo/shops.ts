import type { Language } from '../contract/languages.js';
import { slugOf } from '../marketplace/catalogue/slugs.js';
import { readTable } from '../marketplace/commands/data-table.js';
import { editionCountries } from '../marketplace/store/edition-countries.js';
import type { IdRegistry } from '../marketplace/store/ids.js';
import type { SeededRandom } from './seeded-random.js';
import { type Rate, ratesOf } from './shop-rates.js';
import { escapeHtml, shopHtml } from './texts/shop-html.js';
import { texts } from './texts/texts.js';

/** Money in cents, rating from 1 to 5. */
export interface Shop {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly rating: number;
  readonly ratingCount: number;
  readonly country: string;
  readonly city: string;
  readonly street: string;
  readonly postcode: string;
  readonly phone: string;
  readonly email: string;
  readonly register: string;
  readonly vatId: string;
  readonly language: Language;
  readonly returnDays: number;
  readonly returnCost: number | null;
  readonly terms: string;
  readonly policy: string;
  readonly rates: readonly Rate[];
  /** Prices of this shop against the market. */
  readonly priceFactor: number;
  /** How large its assortment is, 0 to 1. */
  readonly breadth: number;
  readonly handling: readonly [number, number];
  /** Start of the shop's own offer ids. */
  readonly offerPrefix: string;
}

const languageOf: Record<string, Language> = { DE: 'de', AT: 'de', FR: 'fr', ES: 'es', IT: 'it', NL: 'nl' };

/** Numbers from ranges kept free for fiction, or ending in a row of zeros where a country has none. */
function phoneOf(country: string, n: number): string {
  const two = String(n).padStart(2, '0');
  const numbers: Record<string, string> = {
    DE: `+49 30 231250${two}`,
    AT: `+43 1 00000${two}`,
    FR: `+33 1 99 00 00 ${two}`,
    ES: `+34 910 000 0${two}`,
    IT: `+39 02 00000${two}`,
    NL: `+31 20 00000${two}`,
  };
  return numbers[country] ?? '';
}

/** Entry in the commercial register and VAT id: in the form of the country, with numbers nobody has. */
function registration(country: string, city: string, n: number): { register: string; vatId: string } {
  const three = String(n).padStart(3, '0');
  const forms: Record<string, [string, string]> = {
    DE: [`Amtsgericht ${city}, HRB 000${three}`, `DE000000${three}`],
    AT: [`Firmenbuch ${city}, FN 000${three}z`, `ATU00000${three}`],
    FR: [`RCS ${city} 000 000 ${three}`, `FR00000000${three}`],
    ES: [`Registro Mercantil de ${city}, hoja 000${three}`, `ESB00000${three}`],
    IT: [`REA ${city.slice(0, 2).toUpperCase()}-000${three}`, `IT00000000${three}`],
    NL: [`KvK 00000${three}`, `NL000000${three}B00`],
  };
  const [register = '', vatId = ''] = forms[country] ?? [];
  return { register, vatId };
}

/** Reads the invented shops and settles everything else about them. */
export function readShops(file: string, ids: IdRegistry, seedDice: SeededRandom): Shop[] {
  const dice = seedDice.about('shop');
  const reaches = ['home', 'near', 'wide'] as const;
  return readTable(file, ['name', 'country', 'city', 'postcode', 'street', 'company', 'reach', 'missing']).map(
    (row, index) => {
      const name = row.required('name');
      const country = row.oneOf('country', editionCountries);
      const language = languageOf[country] ?? 'de';
      const slug = slugOf(name, language);
      const rates = ratesOf(country, row.oneOf('reach', reaches), dice.about(name));
      const freeFrom = rates.find((rate) => rate.country === country)?.freeFrom ?? null;
      const euros = new Intl.NumberFormat(`${language}-${country}`, { style: 'currency', currency: 'EUR' });
      const returnDays = dice.pick([14, 30, 30, 30, 60, 100], name, 'return');
      const returnCost = dice.roll(name, 'pays') < 0.35 ? null : dice.pick([390, 450, 490, 590, 695], name, 'cost');
      // Shops that have not yet told who they are, so that it can be seen that they do not sell.
      const missing = row.text('missing').split(',');
      const reported = {
        phone: phoneOf(country, index + 1),
        ...registration(country, row.required('city'), index + 1),
      };
      const known = {
        phone: missing.includes('phone') ? '' : reported.phone,
        register: missing.includes('register') ? '' : reported.register,
        vatId: reported.vatId,
      };
      const fast = dice.int(0, 1, name, 'handling');
      // What a shop's terms and policy say about it: names escaped for HTML, money written out.
      const facts = {
        name: escapeHtml(name),
        company: escapeHtml(row.required('company')),
        street: escapeHtml(row.required('street')),
        postcode: row.required('postcode'),
        city: row.required('city'),
        email: `service@${slug.toLowerCase()}.example`,
        returnDays,
        longReturn: returnDays > 14,
        returnCost: returnCost === null ? null : euros.format(returnCost / 100),
        freeFrom: freeFrom === null ? null : euros.format(freeFrom / 100),
        handlingDays: fast + 1,
        oneDay: fast === 0,
        austria: country === 'AT',
        mediator: 'Médiation Pièces Auto (fictif), 1 rue de l’Exemple, 75000 Paris, https://mediation.example',
        // Chooses between paragraphs that say the same in other words.
        voice: index % 2 === 1,
      };
      return {
        id: ids.idOf('shop', name),
        name,
        slug,
        rating: Math.round((3.6 + 1.3 * dice.roll(name, 'rating') ** 0.6) * 100) / 100,
        ratingCount: Math.round(40 * 300 ** dice.roll(name, 'count')),
        country,
        city: facts.city,
        street: row.required('street'),
        postcode: facts.postcode,
        email: facts.email,
        ...known,
        language,
        returnDays,
        returnCost,
        terms: shopHtml(texts[language].shop.terms, facts),
        policy: shopHtml(texts[language].shop.policy, facts),
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
