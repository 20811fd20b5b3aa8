import { createHash, randomBytes } from 'node:crypto';
import { dateOf } from '../../clock/clock.js';
import type { Request } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import { packSizeOf, packsFor } from '../catalogue/amount.js';
import type { Generation } from '../generation/generation.js';
import type { CallContext } from '../http/handler.js';
import { claimKey } from '../state/idempotency.js';
import type { StateDb } from '../state/state-store.js';
import { transact } from '../state/transact.js';
import { optionalModel } from '../vehicles/context.js';
import { type AuditedLine, audit, type CartWrite } from './audit.js';
import { type StoredLine, storedLines } from './read-cart.js';
import { type LineSnapshot, offersOfLines, readOffers, snapshotOf } from './read-offer.js';
import { makeSession, touchMovedSession, touchSession } from './sessions.js';
import { latestUndo, maxPieces, type UndoWire } from './snapshots.js';

/** Lines of a cart: limits what a visitor can store. */
export const maxLines = 250;

/**
 * Runs one change of a cart with its session, audit and idempotency key in one transaction. A visitor without a valid
 * session gets one, with the id that the web tier issued (D26, D79). A repeated key with the same request changes
 * nothing. Returns the lines after the change.
 * @param wish identifies the change: equal in every repeat (D88)
 * @param seesCart the request comes from the cart page, so the visitor has seen its prices
 * @throws ProblemError `idempotency_key_reused`; `too_many` if no session may be made; the errors of `change`. An error
 * rolls everything back, the session and the key too
 */
export async function writeCart(
  db: StateDb,
  context: CallContext,
  change: (write: CartWrite) => Promise<void>,
  { wish, seesCart }: { wish: readonly unknown[]; seesCart: boolean },
): Promise<{ lines: StoredLine[]; undo: UndoWire | null }> {
  const key = context.idempotencyKey;
  const fingerprint = createHash('sha256').update(JSON.stringify(wish)).digest('base64url');
  const given = (context.isSigned && context.sid) || undefined;
  const now = dateOf(context.clock);
  const { madeSid, ...written } = await transact(db, async (tx) => {
    const known = (await touchSession(tx, context.sid, now)) ?? (await touchMovedSession(tx, context.sid, now));
    if (!known && !context.mayBegin) throw new ProblemError('too_many', 'no new session for this visitor now');
    const made = known ? null : await makeSession(tx, now, given);
    const session = known ?? (made as NonNullable<typeof made>).session;
    const write = { tx, session, requestId: context.requestId, now: now.toISOString() };
    const claim = { session_id: session.id, created_at: write.now, fingerprint };
    const isRepeat = key !== null && (await claimKey(tx, 'idempotency', { ...claim, key })) !== null;
    if (!isRepeat) await change(write);
    const after = await storedLines(tx, session);
    if (seesCart) await markPricesSeen(write, after, context.generation());
    return { lines: after, undo: await latestUndo(tx, session, now), madeSid: made?.sid };
  });
  if (madeSid !== undefined) context.announceSession(madeSid);
  return written;
}

/** Adds pieces of an offer for a vehicle to their line (D52). @param addition `price` in cents */
export async function addPieces(
  write: CartWrite,
  addition: { offerId: number; price: number; modelId: string; quantity: number; snapshot: LineSnapshot },
): Promise<void> {
  const { tx, session, now } = write;
  const { offerId, price, modelId, quantity } = addition;
  const line = await lineOf(write, offerId, modelId);
  const total = (line?.quantity ?? 0) + quantity;
  if (total > maxPieces) throw new ProblemError('quantity_limit', `at most ${maxPieces} pieces of one offer`);
  const snapshot = JSON.stringify(addition.snapshot);
  const shop = { shop_id: Number(addition.snapshot.shop.id) };
  if (line) {
    await tx
      .updateTable('cart_line')
      .set({ quantity: total, seen_price: price, snapshot })
      .where('id', '=', line.id)
      .execute();
    return audit(write, 'add', { ...line, ...shop }, total, price);
  }
  if ((await countLines(write)) >= maxLines)
    throw new ProblemError('quantity_limit', `at most ${maxLines} lines in one cart`);
  const made = { id: randomBytes(12).toString('base64url'), offer_id: offerId, model_id: modelId, quantity: 0 };
  await tx
    .insertInto('cart_line')
    .values({ ...made, quantity, session_id: session.id, seen_price: price, snapshot, created_at: now })
    .execute();
  return audit(write, 'add', { ...made, ...shop }, quantity, price);
}

