import type { Clock } from '../../clock/clock.js';
import { finishShops } from '../offer-store/change-shop.js';
import type { OfferWriter } from '../offer-store/offer-writer.js';
import { withOffers } from './served-products.js';

const offersAtATime = 250;

/**
 * Applies scheduled prices whose time has come, and removes offers that have ended, also withheld ones.
 * @returns the number of changed products and the last commit; null = nothing was due
 */
export function applyDue(writer: OfferWriter): { products: number; commit: number | null } {
  const now = writer.clock.now();
  const find = writer.database.prepare(
    `select offer_id as id, product_id as product from offer_change left join offer_product on id = offer_id
     where at <= ? group by offer_id order by product_id limit ${offersAtATime}`,
  );
  const products = new Set<number>();
  let last: number | null = null;
  for (;;) {
    const due = find.all(now);
    if (due.length === 0) return { products: products.size, commit: last };
    const number = writer.commit((commit) => {
      for (const { id, product } of due) {
        const changes = writer.statements.changesOf(Number(id));
        const later = changes.filter(({ at }) => at > now);
        const past = changes.filter(({ at }) => at <= now);
        if (product === null || past.length === 0) {
          writer.statements.setChanges(Number(id), later);
          continue;
        }
        products.add(Number(product));
        for (const { price } of past) {
          if (price === null) commit.remove(Number(product), Number(id));
          else commit.change(Number(product), Number(id), { price }, later);
        }
      }
    });
    last = number ?? last;
  }
}

/** Applies the due changes of a data folder; other imports may run meanwhile. */
export function makeDueChanges(dataDir: string, clock: Clock): ReturnType<typeof applyDue> {
  return withOffers({ dataDir, clock }, (writer) => {
    finishShops(writer);
    return applyDue(writer);
  });
}
