import { type GenerateBody, mostGenerated } from '../../contract/carts.js';
import { decimalId, modelId } from '../../contract/ids.js';

const keyPattern = /^cartParam\[(\d+)(?:,(\w+))?\]$/;

/** One side of a pair as a form writes it; null where the encoding is broken. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/** Any text as a number of pieces from 1 to 99; a comma is a decimal point (specification 5). */
export function clampedQuantity(text: string): number {
  const number = Number.parseFloat(text.trim().replace(',', '.'));
  return Number.isNaN(number) ? 1 : Math.min(99, Math.max(1, Math.floor(number)));
}

/**
 * What a link wants in the cart (D31): keys are read raw, since a query parser would make objects of the brackets.
 * The first fifty count; an id that no offer can have is skipped.
 *
 * @param rawQuery with or without its question mark
 * @returns null when the link names nothing at all
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
    if (offerId === undefined || ++named > mostGenerated) continue;
    if (!decimalId.safeParse(offerId).success) continue;
    // A vehicle that nobody can have is no vehicle, as in every other query (D48).
    const vehicle = modelId.safeParse(model);
    items.push({ offerId, quantity: clampedQuantity(value), ...(vehicle.success && { modelId: vehicle.data }) });
  }
  return named === 0 ? null : { items, replace, skipped: Math.min(named - items.length, 10_000) };
}
