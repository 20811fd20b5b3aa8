import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@jest/globals';
import { SeededRandom } from '../../demo/seeded-random.js';
import { catalogueTables } from './catalogue-schema.js';
import { writeProductPrices } from './product-prices.js';
import { fillShopBestOffers } from './shop-best-offers.js';
import { surveyOffers } from './survey-offers.js';

/** The same choice in SQL: short, and too slow for millions of offers. */
const oracle = `
select shop_id, country, rank, offer_id from (
  select offer.shop_id, rate.country, offer.id as offer_id, row_number() over (
    partition by offer.shop_id, rate.country
    order by best.offer_id is not null and best.offer_id = offer.id desc, product.popularity desc, offer.id) as rank
  from offer
  join shop_rate rate on rate.shop_id = offer.shop_id and rate.country in ('DE', 'AT', 'ES', 'FR', 'IT', 'NL')
  join product on product.id = offer.product_id
  left join product_price best on best.country = rate.country and best.product_id = offer.product_id)
where rank <= 12 order by shop_id, country, rank`;

test('a shop shows the cheapest offers of the market first, then what sells best, then the older offer', () => {
  const directory = mkdtempSync(join(tmpdir(), 'best-'));
  const database = new DatabaseSync(join(directory, 'catalogue.db'));
  try {
    database.exec(catalogueTables);
    const dice = new SeededRandom(7);
    const run = (query: string, ...values: (string | number)[]) => database.prepare(query).run(...values);
    for (let shop = 1; shop <= 5; shop++) {
      run(
        `insert into shop values (?, 'S', ?, 4.5, 9, 'DE', 'Ort', 'Weg 1', '10115', '+49 1', 'a@shop.example', 'HRB 1', 'DE1', 'de', 30, null, 't', 'p')`,
        ...[shop, `s${shop}`],
      );
      for (const country of ['DE', 'AT', 'FR', 'PL'].slice(0, dice.int(1, 4, 'reach', shop)))
        run('insert into shop_rate values (?, ?, 500, null, 1, 2)', shop, country);
    }
    for (let product = 1; product <= 80; product++) {
      run(
        `insert into product values (?, 1, 1, ?, 'x', null, null, 'disc', null, 'new', '[]', '[]', null, null, ?, null)`,
        product,
        `N${product}`,
        dice.int(1, 9, 'popularity', product),
      );
      for (let shop = 1; shop <= 5; shop++) {
        const id = product * 10 + shop;
        // The fifth is never the cheapest, so that its page shows nothing but others.
        const price = shop === 5 ? 9000 : dice.int(1000, 2000, 'price', product, shop);
        run(`insert into offer values (?, ?, ?, 'k', ?, 0, 0, null, 1, 'new', 0, 1)`, id, product, shop, price);
      }
    }
    const survey = surveyOffers(database);
    writeProductPrices(database, survey, null);
    fillShopBestOffers(database, survey);
    const rows = database.prepare('select * from shop_best_offer order by shop_id, country, rank').all();
    expect(rows.length).toBeGreaterThan(100);
    expect(rows).toEqual(database.prepare(oracle).all());
  } finally {
    database.close();
    rmSync(directory, { recursive: true, force: true });
  }
});