export async function countLines({ tx, session }: CartWrite): Promise<number> {
  const { lines } = await tx
    .selectFrom('cart_line')
    .select((expression) => expression.fn.countAll<number>().as('lines'))
    .where('session_id', '=', session.id)
    .executeTakeFirstOrThrow();
  return lines;
}

export const lineOf = (
  { tx, session }: CartWrite,
  offerId: number,
  modelId: string,
): Promise<AuditedLine | undefined> =>
  tx
    .selectFrom('cart_line')
    .select(['id', 'offer_id', 'model_id', 'quantity'])
    .where('session_id', '=', session.id)
    .where('offer_id', '=', offerId)
    .where('model_id', '=', modelId)
    .executeTakeFirst();

/** Reads a line of the session. @throws ProblemError `line_unknown`, also for a line of another session (D52) */
export async function ownLine(
  { tx, session }: CartWrite,
  id: string,
): Promise<AuditedLine & { seen_price: number; snapshot: string }> {
  const line = await tx
    .selectFrom('cart_line')
    .select(['id', 'offer_id', 'model_id', 'quantity', 'seen_price', 'snapshot'])
    .where('session_id', '=', session.id)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!line) throw new ProblemError('line_unknown');
  return line;
}

export async function setQuantity(write: CartWrite, id: string, quantity: number): Promise<void> {
  const line = await ownLine(write, id);
  await write.tx.updateTable('cart_line').set({ quantity }).where('id', '=', id).execute();
  await audit(write, 'change', line, quantity, line.seen_price);
}

/** Deletes every line. Returns whether there was any. */
export async function clearCart(write: CartWrite): Promise<boolean> {
  const { tx, session } = write;
  const lines = await tx
    .deleteFrom('cart_line')
    .where('session_id', '=', session.id)
    .returning(['id', 'offer_id', 'model_id', 'quantity', 'seen_price'])
    .execute();
  for (const line of lines) await audit(write, 'delete', line, 0, line.seen_price);
  return lines.length > 0;
}

/**
 * Stores today's prices as seen, after a change on the cart page. `lines`, and so the response, keep the former ones.
 */
async function markPricesSeen({ tx }: CartWrite, lines: readonly StoredLine[], generation: Generation): Promise<void> {
  const offers = await offersOfLines(generation, lines);
  for (const line of lines) {
    const price = offers.get(line.offer_id)?.offer.price;
    if (price === undefined || price === line.seen_price) continue;
    await tx.updateTable('cart_line').set({ seen_price: price }).where('id', '=', line.id).execute();
  }
}

/**
 * Adds pieces of an offer. Too few pieces or a shop that does not ship is reported beside the line (P7).
 * @throws ProblemError `offer_unknown`, `quantity_limit`; `gone` = sold out
 */
export async function addOffer(
  write: CartWrite,
  generation: Generation,
  { id, modelId, quantity, unit, locale }: Request<'cartAdd'>,
): Promise<void> {
  const offerId = Number(id);
  const entry = (await readOffers(generation, [offerId])).get(offerId);
  if (!entry) throw new ProblemError('offer_unknown');
  if (entry.offer.stock === 0) throw new ProblemError('gone', 'sold out');
  const model = optionalModel(generation, modelId);
  const snapshot = await snapshotOf(generation, entry, model, locale);
  const packs = unit === 'piece' ? packsFor(quantity, packSizeOf(entry.product)) : quantity;
  const addition = { offerId, price: entry.offer.price, modelId: model?.id ?? '', quantity: packs, snapshot };
  await addPieces(write, addition);
}
