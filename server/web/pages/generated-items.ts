import { type GenerateBody, maxGenerated, maxPieces } from '../../contract/carts.js';
import { decimalId, modelId } from '../../contract/ids.js';

const keyPattern = /^cartParam\[(\d+)(?:,(\w+))?\]$/;

/** Decodes one side of a pair of form data; null for a broken encoding. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/**
 * Parses the pieces of a link and ignores decimals (specification 5). Null for a value that a form would refuse as
 * well: nothing, below one, or no number (D101).
 */
export function quantityOf(text: string): number | null {
  const [, whole] = /^(\d+)(?:[.,]\d*)?$/.exec(text.trim()) ?? [];
  return Number(whole) >= 1 ? Math.min(maxPieces, Number(whole)) : null;
}

/**
 * Parses the items of a link that fills a cart (D31). Reads keys raw, since a query parser would make objects of the
 * brackets. Only the first fifty count. Skips invalid offers and quantities.
 *
 * @param rawQuery with or without its question mark
 * @returns null for a link without items
 */
export function generatedItems(rawQuery: string): GenerateBody | null {
  const items: GenerateBody['items'] = [];
  let replace = false;
  let named = 0;
  for (const pair of rawQuery.replace(/^\?/, '').split('&')) {
    const at = pair.indexOf('=');
    const key = decoded(at < 0 ? pair : pair.slice(0, at));
    const value = decoded(at < 0 ? '' : pair.slice(at + 1)) ?? '';
    if (key === 'replace') replace = value === 'true';
    const [, offerId, model] = (key && keyPattern.exec(key)) || [];
    if (offerId === undefined || ++named > maxGenerated) continue;
    const quantity = quantityOf(value);
    if (quantity === null || !decimalId.safeParse(offerId).success) continue;
    // A malformed vehicle is ignored, as in every other query (D48).
    const vehicle = modelId.safeParse(model);
    items.push({ offerId, quantity, ...(vehicle.success && { modelId: vehicle.data }) });
  }
  return named === 0 ? null : { items, replace, skipped: Math.min(named - items.length, 10_000) };
}
