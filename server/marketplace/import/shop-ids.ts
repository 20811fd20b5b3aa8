import type { IdRegistry } from '../catalogue-file/ids.js';
import type { OfferWriter } from '../offer-store/offer-writer.js';
import { knownShops } from '../offer-store/stored-shops.js';

/**
 * Gives ids to names of shops: a shop that comes back has the id it had, and no other ever gets it (D50). Offers that
 * several folders share have their shops' ids in common, which the registry of one folder does not know; it learns them
 * as soon as the offers are its folder's own again.
 */
export function shopIds({ database, isShared }: OfferWriter, ids: IdRegistry): (name: string) => number {
  const known = knownShops(database);
  if (!isShared) {
    for (const [name, id] of known) ids.give('shop', name, id);
    return (name) => ids.idOf('shop', name);
  }
  const lastOfOffers = Number(database.prepare('select max(shop_id) as last from offer_key').get()?.last);
  let next = Math.max(lastOfOffers, ...known.values()) + 1;
  return (name) => {
    const id = known.get(name) ?? next++;
    known.set(name, id);
    return id;
  };
}
