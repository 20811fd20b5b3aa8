import type { OfferWriter } from '../offer-store/offer-writer.js';
import type { IdRegistry } from '../store/ids.js';

/**
 * Gives ids to names of shops. Offers that several folders share have their shops' ids in common, which the registry of
 * one folder does not know; one that any offer has ever had is never given again (D50).
 */
export function shopIds({ database, isShared }: OfferWriter, ids: IdRegistry): (name: string) => number {
  if (!isShared) return (name) => ids.idOf('shop', name);
  const known = new Map(
    database
      .prepare('select id, name from shop')
      .all()
      .map(({ id, name }) => [String(name), Number(id)]),
  );
  const { last } = database
    .prepare(
      `select max(coalesce((select max(id) from shop), 0), coalesce((select max(shop_id) from offer_key), 0),
         coalesce((select cast(value as integer) from meta where key = '${lastShopId}'), 0)) as last`,
    )
    .get() as { last: number };
  let next = last + 1;
  return (name) => {
    const id = known.get(name) ?? next++;
    known.set(name, id);
    return id;
  };
}

/** In `meta`: the id of a shop that was taken off, which had perhaps no offer. */
export const lastShopId = 'last shop id';
