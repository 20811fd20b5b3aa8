import { sql } from 'kysely';
import type { Request, Wire } from '../../contract/handler-types.js';
import type { Generation } from '../store/generation.js';
import { nextChangeOf } from './offers-now.js';

/**
 * The largest reduction that an offer in a leaf has today against its own lowest price of the last 30 days
 * (Directive 98/6/EC, Art. 6a), among the offers that ship to the country; 0 where none is reduced.
 * @param announceEnd told when that offer changes (milliseconds since 1970), where it is known to
 */
export async function largestReduction(
  generation: Generation,
  { categoryId, country }: Request<'reduction'>,
  announceEnd: (at: number) => void,
): Promise<Wire<'reduction'>> {
  const now = Date.now();
  const row = await generation.db
    .selectFrom('product')
    .innerJoin('offer', 'offer.product_id', 'product.id')
    .innerJoin('shop_rate', 'shop_rate.shop_id', 'offer.shop_id')
    .select(['offer.id', 'offer.price', 'offer.lowest30'])
    .where('product.category_id', '=', Number(categoryId))
    .where('shop_rate.country', '=', country)
    .where('offer.stock', '>', 0)
    .whereRef('offer.lowest30', '>', 'offer.price')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('offer_change').select('offer_id').whereRef('offer_id', '=', 'offer.id').where('at', '<=', now),
        ),
      ),
    )
    .orderBy(sql`1.0 * offer.price / offer.lowest30`)
    .limit(1)
    .executeTakeFirst();
  const next = row ? await nextChangeOf(generation, [row], now) : null;
  if (next !== null) announceEnd(next);
  const percent = row?.lowest30 ? Math.floor(100 - (100 * row.price) / row.lowest30) : 0;
  return { percent };
}
