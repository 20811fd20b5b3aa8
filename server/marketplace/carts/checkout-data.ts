import type { z } from 'zod';
import type { checkoutData } from '../../contract/checkout-data.js';
import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { packSizeOf } from '../catalogue/amount.js';
import type { ProductTable } from '../catalogue-file/catalogue-tables.js';
import type { Generation } from '../generation/generation.js';
import type { Shop } from '../offer-store/shop-index.js';
import { returnPolicyOf } from '../offer-store/shop-index.js';
import { putEvent } from '../outbox/outbox.js';
import type { StateDb } from '../state/state-store.js';
import { transact } from '../state/transact.js';
import type { StoredLine } from './read-cart.js';
import { offersOfLines } from './read-offer.js';

type CheckoutDataWire = z.input<typeof checkoutData>;

/** Returns the data that fulfilment needs, without lines whose offers are gone. */
export async function checkoutDataOf(
  generation: Generation,
  lines: readonly StoredLine[],
  reading = offersOfLines(generation, lines),
): Promise<CheckoutDataWire> {
  const entries = await reading;
  const shops = new Map([...entries.values()].map(({ shop }) => [shop.id, shop]));
  return {
    lines: lines.flatMap((line) => {
      const entry = entries.get(line.offer_id);
      if (!entry) return [];
      return [{ id: line.id, sku: entry.offer.key, gtin: entry.product.ean, pack: packOf(entry.product) }];
    }),
    shops: [...shops.values()].map((shop) => ({
      id: String(shop.id),
      trader: traderOf(shop),
      returns: returnPolicyOf(shop),
    })),
  };
}

const packOf = (product: ProductTable): CheckoutDataWire['lines'][number]['pack'] => ({
  pieces: packSizeOf(product),
  content:
    product.base_amount === null || product.base_unit === null
      ? null
      : { value: product.base_amount / 1000, unit: product.base_unit },
});

/** Returns the seller's identity; null for data that the shop did not give. */
export function traderOf(shop: Shop): CheckoutDataWire['shops'][number]['trader'] {
  const nullIfEmpty = (value: string): string | null => value.trim() || null;
  return {
    name: shop.name,
    street: nullIfEmpty(shop.street),
    postcode: nullIfEmpty(shop.postcode),
    city: nullIfEmpty(shop.city),
    country: shop.country,
    phone: nullIfEmpty(shop.phone),
    email: nullIfEmpty(shop.email),
    register: nullIfEmpty(shop.register),
    vatId: nullIfEmpty(shop.vat_id),
  };
}

/**
 * Records that a cart went to the checkout, and notifies the operator's receivers; once for a signed cart. The record
 * does not name the visitor.
 * @param targets names of the receivers
 */
export async function recordCheckout(
  db: StateDb,
  { id, locale, country, lines, pieces, shops, priceTotal }: Request<'cartHandedOver'>,
  targets: readonly string[],
  now: Date,
): Promise<Wire<'cartHandedOver'>> {
  await transact(db, async (tx) => {
    const { numInsertedOrUpdatedRows: added } = await tx
      .insertInto('handover')
      .values({
        id,
        created_at: now.toISOString(),
        locale,
        country,
        lines,
        pieces,
        total: priceTotal,
        shops: ` ${shops.join(' ')} `,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirstOrThrow();
    if (!added) return;
    const data = { cart: id, locale, country, currency: 'EUR', lines, pieces, shops, priceTotal } as const;
    await putEvent(tx, targets, { type: 'cart.handed_over', data }, now);
  });
  return { id };
}
