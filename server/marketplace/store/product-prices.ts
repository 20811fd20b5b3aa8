import type { DatabaseSync } from 'node:sqlite';
import { parcelShipping, type Rate } from '../shipping/shipping.js';
import { editionCountries } from './edition-countries.js';

interface ShopRates {
  readonly rating: number;
  readonly rates: ReadonlyMap<string, Rate>;
}

/**
 * Fills `product_price` anew: for each product and edition country the offer that is cheapest to the door, on a tie the
 * quicker one, then that of the better rated shop, then the older one (D62). One pass over the offers; holds some hundred bytes per product.
 * @param touched products whose offers have changed, by id; null = all of them
 */
export function fillProductPrices(database: DatabaseSync, touched: Uint8Array | null): void {
  const shops = readShopRates(database);
  const last = Number(database.prepare('select max(id) as id from product').get()?.id ?? 0);
  const best = editionCountries.map(() => ({
    offer: new Uint32Array(last + 1),
    total: new Uint32Array(last + 1),
    count: new Uint16Array(last + 1),
    days: new Uint8Array(last + 1),
    rating: new Float64Array(last + 1),
  }));
  const offers = database.prepare(
    'select id, product_id, shop_id, price, surcharge, handling_max from offer order by id',
  );
  offers.setReturnArrays(true);
  for (const row of offers.iterate() as Iterable<unknown>) {
    const [id, productId, shopId, price, surcharge, handling] = row as [number, number, number, number, number, number];
    if (touched && !touched[productId]) continue;
    const shop = shops.get(shopId);
    if (!shop) continue;
    for (const [index, country] of editionCountries.entries()) {
      const rate = shop.rates.get(country);
      const own = best[index];
      if (!rate || !own) continue;
      const total = price + parcelShipping(rate, [{ price, surcharge, quantity: 1 }]);
      const days = handling + rate.daysMax;
      const isFirst = own.count[productId] === 0;
      own.count[productId] = (own.count[productId] ?? 0) + 1;
      if (!isFirst) {
        const difference =
          total - (own.total[productId] ?? 0) ||
          days - (own.days[productId] ?? 0) ||
          (own.rating[productId] ?? 0) - shop.rating;
        if (difference >= 0) continue;
      }
      own.offer[productId] = id;
      own.total[productId] = total;
      own.days[productId] = days;
      own.rating[productId] = shop.rating;
    }
  }
  const remove = database.prepare('delete from product_price where country = ? and product_id = ?');
  const insert = database.prepare(`insert or replace into product_price
    select ?, product_id, id, price, ?, refund, handling_min + ?, handling_max + ?, ?, ? from offer where id = ?`);
  const shopOf = database.prepare('select shop_id from offer where id = ?');
  shopOf.setReturnArrays(true);
  for (const [index, country] of editionCountries.entries()) {
    const own = best[index];
    if (!own) continue;
    for (let productId = 1; productId <= last; productId++) {
      if (touched && !touched[productId]) continue;
      const offerId = own.offer[productId] ?? 0;
      if (offerId === 0) {
        remove.run(country, productId);
        continue;
      }
      const [shopId] = shopOf.get(offerId) as unknown as [number];
      const rate = shops.get(shopId)?.rates.get(country);
      const { daysMin = 0, daysMax = 0 } = rate ?? {};
      insert.run(
        country,
        own.total[productId] ?? 0,
        daysMin,
        daysMax,
        own.rating[productId] ?? 0,
        own.count[productId] ?? 0,
        offerId,
      );
    }
  }
}

function readShopRates(database: DatabaseSync): Map<number, ShopRates> {
  const shops = new Map<number, { rating: number; rates: Map<string, Rate> }>();
  for (const row of database.prepare('select id, rating from shop').all())
    shops.set(Number(row.id), { rating: Number(row.rating), rates: new Map() });
  for (const row of database.prepare('select * from shop_rate').all()) {
    shops.get(Number(row.shop_id))?.rates.set(String(row.country), {
      tariff: Number(row.tariff),
      freeFrom: row.free_from === null ? null : Number(row.free_from),
      daysMin: Number(row.days_min),
      daysMax: Number(row.days_max),
    });
  }
  return shops;
}
