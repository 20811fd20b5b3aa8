import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseTail } from '../server/contract/tail.js';
import { getArticle } from '../server/marketplace/catalogue/article.js';
import { list } from '../server/marketplace/catalogue/listing.js';
import type { Generation } from '../server/marketplace/generation/generation.js';
import { listOffers } from '../server/marketplace/offers/offers.js';
import { openCatalogue } from './fixtures/marketplace/generation/open-catalogue.js';
import { root } from './support/catalogue.js';
import { isLong } from './support/sample.js';

/** The offer marked as cheapest is the cheapest for its quantity (D74), compared with the rows of both files. */
const products = isLong ? 300 : 40;
const countries = ['DE', 'FR', 'NL'] as const;
const folder = join(root, 'dist/test-data');

interface Product {
  readonly id: number;
  readonly category_id: number;
  readonly norm_number: string;
  readonly attributes: string;
  readonly usual_quantity: number;
  readonly brand: string;
}
interface Offer {
  readonly id: number;
  readonly price: number;
  readonly surcharge: number;
  readonly stock: number;
  readonly tariff: number;
  readonly free_from: number | null;
}

let generation: Generation;
let catalogue: DatabaseSync;
let offers: DatabaseSync;

beforeAll(async () => {
  const file = readdirSync(folder).find((name) => /^catalogue-.*\.db$/.test(name)) ?? '';
  catalogue = new DatabaseSync(join(folder, file), { readOnly: true });
  offers = new DatabaseSync(join(folder, 'offers.db'), { readOnly: true });
  generation = await openCatalogue(folder, 'cheapest', file);
});
afterAll(async () => {
  await generation.close();
  catalogue.close();
  offers.close();
});

/** Samples products evenly; half are from leaves whose parts are bought in several pieces. */
function chosen(isSeveral: boolean): Product[] {
  return catalogue
    .prepare(
      `select p.id, p.category_id, p.norm_number, p.attributes, c.usual_quantity, b.seo_name as brand
       from product p join category c on c.id = p.category_id join brand b on b.id = p.brand_id
       where (c.usual_quantity > 1) = ? order by (p.id * 7919 + 13) % 100003 limit ?`,
    )
    .all(isSeveral ? 1 : 0, products / 2) as unknown as Product[];
}

const packsOf = ({ attributes, usual_quantity }: Product): number => {
  const packSize = (JSON.parse(attributes) as [string, string][]).find(([key]) => key === 'packSize')?.[1];
  return Math.ceil(usual_quantity / (packSize === undefined ? 1 : Number(packSize)));
};

/** Returns the lowest total price of packs, from shops with enough stock if there are any; null if no shop ships. */
function leastOf(product: number, country: string, packs: number): number | null {
  const rows = offers
    .prepare(
      `select o.id, o.price, o.surcharge, o.stock, r.tariff, r.free_from from offer o
       join shop_rate r on r.shop_id = o.shop_id and r.country = ? where o.product_id = ? and o.withheld = 0`,
    )
    .all(country, product) as unknown as Offer[];
  const enough = rows.filter(({ stock }) => stock >= packs);
  const totals = (enough.length > 0 ? enough : rows).map(({ price, surcharge, tariff, free_from }) => {
    const goods = price * packs;
    return goods + surcharge * packs + (free_from !== null && goods >= free_from ? 0 : tariff);
  });
  return totals.length === 0 ? null : Math.min(...totals);
}

const cents = (euros: number | null | undefined): number | null => (euros == null ? null : Math.round(euros * 100));
const nothing = (): void => undefined;
const context = { announceEnd: nothing, dependsOn: nothing };

test(`${products} products to ${countries.length} countries: the offer named cheapest is the cheapest for the usual quantity`, async () => {
  const several = chosen(true);
  expect(several.some((product) => packsOf(product) > 1)).toBe(true);
  let differing = 0;
  for (const product of [...several, ...chosen(false)])
    for (const country of countries) {
      const packs = packsOf(product);
      const least = leastOf(product.id, country, packs);
      const audience = { locale: 'de-DE', country } as const;
      const article = await getArticle(
        generation,
        { ...audience, brand: product.brand, number: product.norm_number },
        nothing,
      );
      const quantity = article.product.usualPieces;
      const { offers: ranked, packs: shownPacks } = await listOffers(
        generation,
        { ...audience, sparePartId: String(product.id), quantity },
        context,
      );
      const best = ranked[0]?.amount ?? null;
      expect([product.id, country, shownPacks, cents(best?.total), cents(article.product.lowestTotal)]).toEqual([
        product.id,
        country,
        packs,
        least,
        least,
      ]);
      if (best) expect(Math.round((best.goods + best.shipping) * 100)).toBe(least);
      const single = leastOf(product.id, country, 1);
      if (least !== null && single !== null && least !== packs * single) differing++;
    }
  // Otherwise the sample would not distinguish quantities from multiples of one piece.
  expect(differing).toBeGreaterThan(10);
});

test('a leaf that is bought by several pieces is sorted by what these cost', async () => {
  const [{ category_id: leaf } = { category_id: 0 }] = chosen(true);
  expect(parseTail(`--${leaf}`)).not.toBeNull();
  for (const country of countries) {
    const request = {
      locale: 'de-DE',
      country,
      first: 'x',
      second: 'x',
      tail: `--${leaf}`,
      page: 1,
      sort: 'price',
    } as const;
    const { spareParts } = await list(generation, request, nothing);
    const totals = spareParts.map(({ lowestTotal }) => cents(lowestTotal) ?? Number.POSITIVE_INFINITY);
    expect(totals).toEqual([...totals].sort((a, b) => a - b));
    for (const { id, packs, lowestTotal } of spareParts)
      expect(cents(lowestTotal)).toBe(leastOf(Number(id), country, packs));
  }
});
