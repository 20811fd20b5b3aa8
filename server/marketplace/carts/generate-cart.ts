import type { Request } from '../../contract/operations/handler-types.js';
import type { Generation } from '../generation/generation.js';
import { optionalModel } from '../vehicles/context.js';
import type { CartWrite } from './audit.js';
import { type LineSnapshot, readOffers, snapshotOf } from './read-offer.js';
import { changeCart, maxPieces } from './snapshots.js';
import { addPieces, clearCart, countLines, lineOf, maxLines } from './write-cart.js';

interface Item {
  offerId: number;
  price: number;
  modelId: string;
  quantity: number;
  snapshot: LineSnapshot;
}

/** Reads the items of a link, those of one line together, and counts those that the catalogue lacks. */
export async function readItems(
  generation: Generation,
  request: Request<'cartGenerate'>,
): Promise<{ items: Item[]; skipped: number }> {
  const offers = await readOffers(generation, [...new Set(request.items.map((item) => Number(item.offerId)))]);
  const items = new Map<string, Item>();
  let { skipped } = request;
  for (const { offerId, modelId, quantity } of request.items) {
    const entry = offers.get(Number(offerId));
    if (!entry || entry.offer.stock === 0) {
      skipped++;
      continue;
    }
    const model = optionalModel(generation, modelId);
    const key = `${offerId},${model?.id ?? ''}`;
    const known = items.get(key);
    if (known) {
      known.quantity += quantity;
      continue;
    }
    const snapshot = await snapshotOf(generation, entry, model, request.locale);
    items.set(key, { offerId: entry.offer.id, price: entry.offer.price, modelId: model?.id ?? '', quantity, snapshot });
  }
  return { items: [...items.values()], skipped };
}

/**
 * Fills the cart from a link (D31, D101). It caps quantities at the limit of a line and skips lines beyond the limit of
 * the cart; both are counted. A link without any known item leaves the cart as it is.
 */
export async function generateCart(
  write: CartWrite,
  { items, skipped }: { items: readonly Item[]; skipped: number },
  replace: boolean,
): Promise<void> {
  await changeCart(write, 'generate', async () => {
    let changed = false;
    let missed = skipped;
    let capped = 0;
    if (replace && items.length > 0) changed = await clearCart(write);
    for (const item of items) {
      const present = (await lineOf(write, item.offerId, item.modelId))?.quantity ?? 0;
      const quantity = Math.min(item.quantity, maxPieces - present);
      if (present === 0 && (await countLines(write)) >= maxLines) {
        missed++;
        continue;
      }
      if (quantity < item.quantity) capped++;
      if (quantity === 0) continue;
      await addPieces(write, { ...item, quantity });
      changed = true;
    }
    return { changed, skipped: missed, capped };
  });
}
