import type { Transaction } from 'kysely';
import type { StateTables } from '../state/state-tables.js';
import type { Session } from './sessions.js';

/** A write within its transaction. */
export interface CartWrite {
  tx: Transaction<StateTables>;
  session: Session;
  requestId: string;
  now: string;
}
export interface AuditedLine {
  id: string;
  offer_id: number;
  /** Needed for adds. */
  shop_id?: number;
  model_id: string;
  quantity: number;
}

/** Writes a row of the audit. @param line the line before the change @param unitPrice cents */
export async function audit(
  { tx, session, requestId, now }: CartWrite,
  event: StateTables['cart_audit']['event'],
  line: AuditedLine,
  quantityAfter: number,
  unitPrice: number,
): Promise<void> {
  await tx
    .insertInto('cart_audit')
    .values({
      at: now,
      cart: session.auditName,
      event,
      line_id: line.id,
      offer_id: line.offer_id,
      shop_id: line.shop_id ?? null,
      model_id: line.model_id,
      quantity_before: line.quantity,
      quantity_after: quantityAfter,
      unit_price: unitPrice,
      request_id: requestId,
    })
    .execute();
}
