import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Rows of an import that are shown; all of them are in its file. */
const shownRows = 10;

const summary = z.object({
  kind: z.string(),
  files: z.array(z.string()),
  outcome: z.string(),
  refusal: z.string().nullable(),
  generation: z.string().nullable(),
  /** Of the offers; absent in what older programs have left. */
  commit: z.number().nullish(),
  startedAt: z.string(),
  seconds: z.number(),
  rows: z.number(),
  rejected: z.number(),
  leftOut: z.number(),
  reasons: z.record(z.string(), z.number()),
  /** Absent in what older programs have left. */
  unsold: z.object({ offers: z.number(), reasons: z.record(z.string(), z.number()) }).nullish(),
});
const rejectedRow = z.object({
  file: z.string(),
  line: z.number(),
  field: z.string(),
  value: z.string(),
  reason: z.string(),
  outcome: z.string(),
});

export type ImportReport = z.output<typeof summary> & {
  /** Where all rejected rows are, as JSON lines. */
  readonly rowsFile: string;
  readonly firstRows: readonly z.output<typeof rejectedRow>[];
};

function firstRows(file: string): z.output<typeof rejectedRow>[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean).slice(0, shownRows);
  return lines.map((line) => rejectedRow.parse(JSON.parse(line)));
}

/** The last imports by what they have left in `imports/`, the latest first; one that was killed has left no summary. */
export function reportImports(dataDir: string, most: number): ImportReport[] {
  const folder = join(dataDir, 'imports');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.summary.json'))
    .sort()
    .slice(-most)
    .reverse()
    .map((name) => {
      const rowsFile = join(folder, name.replace('.summary.json', '.jsonl'));
      const reported = summary.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
      return { ...reported, rowsFile, firstRows: firstRows(rowsFile) };
    });
}
