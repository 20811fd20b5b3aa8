import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { reportedRow } from '../../contract/problem.js';

/** Rows that are listed one by one; all rows are counted. */
const most = 200;
/** Bytes of a report that are read for them. */
const read = 256 * 1024;
const summaryEnd = '.summary.json';
const rowsEnd = '.jsonl';

/** Fields of an import summary (`import/report.ts`). Fields that older programs did not write may be absent. */
const summarySchema = z.object({
  kind: z.string(),
  files: z.array(z.string()),
  outcome: z.string(),
  refusal: z.string().nullable(),
  held: z.string().nullish(),
  generation: z.string().nullable(),
  /** Of the offers. */
  commit: z.number().nullish(),
  startedAt: z.string(),
  seconds: z.number(),
  rows: z.number(),
  rejected: z.number(),
  leftOut: z.number(),
  reasons: z.record(z.string(), z.number()),
  unsold: z.object({ offers: z.number(), reasons: z.record(z.string(), z.number()) }).nullish(),
  notes: z.array(z.string()).default([]),
});
export type KeptSummary = z.output<typeof summarySchema>;
export type RejectedRow = z.output<typeof reportedRow>;

const folderOf = (dataDir: string): string => join(dataDir, 'imports');
/** The file with the rows that belong to the sums. @param summary name of their file */
export const rowsFileOf = (dataDir: string, summary: string): string =>
  join(folderOf(dataDir), summary.replace(/\.summary\.json$/, rowsEnd));

/** Names of the files with the sums of the last imports, the latest first; one that was killed has left none. */
export async function lastSummaries(dataDir: string, count: number): Promise<string[]> {
  const files = await readdir(folderOf(dataDir)).catch(() => []);
  return files
    .filter((name) => name.endsWith(summaryEnd))
    .sort()
    .slice(-count)
    .reverse();
}

/** The sums of an import; null where nothing is left that can be read. @param summary name of their file */
export async function readSummary(dataDir: string, summary: string): Promise<KeptSummary | null> {
  try {
    const text = await readFile(join(folderOf(dataDir), summary), 'utf8');
    return summarySchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * The first rejected, skipped or incomplete rows of an import; empty if its report has gone. Faults of the program are
 * left out.
 * @param summary name of the file with its sums
 */
export function rejectedRows(dataDir: string, summary: string): RejectedRow[] {
  let handle: number;
  try {
    handle = openSync(rowsFileOf(dataDir, summary), 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  try {
    const bytes = Buffer.alloc(read);
    const text = bytes.subarray(0, readSync(handle, bytes)).toString();
    // The last piece is empty, or a line that was cut.
    const lines = text.split('\n').slice(0, -1).slice(0, most);
    return lines.map((line) => reportedRow.parse(JSON.parse(line))).filter(({ outcome }) => outcome !== 'failed');
  } finally {
    closeSync(handle);
  }
}

/** Removes what an import has left. @param summary name of the file with its sums */
export function dropReport(dataDir: string, summary: string): void {
  for (const file of [join(folderOf(dataDir), summary), rowsFileOf(dataDir, summary)]) rmSync(file, { force: true });
}
