import { z } from 'zod';

/** Chosen values of one filter. */
export interface ChosenFilter {
  key: string;
  values: string[];
}

const maxLength = 2048;
const chosen = z
  .array(
    z.object({
      key: z.string().regex(/^\w{1,64}$/),
      values: z.array(z.string().min(1).max(120)).min(1).max(50),
    }),
  )
  .max(20);

/** One meaning, one spelling: keys and values sorted, doubles merged. */
function canonical(filters: readonly ChosenFilter[]): ChosenFilter[] {
  const byKey = new Map<string, Set<string>>();
  for (const { key, values } of filters) {
    const all = byKey.get(key) ?? new Set();
    for (const value of values) all.add(value);
    byKey.set(key, all);
  }
  return [...byKey]
    .map(([key, values]) => ({ key, values: [...values].sort() }))
    .filter(({ values }) => values.length > 0)
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** The `f` parameter: base64url of `[{"key":"brand","values":["30"]}]` (D21). Empty for no filters. */
export function encodeFilters(filters: readonly ChosenFilter[]): string {
  const sorted = canonical(filters);
  if (sorted.length === 0) return '';
  const binary = String.fromCharCode(...new TextEncoder().encode(JSON.stringify(sorted)));
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/**
 * The filters of an `f` parameter in canonical order; base64 and base64url are read. Null where it cannot be read or
 * is larger than allowed (2 KB, 20 keys, 50 values each): the caller ignores it and writes a log line (D21).
 */
export function decodeFilters(f: string): ChosenFilter[] | null {
  if (f.length > maxLength) return null;
  try {
    const binary = atob(f.replace(/-/g, '+').replace(/_/g, '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const parsed = chosen.safeParse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
    if (!parsed.success) return null;
    const filters = canonical(parsed.data);
    return filters.every(({ values }) => values.length <= 50) ? filters : null;
  } catch {
    return null;
  }
}
