import { ProblemError } from '../../contract/problem.js';
import type { Generation } from '../generation/generation.js';
import { optionalModel } from '../vehicles/context.js';
import { audit, type CartWrite } from './audit.js';
import { equivalentsOf } from './equivalent-parts.js';
import type { Viewer } from './read-cart.js';
import { type LineSnapshot, type OfferEntry, readOffers, snapshotOf } from './read-offer.js';
import { changeCart, maxPieces } from './snapshots.js';
import { ownLine } from './write-cart.js';

interface Replacement {
  from: string;
  /** Id of the offer that replaces `from`. */
  to: string;
}

/** A line may get the same part of another shop, or an equivalent part for its car (D84). */
export type ReplacedBy = 'same' | 'equivalent';

/** @throws ProblemError `invalid` for a part that may not replace the other */
async function requirePart(
  generation: Generation,
  old: OfferEntry | undefined,
  snapshot: LineSnapshot,
  entry: OfferEntry,
  by: ReplacedBy,
): Promise<void> {
  const model = optionalModel(generation, snapshot.model?.id);
  const isOther = String(entry.product.id) !== snapshot.productId;
  if (by === 'same' || !isOther || !old || !model) return requireSamePart(old, snapshot, entry);
  const equivalents = await equivalentsOf(generation, old.product, model);
  if (!equivalents.some(({ id }) => id === entry.product.id))
    throw new ProblemError('invalid', 'not an equivalent part', { parameter: 'offer' });
}

/**
 * @throws ProblemError `invalid` for another part or condition; the line itself identifies a part whose offer is gone
 */
function requireSamePart(old: OfferEntry | undefined, { productId }: LineSnapshot, entry: OfferEntry): void {
  const facts = { parameter: 'offer' };
  if (String(entry.product.id) !== productId) throw new ProblemError('invalid', 'not the same brand and number', facts);
  if (old && old.offer.condition !== entry.offer.condition)
    throw new ProblemError('invalid', 'not the same condition', facts);
}

/** @param wish pieces of the line, and of other lines with the offer */
function requireSupply(
  generation: Generation,
  { offer }: OfferEntry,
  wish: { pieces: number; taken: number },
  { country }: Viewer,
): void {
  if (!generation.offers.shops.rate(offer.shop_id, country))
    throw new ProblemError('not_delivered', 'the shop does not ship to the country', { country });
  if (offer.stock === 0) throw new ProblemError('gone', 'sold out');
  const pieces = Math.max(0, offer.stock - wish.taken);
  if (pieces < wish.pieces) throw new ProblemError('too_few', 'fewer pieces than the line wants', { pieces });
}

/**
 * Moves a line to another offer of the same brand, number and condition (D18), or of an equivalent part (D84). A line
 * that has this offer for the same vehicle joins it. The offer must have enough pieces for all its lines.
 * @throws ProblemError `line_unknown`, `offer_unknown`, `quantity_limit`; `gone` = sold out; `too_few` with the pieces
 * left; `not_delivered` with the country; `invalid` = another part
 */
export async function repositionOffer(
  write: CartWrite,
  generation: Generation,
  { from, to }: Replacement,
  viewer: Viewer,
  by: ReplacedBy = 'same',
): Promise<void> {
  const { tx, session } = write;
  const line = await ownLine(write, from);
  const offerId = Number(to);
  const offers = await readOffers(generation, [Math.abs(line.offer_id), offerId]);
  const entry = offers.get(offerId);
  if (!entry) throw new ProblemError('offer_unknown');
  const former = offers.get(Math.abs(line.offer_id));
  await requirePart(generation, former, JSON.parse(line.snapshot) as LineSnapshot, entry, by);
  const taking = await tx
    .selectFrom('cart_line')
    .select(['id', 'offer_id', 'model_id', 'quantity'])
    .where('session_id', '=', session.id)
    .where('offer_id', '=', offerId)
    .where('id', '!=', line.id)
    .execute();
  const same = taking.find(({ model_id }) => model_id === line.model_id);
  const wanted = taking.reduce((sum, other) => sum + other.quantity, line.quantity);
  const quantity = line.quantity + (same?.quantity ?? 0);
  if (quantity > maxPieces) throw new ProblemError('quantity_limit', `at most ${maxPieces} pieces of one offer`);
  requireSupply(generation, entry, { pieces: line.quantity, taken: wanted - line.quantity }, viewer);
  if (same) {
    await tx.deleteFrom('cart_line').where('id', '=', same.id).execute();
    await audit(write, 'delete', same, 0, entry.offer.price);
  }
  const model = optionalModel(generation, line.model_id);
  const snapshot = JSON.stringify(await snapshotOf(generation, entry, model, viewer.locale));
  await tx
    .updateTable('cart_line')
    .set({ offer_id: offerId, quantity, seen_price: entry.offer.price, snapshot })
    .where('id', '=', line.id)
    .execute();
  await audit(write, 'replace', { ...line, offer_id: offerId }, quantity, entry.offer.price);
}

/**
 * Returns whether every line has its new offer, as after a second click. A line that is gone has joined another line.
 */
async function isApplied({ tx, session }: CartWrite, replacements: readonly Replacement[]): Promise<boolean> {
  const lines = await tx
    .selectFrom('cart_line')
    .select(['id', 'offer_id'])
    .where('session_id', '=', session.id)
    .execute();
  const offerOf = new Map(lines.map((line) => [line.id, line.offer_id]));
  const supplying = new Set(offerOf.values());
  return replacements.every(({ from, to }) =>
    offerOf.has(from) ? offerOf.get(from) === Number(to) : supplying.has(Number(to)),
  );
}

/**
 * Makes all replacements of a plan or none, and stores the cart for an undo. A plan that is made already changes
 * nothing, so the undo restores the cart before the first click.
 * @throws ProblemError as `repositionOffer`
 */
export async function applyPlan(
  write: CartWrite,
  generation: Generation,
  replacements: readonly Replacement[],
  viewer: Viewer,
  by: ReplacedBy = 'same',
): Promise<void> {
  const { tx, session } = write;
  if (await isApplied(write, replacements)) return;
  await changeCart(write, by === 'same' ? 'plan' : 'equivalent', async () => {
    // Two lines may swap offers: negative ids keep them apart until each has its new one.
    await tx
      .updateTable('cart_line')
      .set(({ neg }) => ({ offer_id: neg('offer_id') }))
      .where('session_id', '=', session.id)
      .where('id', 'in', [...new Set(replacements.map(({ from }) => from))])
      .execute();
    for (const replacement of replacements) await repositionOffer(write, generation, replacement, viewer, by);
    return { changed: true, skipped: 0 };
  });
}
