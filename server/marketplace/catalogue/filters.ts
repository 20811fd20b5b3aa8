import { z } from 'zod';
import { logLine } from '../program/log.js';

/** Chosen values by key, sorted and without duplicates. */
export type ChosenFilters = ReadonlyMap<string, readonly string[]>;

const longest = 2048;
const none: ChosenFilters = new Map();
const shape = z
  .array(z.object({ key: z.string().min(1).max(64), values: z.array(z.string().max(128)).max(50) }))
  .max(20);

/**
 * Parses `f`: base64url or base64 of `[{"key":"brand","values":["30"]}]` (D21). Logs and ignores anything else, and
 * anything longer than 2 KB.
 */
export function parseFilters(f: string | undefined): ChosenFilters {
  if (f === undefined || f === '') return none;
  try {
    if (f.length > longest || !/^[\w+/-]+={0,2}$/.test(f)) throw new SyntaxError('not base64');
    const parsed = shape.parse(JSON.parse(Buffer.from(f, 'base64url').toString('utf8')));
    const chosen = new Map<string, string[]>();
    for (const { key, values } of parsed) chosen.set(key, [...(chosen.get(key) ?? []), ...values]);
    return sorted(chosen);
  } catch (error) {
    logLine('warn', 'filter_ignored', { reason: error instanceof z.ZodError ? 'shape' : 'encoding', length: f.length });
    return none;
  }
}

function sorted(chosen: ChosenFilters): ChosenFilters {
  const entries = [...chosen].map(([key, values]) => [key, [...new Set(values)].sort()] as const);
  return new Map(entries.filter(([, values]) => values.length > 0).sort(([a], [b]) => (a < b ? -1 : 1)));
}
