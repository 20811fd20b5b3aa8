import { encodeFilters } from '../../../contract/filters.js';
import { parseFilters } from '../../catalogue/filters.js';
import type { Narrowed } from './narrow-leaves.js';

/** Chosen filters and those that words became; what is chosen takes the place of what words say. */
export function withFilters(f: string | undefined, narrowed: Narrowed | null): string | undefined {
  if (!narrowed || narrowed.products.length === 0 || narrowed.chosen.size === 0) return f;
  const all = new Map([...narrowed.chosen, ...parseFilters(f)]);
  return encodeFilters([...all].map(([key, values]) => ({ key, values: [...values] })));
}
