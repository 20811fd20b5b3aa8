import type { Clock } from '../../clock/clock.js';
import { FeedLock } from './feed-lock.js';
import { FeedError } from './import-errors.js';
import { nameKey } from './known-brands.js';
import { readShops } from './offer-fields.js';
import { removeOffers } from './remove-shop.js';
import { withOffers } from './served-products.js';

/**
 * Takes off all that a shop sells, since no feed has confirmed it for too long. Keys and ids stay, so that the next
 * whole feed brings the same offers back.
 * @param timeoutMs how long a feed of the shop is waited for, in milliseconds
 * @returns how many offers there were
 * @throws FeedError where there is no such shop or catalogue, or a feed of it runs
 */
export function expireShop(dataDir: string, name: string, clock: Clock, timeoutMs?: number): number {
  return withOffers({ dataDir, clock }, (writer) => {
    const shop = readShops(writer.database).get(nameKey(name));
    if (!shop) throw new FeedError(`There is no shop "${name}".`);
    const lock = new FeedLock(dataDir, shop, timeoutMs);
    try {
      return removeOffers(writer, shop.id);
    } finally {
      lock.release();
    }
  });
}
