import type { LiveOffers } from '../offer-store/live-offers.js';
import type { OfferRow } from '../offer-store/offer-tables.js';
import { withheldBits } from '../offer-store/withheld.js';
import { idList } from '../store/node-sqlite.js';

/**
 * Offers of products that are sold, as they are stored (offers-now.ts tells how they are by now); by product and id.
 */
export const offersOf = ({ db }: LiveOffers, productIds: readonly number[]): Promise<OfferRow[]> =>
  db.selectFrom('offer').selectAll().where('product_id', 'in', idList(productIds)).where('withheld', '=', 0).execute();

/** Offers by id, as `offersOf`; with those that are out of stock, which a cart tells from those that are gone. */
export const offersById = ({ db }: LiveOffers, ids: readonly number[]): Promise<OfferRow[]> =>
  db
    .selectFrom('offer_product')
    .innerJoin('offer', (join) =>
      join.onRef('offer.product_id', '=', 'offer_product.product_id').onRef('offer.id', '=', 'offer_product.id'),
    )
    .selectAll('offer')
    .where('offer_product.id', 'in', idList(ids))
    .where('withheld', 'in', [0, withheldBits.outOfStock])
    .execute();
