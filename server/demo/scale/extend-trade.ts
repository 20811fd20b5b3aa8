import { slugOf } from '../../marketplace/catalogue/slugs.js';
import type { IdRegistry } from '../../marketplace/catalogue-file/ids.js';
import type { Brand } from '../brands.js';
import type { SeededRandom } from '../seeded-random.js';
import { ratesOf } from '../shop-rates.js';
import type { Shop } from '../shops.js';

const beginnings = 'Alt Ber Cor Del Erm Fal Gor Hal Ist Jor Kel Lan Mar Nor Orb Pel Ros Sal Tor Vel'.split(' ');
const endings = 'aco benth dano ekta fina grad holm ionik kora lite mont nova'.split(' ');
const quarters = ['Nord', 'Süd', 'West', 'Ost', 'Mitte', 'Hafen', 'Park', 'Express'] as const;

/** Invented names in a fixed order, without the known ones. */
function* names(taken: ReadonlySet<string>): Generator<string> {
  for (const ending of endings) {
    for (const beginning of beginnings) if (!taken.has(beginning + ending)) yield beginning + ending;
  }
}

/** The numbers of the tables are too short for a hundred times as many parts. */
const moreDigits = '-000';

/** Adds brands until there are `wanted`: each copies one of the tables, with a name and numbers of its own. */
export function extendBrands(brands: readonly Brand[], wanted: number, ids: IdRegistry, dice: SeededRandom): Brand[] {
  const extended = brands.map((brand) => ({ ...brand, numberForm: `${brand.numberForm}${moreDigits}` }));
  const fresh = names(new Set(brands.map(({ name }) => name)));
  while (extended.length < wanted) {
    const base = brands[extended.length % brands.length];
    const { value: name } = fresh.next();
    if (!base || name === undefined) throw new RangeError(`no more than ${extended.length} names for brands`);
    const email = `info@${name.toLowerCase()}.example`;
    extended.push({
      ...base,
      id: ids.idOf('brand', name),
      name,
      slug: slugOf(name, 'de'),
      email,
      factor: base.factor * dice.lognormal(0.2, 'brand', name),
      numberForm: `${name.slice(0, 2).toUpperCase()} 00.000.00`,
      description: base.description.replaceAll(base.name, name),
    });
  }
  return extended;
}

/**
 * Adds shops until there are `wanted`: branches of those of the tables, with rates, ratings and prices of their own.
 */
export function extendShops(shops: readonly Shop[], wanted: number, ids: IdRegistry, seedDice: SeededRandom): Shop[] {
  const extended = [...shops];
  while (extended.length < wanted) {
    const base = shops[extended.length % shops.length];
    const quarter = quarters[Math.floor(extended.length / shops.length) - 1];
    if (!base || quarter === undefined) throw new RangeError(`no more than ${extended.length} names for shops`);
    const { row } = base;
    const name = `${row.name} ${quarter}`;
    const dice = seedDice.about('shop', name);
    const slug = slugOf(name, row.language);
    const reach = base.rates.length > 12 ? 'wide' : base.rates.length > 1 ? 'near' : 'home';
    extended.push({
      ...base,
      row: {
        ...row,
        id: ids.idOf('shop', name),
        name,
        slug,
        email: `service@${slug.toLowerCase()}.example`,
        terms: row.terms.replaceAll(row.name, name),
        policy: row.policy.replaceAll(row.name, name),
        rating: Math.round((3.6 + 1.3 * dice.roll('rating') ** 0.6) * 100) / 100,
        rating_count: Math.round(40 * 300 ** dice.roll('count')),
      },
      rates: ratesOf(row.country, reach, dice),
      priceFactor: 0.88 + 0.24 * dice.roll('price'),
      breadth: 0.35 + 0.65 * dice.roll('breadth'),
      offerPrefix: `${base.offerPrefix}${quarter.charAt(0)}`,
    });
  }
  return extended;
}
