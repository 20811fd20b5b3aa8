import { z } from 'zod';
import { languages } from './languages.js';

/** Searches for a term within a day, by enough visitors that it identifies none (D80). */
export const searchCount = z.object({
  language: z.enum(languages),
  /** Search term in lower case with single spaces. */
  term: z.string().min(1).max(100),
  searches: z.number().int().min(1),
  /** Searches without results, and searches with a corrected word. */
  withoutResults: z.number().int().min(0),
  corrected: z.number().int().min(0),
});
/** Counts to add to those of a day (UTC). */
export const searchCountsBody = z.object({ day: z.iso.date(), counts: z.array(searchCount).min(1).max(10_000) });
export const searchCountsReceipt = z.object({ taken: z.number().int() });

export type SearchCount = z.output<typeof searchCount>;
