import type { Request, Wire } from '../../contract/handler-types.js';
import { putEvent } from '../outbox/outbox.js';
import type { StateDb } from '../store/state-store.js';
import { transact } from '../store/transact.js';

/**
 * Keeps that a cart went to the checkout, and tells it to the operator's receivers; the same signed cart once. Whose it
 * was is not kept.
 *
 * @param targets names of the receivers
 */
export async function noteHandover(
  db: StateDb,
  { id, locale, country, lines, pieces, shops, priceTotal }: Request<'cartHandedOver'>,
  targets: readonly string[],
  now: Date,
): Promise<Wire<'cartHandedOver'>> {
  await transact(db, async (tx) => {
    const { numInsertedOrUpdatedRows: added } = await tx
      .insertInto('handover')
      .values({ id, created_at: now.toISOString(), locale, country, lines, pieces, total: priceTotal })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirstOrThrow();
    if (!added) return;
    const data = { cart: id, locale, country, currency: 'EUR', lines, pieces, shops, priceTotal } as const;
    await putEvent(tx, targets, { type: 'cart.handed_over', data }, now);
  });
  return { id };
}
