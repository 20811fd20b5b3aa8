/**
 * The third segment of a catalogue address, `{type}-{id}-{categoryId}-{brandId}` (specification 2, D7, D47). It is
 * parsed by hand, because a greedy pattern reads `3-12-34-56` wrongly and model ids are word characters.
 */
export interface Tail {
  /** 1 manufacturer, 2 series page, 3 model; null without a vehicle. */
  type: 1 | 2 | 3 | null;
  id: string | null;
  categoryId: string | null;
  brandId: string | null;
}

const decimal = /^[1-9]\d{0,14}$/;
const word = /^\w{1,32}$/;

/** Parses a segment; returns null for an unknown type, a type without id, a leading zero or a fifth part. */
export function parseTail(segment: string): Tail | null {
  const parts = segment.split('-');
  if (parts.length < 3 || parts.length > 4) return null;
  const [type = '', id = '', categoryId = '', brandId] = parts;
  if (categoryId !== '' && !decimal.test(categoryId)) return null;
  if (brandId !== undefined && !decimal.test(brandId)) return null;
  const rest = { categoryId: categoryId || null, brandId: brandId ?? null };
  if (type === '' && id === '') return { type: null, id: null, ...rest };
  if (type === '3' && word.test(id)) return { type: 3, id, ...rest };
  if ((type === '1' || type === '2') && decimal.test(id)) return { type: type === '1' ? 1 : 2, id, ...rest };
  return null;
}

/** Formats a tail; the inverse of `parseTail`. */
export function formatTail(tail: Tail): string {
  const brand = tail.brandId === null ? '' : `-${tail.brandId}`;
  return `${tail.type ?? ''}-${tail.id ?? ''}-${tail.categoryId ?? ''}${brand}`;
}

/** Returns the category of a universal address `8-{categoryId}`, or null. */
export function parseUniversalTail(segment: string): string | null {
  const id = segment.startsWith('8-') ? segment.slice(2) : '';
  return decimal.test(id) ? id : null;
}
