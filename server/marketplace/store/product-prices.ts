import type { DatabaseSync } from 'node:sqlite';
import type { OfferSurvey } from './survey-offers.js';

/**
 * Writes the cheapest offers of a survey into `product_price`.
 * @param touched by product id, whether its offers have changed; null = all are written again
 */
export function writeProductPrices(
  database: DatabaseSync,
  { last, cheapest, shops }: OfferSurvey,
  touched: Uint8Array | null,
): void {
  if (!touched) database.exec('delete from product_price');
  const remove = database.prepare('delete from product_price where country = ? and product_id = ?');
  const insert = database.prepare('insert or replace into product_price values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  for (const own of [...cheapest].sort((a, b) => (a.country < b.country ? -1 : 1))) {
    for (let product = 1; product <= last; product++) {
      if (touched && !touched[product]) continue;
      const offer = own.offer[product] as number;
      if (offer === 0) {
        if (touched) remove.run(own.country, product);
        continue;
      }
      insert.run(
        own.country,
        product,
        offer,
        own.price[product] as number,
        own.total[product] as number,
        own.refund[product] as number,
        own.daysMin[product] as number,
        own.daysMax[product] as number,
        shops.get(own.shop[product] as number)?.rating ?? 0,
        own.count[product] as number,
      );
    }
  }
}
