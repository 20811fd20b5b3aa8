import type { OfferFill } from '../marketplace/offer-store/offer-fill.js';
import type { OfferValues } from '../marketplace/offer-store/offer-rows.js';
import bulky from './data/bulky.json' with { type: 'json' };
import type { NumberedProduct, Product } from './products.js';
import type { SeededRandom } from './seeded-random.js';
import type { Shop } from './shops.js';

/** Shipping per piece of goods that are too large for an ordinary parcel, in cents, by kind of drawing and by leaf. */
const bulkyKinds: Readonly<Record<string, number>> = bulky.kinds;
const bulkyLeaves: Readonly<Record<number, number>> = bulky.leaves;
/** Deposit on starter batteries in Germany (BattDG § 19). */
const batteryDeposit = 750;

/** Products that all shops carry, so that there are long offer tables. */
const showPieces = 26;

/** Shops that offer a product: one for nearly a third of the products; larger numbers become geometrically rarer. */
function offerCount(rank: number, total: number, dice: SeededRandom): number {
  if (rank < showPieces) return 42;
  const roll = dice.roll('count');
  if (roll < 0.008) return 0;
  if (roll < 0.3) return 1;
  const mean = 1.6 + 6.4 * (1 - rank / total) ** 1.4;
  return Math.min(40, 2 + Math.floor(Math.log(1 - dice.roll('geometric')) / Math.log(1 - 1 / mean)));
}

/** Prices as shops write them: 41.99, 42.49, 42.90 …, and any cents below 5 euros. */
function retailPrice(cents: number, dice: SeededRandom): number {
  if (cents < 500) return Math.max(49, Math.round(cents));
  const euros = Math.floor(cents / 100);
  const ending = dice.pick([99, 99, 95, 95, 90, 89, 49, 50, 79, 29, 9, 0], 'ending');
  const style = dice.roll('style');
  return style < 0.3 ? Math.round(cents) : euros * 100 + ending;
}

/** The offers of one product, at most one per shop. */
function offersOf(
  product: NumberedProduct,
  count: number,
  shops: readonly Shop[],
  keyOf: OfferKey,
  seedDice: SeededRandom,
): OfferValues[] {
  const dice = seedDice.about('offer', product.brand.name, product.norm);
  const ordered = shops
    .map((shop) => ({ shop, key: dice.roll('shop', shop.row.name) ** (1 / shop.breadth) }))
    .sort((a, b) => b.key - a.key)
    .slice(0, count);
  return ordered.map(({ shop }) => {
    const own = dice.about(shop.row.name);
    const price = retailPrice(product.price * shop.priceFactor * own.lognormal(0.08, 'price'), own);
    const deposit =
      product.condition === 'remanufactured' ? Math.max(1500, Math.round((product.price * 0.25) / 500) * 500) : 0;
    const battery = product.category.goods.includes('starterBattery') && shop.row.country === 'DE' ? batteryDeposit : 0;
    const surcharge = bulkyLeaves[product.category.id] ?? bulkyKinds[product.category.kind] ?? 0;
    // A clearance now and then gives the home page a great reduction to show.
    const isClearance = product.category.id === 243 && own.roll('clearance') < 0.01;
    const before = isClearance ? 5.6 : 1.03 + 0.2 * own.roll('before');
    const lowest = isClearance || own.roll('lowest30') < 0.15 ? Math.round(price * before) : null;
    const slow = own.roll('slow') < 0.15 ? own.int(2, 6, 'slow') : 0;
    return {
      product_id: product.id,
      shop_id: shop.row.id,
      key: keyOf(product, shop, own),
      price,
      refund: deposit + battery,
      surcharge: surcharge === 0 || own.roll('free') < 0.25 ? 0 : surcharge,
      lowest30: lowest,
      stock: slow > 0 ? own.int(1, 3, 'few') : Math.round(2 * 60 ** own.roll('stock')),
      condition: product.condition,
      handling_min: shop.handling[0] + slow,
      handling_max: shop.handling[1] + slow,
    };
  });
}

/** A shop's own id of its offer of a product; unique within the shop. */
type OfferKey = (product: Product, shop: Shop, dice: SeededRandom) => string;

/** How many offers a product has, and what its shops call them. */
export interface OfferPlan {
  /** @param rank place of the product in its batch by popularity, from 0 */
  readonly countOf: (product: NumberedProduct, rank: number, batch: number) => number;
  readonly keyOf: OfferKey;
}

/** The plan of the small catalogue. An offer's key depends on the article alone, so it stays in every generation. */
export function demonstrationOffers(dice: SeededRandom): OfferPlan {
  const keys = new Set<string>();
  return {
    countOf: ({ brand, norm }, rank, total) => offerCount(rank, total, dice.about('offers', brand.name, norm)),
    keyOf(product, shop, own) {
      for (let attempt = 0; attempt < 1000; attempt++) {
        const key = `${shop.offerPrefix}${own.int(100_000, 999_999, 'key', attempt)}`;
        const full = `${shop.row.name}|${key}`;
        if (keys.has(full)) continue;
        keys.add(full);
        return key;
      }
      throw new RangeError(`${shop.row.name} has run out of offer ids at ${product.norm}`);
    },
  };
}

export function writeShops(shops: readonly Shop[], fill: OfferFill): void {
  for (const { row, rates } of [...shops].sort((a, b) => a.row.id - b.row.id)) {
    fill.shop(row);
    for (const { country, tariff, freeFrom, days } of rates)
      fill.rate({ shop_id: row.id, country, tariff, free_from: freeFrom, days_min: days[0], days_max: days[1] });
  }
}

/** Makes and writes the offers of a batch of products. @returns their number, with those that are not sold */
export function writeOffers(
  products: readonly NumberedProduct[],
  shops: readonly Shop[],
  { countOf, keyOf }: OfferPlan,
  fill: OfferFill,
  dice: SeededRandom,
): number {
  const ranked = [...products].sort((a, b) => b.popularity - a.popularity || a.id - b.id);
  let written = 0;
  for (const [rank, product] of ranked.entries()) {
    const offers = offersOf(product, countOf(product, rank, ranked.length), shops, keyOf, dice);
    for (const offer of offers) fill.offer(offer);
    written += offers.length;
  }
  return written;
}
