import type { Clock } from '../../clock/clock.js';
import type { ShopChoice } from '../commands/shop-choice.js';
import { KnownShops } from '../offer-store/known-shops.js';
import { FeedLock } from './feed-lock.js';
import { removeOffers } from './remove-shop.js';
import { withOffers } from './served-products.js';

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
