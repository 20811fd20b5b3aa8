import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { lastSummaries, readSummary, rowsFileOf } from '../feeds/kept-reports.js';

/** Rows of an import that are shown; all of them are in its file. */
const shownRows = 10;

const rejectedRow = z.object({
  file: z.string(),
  line: z.number(),
  field: z.string(),
  value: z.string(),
  reason: z.string(),
  outcome: z.string(),
});

function firstRows(file: string): z.output<typeof rejectedRow>[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean).slice(0, shownRows);
  return lines.map((line) => rejectedRow.parse(JSON.parse(line)));
}

/** The last imports by what they have left in `imports/`, the latest first; `rowsFile` has all rejected rows. */
export async function reportImports(dataDir: string, count: number) {
  const reports = [];
  for (const name of await lastSummaries(dataDir, count)) {
    const rowsFile = rowsFileOf(dataDir, name);
    const summary = await readSummary(dataDir, name);
    if (summary) reports.push({ ...summary, rowsFile, firstRows: firstRows(rowsFile) });
  }
  return reports;
}
