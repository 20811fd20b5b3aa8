import type { Request } from '../../contract/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import { packSizeOf, packsFor } from '../catalogue/amount.js';
import { optionalModel } from '../catalogue/context.js';
import type { Generation } from '../store/generation.js';
import type { CartWrite } from './audit.js';
import { readOffers, snapshotOf } from './read-offer.js';
import { addPieces } from './write-cart.js';

/**
 * Adds pieces of an offer. Whether the shop has as many, or ships to the country, is told beside the line (P7).
 * @throws ProblemError `offer_unknown`; `gone` where the offer is sold out; `quantity_limit`
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
