import type { Clock } from '../../clock/clock.js';
import { KnownShops } from '../offer-store/known-shops.js';
import type { OfferWriter } from '../offer-store/offer-writer.js';
import { keepShopIds } from '../offer-store/stored-shops.js';
import type { ShopChoice } from '../program/shop-choice.js';
import { FeedLock } from './feed-lock.js';
import { withOffers } from './served-products.js';

/** Products of one commit. */
const productsAtATime = 500;

export function hangingOnShop({ database }: OfferWriter, shopId: number): Record<string, number> {
  const count = (from: string): number => Number(database.prepare(`select count(*) as rows from ${from}`).get()?.rows);
  return {
    offers: count(`offer_key where shop_id = ${shopId} and product_id <> 0`),
    'of them sold until now': Number(database.prepare('select offers from shop where id = ?').get(shopId)?.offers ?? 0),
    'delivery countries': count(`shop_rate where shop_id = ${shopId}`),
  };
}

/**
 * Takes a shop off with its offers and tariff, in commits of whole products; ids stay. May be run again after a kill.
 */
export function removeShop(writer: OfferWriter, shopId: number): void {
  removeOffers(writer, shopId);
  writer.commit((commit) => {
    keepShopIds(writer.database, `id = ${shopId}`);
    writer.database.prepare('delete from shop_rate where shop_id = ?').run(shopId);
    writer.database.prepare('delete from shop where id = ?').run(shopId);
    commit.touchShop(shopId);
  });
}

/** Takes all offers of a shop off, in commits of whole products; their ids stay. @returns how many there were */
export function removeOffers(writer: OfferWriter, shopId: number): number {
  const offers = [...writer.statements.keysOf(shopId)].map(([, { id, productId }]) => ({ id, productId }));
  offers.sort((a, b) => a.productId - b.productId);
  for (let at = 0; at < offers.length; ) {
    const products = new Set<number>();
    writer.commit((commit) => {
      for (; at < offers.length; at++) {
        const offer = offers[at];
        if (!offer || products.add(offer.productId).size > productsAtATime) return;
        commit.remove(offer.productId, offer.id);
      }
    });
  }
  return offers.length;
}

/**
 * Takes off all that a shop sells, since no feed has confirmed it for too long. Keys and ids stay, so that the next
 * whole feed brings the same offers back.
 * @param timeoutMs how long a feed of the shop is waited for, in milliseconds
 * @returns how many offers there were
 * @throws ExpectedError where there is no such shop or catalogue, or a feed of it runs
 */
export function expireShop(dataDir: string, choice: ShopChoice, clock: Clock, timeoutMs?: number): number {
  return withOffers({ dataDir, clock }, (writer) => {
    const shop = new KnownShops(writer.database).find(choice);
    const lock = new FeedLock(dataDir, shop, timeoutMs);
    try {
      return removeOffers(writer, shop.id);
    } finally {
      lock.release();
    }
  });
}
