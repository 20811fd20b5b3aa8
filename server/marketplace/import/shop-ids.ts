import type { OfferWriter } from '../offer-store/offer-writer.js';
import type { IdRegistry } from '../store/ids.js';

/**
 * Gives ids to names of shops. Offers that several folders share have their shops' ids in common, which the registry of
 * one folder does not know; a shop that comes back has the id it had, and no other ever gets it (D50).
 */
export function shopIds(writer: OfferWriter, ids: IdRegistry): (name: string) => number {
  if (!writer.isShared) return (name) => ids.idOf('shop', name);
  const known = removedShops(writer);
  for (const { id, name } of writer.database.prepare('select id, name from shop').iterate())
    known.set(String(name), Number(id));
  const lastOfOffers = writer.database.prepare('select max(shop_id) as last from offer_key').get()?.last ?? 0;
  let next = Math.max(Number(lastOfOffers), ...known.values()) + 1;
  return (name) => {
    const id = known.get(name) ?? next++;
    known.set(name, id);
    return id;
  };
}

/** In `meta`, followed by the id: the name of a shop that was taken off. */
const removedShop = 'removed shop ';

/** To be called in the commit that takes a shop off. */
export function keepShopId({ database, statements }: OfferWriter, shopId: number): void {
  const name = database.prepare('select name from shop where id = ?').get(shopId)?.name;
  if (name !== undefined) statements.setMeta(removedShop + shopId, String(name));
}

function removedShops({ database }: OfferWriter): Map<string, number> {
  const rows = database
    .prepare('select cast(substr(key, ?) as integer) as id, value from meta where key glob ?')
    .all(removedShop.length + 1, `${removedShop}*`);
  return new Map(rows.map(({ id, value }) => [String(value), Number(id)]));
}
