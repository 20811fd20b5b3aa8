import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { feedPreview } from '../../contract/file-preview.js';
import { reportedRow, unreadColumn } from '../../contract/problem.js';

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

export function dropReport(dataDir: string, summary: string): void {
  for (const file of [join(folderOf(dataDir), summary), rowsFileOf(dataDir, summary)]) rmSync(file, { force: true });
}
