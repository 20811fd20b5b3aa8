import { z } from 'zod';
import { reportedRow } from './problem.js';

const count = z.number().int().min(0);

/** Changes that a feed would make, or would have made when it was held. */
export const feedPreview = z.object({
  added: count,
  changed: count,
  removed: count,
  /** The largest price changes first, in cents. */
  prices: z.array(z.object({ key: z.string(), before: count, now: count })),
  /** Keys of the first offers that it would remove. */
  removals: z.array(z.string()),
});
export type FeedPreview = z.output<typeof feedPreview>;

/** Most rows, columns and rejected rows of a preview, and the longest names and values in characters. */
export const previewLimits = { rows: 20, columns: 200, rejected: 50, samples: 3, header: 120, value: 80 } as const;

/** A column of a merchant's tables with its meaning, a name in `columns.json` of the import; null = not read. */
export const columnMeaning = z.object({
  header: z.string().max(previewLimits.header),
  meaning: z.string().max(40).nullable(),
});
export const columnMeanings = z.array(columnMeaning).max(previewLimits.columns);
export type ColumnMeaning = z.output<typeof columnMeaning>;

/** The beginning of a file as the import reads it. */
export const fileSample = z.object({
  /** Columns of a table with some of their values; empty for other formats. */
  columns: z.array(columnMeaning.extend({ samples: z.array(z.string()) })),
  /** Meanings that a column can have. */
  meanings: z.array(z.string()),
  /** The first rows: their values by meaning, and why they are not imported as they are. */
  rows: z.array(
    z.object({
      line: count,
      values: z.record(z.string(), z.string()),
      faults: z.array(reportedRow.pick({ field: true, reason: true, outcome: true })),
    }),
  ),
  /** Why the file waits for the operator, or would wait; null = it does not. */
  held: z.string().nullable(),
});
export type FileSample = z.output<typeof fileSample>;

export const filePreview = fileSample.extend({
  /** Null = the file was refused. */
  changes: feedPreview.nullable(),
  /** Offers of the file that are not sold, by reason. */
  unsold: z.record(z.string(), count),
});
export type FilePreview = z.output<typeof filePreview>;
