import { fillShopBestOffers } from '../store/catalogue-schema.js';
import type { IdRegistry } from '../store/ids.js';
import type { Dice } from './hash.js';
import { bestOffers, type Offer, offerCount, offersOf } from './offers.js';
import type { Shop } from './shops.js';
import { editionCountries } from './vehicles.js';
import type { NumberedProduct } from './write-products.js';
import type { BulkWriter } from './writer.js';

interface NumberedOffer extends Offer {
  readonly id: number;
}

export function writeShops(shops: readonly Shop[], writer: BulkWriter): void {
  for (const s of [...shops].sort((a, b) => a.id - b.id)) {
    writer.insert(
      'shop',
      s.id,
      s.name,
      s.slug,
      s.rating,
      s.ratingCount,
      s.country,
      s.city,
      s.street,
      s.postcode,
      s.phone,
      s.email,
      s.register,
      s.vatId,
      s.language,
      s.returnDays,
      s.returnCost,
      s.terms,
      s.policy,
    );
    for (const rate of [...s.rates].sort((a, b) => (a.country < b.country ? -1 : 1))) {
      writer.insert('shop_rate', s.id, rate.country, rate.tariff, rate.freeFrom, rate.days[0], rate.days[1]);
    }
  }
}

/** Makes and writes the offers of all products, the cheapest one for each edition country and the best of each shop. */
export function writeOffers(
  products: readonly NumberedProduct[],
  shops: readonly Shop[],
  ids: IdRegistry,
  writer: BulkWriter,
  dice: Dice,
): number {
  const ranked = [...products].sort((a, b) => b.popularity - a.popularity || a.id - b.id);
  const keys = new Set<string>();
  const prices: {
    country: string;
    product: NumberedProduct;
    best: NonNullable<ReturnType<ReturnType<typeof bestOffers<NumberedOffer>>['get']>>;
  }[] = [];
  const rows: { product: NumberedProduct; offer: NumberedOffer }[] = [];
  for (const [rank, product] of ranked.entries()) {
    const count = offerCount(rank, ranked.length, dice.about('offers', product.brand.name, product.norm));
    const offers = offersOf(product, count, shops, keys, dice).map((offer) => ({
      ...offer,
      id: ids.idOf('offer', `${offer.shop.name}|${offer.key}`),
    }));
    for (const offer of offers) rows.push({ product, offer });
    for (const [country, best] of bestOffers(offers)) prices.push({ country, product, best });
  }
  rows.sort((a, b) => a.offer.id - b.offer.id);
  for (const { product, offer: o } of rows) {
    writer.insert(
      'offer',
      o.id,
      product.id,
      o.shop.id,
      o.key,
      o.price,
      o.refund,
      o.surcharge,
      o.lowest30,
      o.stock,
      product.condition,
      o.handling[0],
      o.handling[1],
    );
  }
  const order = new Map<string, number>([...editionCountries].sort().map((country, index) => [country, index]));
  prices.sort((a, b) => (order.get(a.country) ?? 0) - (order.get(b.country) ?? 0) || a.product.id - b.product.id);
  for (const { country, product, best } of prices) {
    const { offer, total, delivery, count } = best;
    writer.insert(
      'product_price',
      country,
      product.id,
      offer.id,
      offer.price,
      total,
      offer.refund,
      delivery[0],
      delivery[1],
      offer.shop.rating,
      count,
    );
  }
  writer.database.exec(fillShopBestOffers);
  return rows.length;
}
