import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { feedPreview, filePreview, fileSample, previewLimits } from '../../contract/file-preview.js';
import { reportedRow, unreadColumn } from '../../contract/problem.js';
import { unsoldTexts } from '../offer-store/withheld.js';

/** Limit of listed rows. */
const mostRows = 200;
/** Limit of a report's part that is read for them. */
const readBytes = 256 * 1024;
const summaryEnd = '.summary.json';
const rowsEnd = '.jsonl';

/** Summary of an import (`import/report.ts`). Older programs wrote fewer fields. */
const summarySchema = z.object({
  kind: z.string(),
  files: z.array(z.string()),
  outcome: z.string(),
  refusal: z.string().nullable(),
  held: z.string().nullish(),
  preview: feedPreview.nullish(),
  newer: z.number().default(0),
  isOutage: z.boolean().default(false),
  generation: z.string().nullable(),
  commit: z.number().nullish(),
  startedAt: z.string(),
  seconds: z.number(),
  rows: z.number(),
  rejected: z.number(),
  leftOut: z.number(),
  changes: z.record(z.string(), z.number()).default({}),
  reasons: z.record(z.string(), z.number()),
  unsold: z.object({ offers: z.number(), reasons: z.record(z.string(), z.number()) }).nullish(),
  notes: z.array(z.string()).default([]),
  unread: z.array(unreadColumn).default([]),
  sample: fileSample.nullish(),
});
export type KeptSummary = z.output<typeof summarySchema>;
const rowInFile = reportedRow.extend({ file: z.string() });
export type RejectedRow = z.output<typeof reportedRow>;

const folderOf = (dataDir: string): string => join(dataDir, 'imports');
/** Path of the rows that belong to a summary. */
export const rowsFileOf = (dataDir: string, summary: string): string =>
  join(folderOf(dataDir), summary.replace(/\.summary\.json$/, rowsEnd));

/** Names of the last summaries, the latest first. A killed import leaves none. */
export async function lastSummaries(dataDir: string, count: number): Promise<string[]> {
  const files = await readdir(folderOf(dataDir)).catch(() => []);
  return files
    .filter((name) => name.endsWith(summaryEnd))
    .sort()
    .slice(-count)
    .reverse();
}

/** Reads a summary; null = it is missing or incomplete. */
export async function readSummaryFile(path: string): Promise<KeptSummary | null> {
  try {
    return summarySchema.safeParse(JSON.parse(await readFile(path, 'utf8'))).data ?? null;
  } catch {
    return null;
  }
}

/** Reads a summary by its name in `imports/`. */
export const readSummary = (dataDir: string, summary: string): Promise<KeptSummary | null> =>
  readSummaryFile(join(folderOf(dataDir), summary));

/** Returns the first rows in the report of an import; empty if the report is gone. */
export function reportedRows(dataDir: string, summary: string): z.output<typeof rowInFile>[] {
  let handle: number;
  try {
    handle = openSync(rowsFileOf(dataDir, summary), 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  try {
    const bytes = Buffer.alloc(readBytes);
    const text = bytes.subarray(0, readSync(handle, bytes)).toString();
    // The last line is empty or incomplete.
    const lines = text.split('\n').slice(0, -1).slice(0, mostRows);
    return lines.map((line) => rowInFile.parse(JSON.parse(line)));
  } finally {
    closeSync(handle);
  }
}

/** Returns the same rows for a merchant, without faults of the program. */
export const rejectedRows = (dataDir: string, summary: string): RejectedRow[] =>
  reportedRows(dataDir, summary)
    .filter(({ outcome }) => outcome !== 'failed')
    .map(({ file: _, ...row }) => row);

/** A preview with the parts of the report that other machines lack. */
export const keptPreview = filePreview.extend({
  rejectedRows: z.array(reportedRow),
  unread: z.array(unreadColumn),
});

/** Composes the preview of an import; null if the file could not be read at all. */
export async function previewOf(dataDir: string, summary: string): Promise<z.output<typeof keptPreview> | null> {
  const { sample, preview = null, unsold, unread } = (await readSummary(dataDir, summary)) ?? {};
  if (!sample || sample.rows.length === 0) return null;
  const reasons = Object.entries(unsoldTexts).map(([name, words]) => [name, unsold?.reasons[words] ?? 0] as const);
  return {
    ...sample,
    changes: preview,
    unsold: Object.fromEntries(reasons.filter(([, offers]) => offers > 0)),
    rejectedRows: rejectedRows(dataDir, summary).slice(0, previewLimits.rejected),
    unread: unread ?? [],
  };
}

export function dropReport(dataDir: string, summary: string): void {
  for (const file of [join(folderOf(dataDir), summary), rowsFileOf(dataDir, summary)]) rmSync(file, { force: true });
}
