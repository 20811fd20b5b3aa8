import { z } from 'zod';
import { type ChosenFilter, canonical } from './filter-code.js';

export { type ChosenFilter, encodeFilters } from './filter-code.js';

/** Most characters of an `f` (D21). */
export const maxFilterLength = 2048;
const chosen = z
  .array(
    z.object({
      key: z.string().regex(/^\w{1,64}$/),
      values: z.array(z.string().min(1).max(120)).min(1).max(50),
    }),
  )
  .max(20);

/**
 * Reads the filters of an `f` in base64 or base64url, in canonical order. Returns null if it cannot be read or is too
 * large (2 KB, 20 keys, 50 values each). The caller then ignores it and logs that (D21).
 */
export function decodeFilters(f: string): ChosenFilter[] | null {
  if (f.length > maxFilterLength) return null;
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
