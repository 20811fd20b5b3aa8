import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../../clock/clock.js';
import type { FeedStatus } from '../../contract/feeds.js';
import type { FeedPreview } from '../../contract/file-preview.js';
import { shopWords } from '../program/shop-choice.js';
import type { FeedSettings } from '../shop-file/feed-settings.js';
import { type KeptSummary, readSummaryFile } from './kept-reports.js';

/** Longest time of an import. */
const longestMs = 4 * 3_600_000;
/** Characters of the program's output that are kept. */
const keptOutputLength = 8000;
const keptReasons = 5;

export interface Imported {
  readonly status: FeedStatus;
  /** Whether the reason may pass by itself. */
  readonly isOutage: boolean;
  /** Whether the files have no news. */
  readonly isUnchanged: boolean;
  readonly rows: number;
  readonly rejected: number;
  readonly leftOut: number;
  /** Rows that wait for an approval. */
  readonly held: number;
  /** Changes that a held file or a dry run would make; null = neither. */
  readonly preview: FeedPreview | null;
  /** Offers with newer values, for which an approval was refused. */
  readonly newer: number;
  /** Counts of added, changed and other rows. */
  readonly changes: Readonly<Record<string, number>>;
  readonly reason: string | null;
  /** The most frequent first. */
  readonly reasons: Readonly<Record<string, number>>;
  /** Name of the summary in `imports/`. */
  readonly report: string | null;
}
export const noCounts = {
  isOutage: false,
  rows: 0,
  rejected: 0,
  leftOut: 0,
  held: 0,
  preview: null,
  newer: 0,
  changes: {},
  reasons: {},
  report: null,
} as const;

export interface ImportOrder
  extends Pick<FeedSettings, 'choice' | 'kind' | 'mode' | 'mapping' | 'encoding' | 'maxRejects'> {
  /** Whether the file was imported before, so that offers only follow their rows to other products. */
  readonly isRepeated?: boolean;
  readonly isDryRun?: boolean;
  /** JSON: meanings that the merchant has chosen for columns. */
  readonly columns?: string | null;
  /** Whether somebody waits, so that the import gets normal priority. */
  readonly isUrgent?: boolean;
}

function optionsOf({ choice, kind, mode, mapping, encoding, maxRejects, isRepeated, isDryRun }: ImportOrder): string[] {
  const modes = { full: [], update: ['--update'], partial: ['--mode', 'partial'] };
  return [
    ...(kind === 'offers' ? [...shopWords(choice), ...modes[mode]] : []),
    ...(mapping === null ? [] : ['--mapping', mapping]),
    ...(encoding === null ? [] : ['--encoding', encoding]),
    ...(maxRejects === null ? [] : ['--max-rejects', String(maxRejects)]),
    ...(isRepeated ? ['--repeat'] : []),
    ...(isDryRun ? ['--dry-run'] : []),
  ];
}

function statusOf({ outcome, rejected }: KeptSummary): FeedStatus {
  if (outcome === 'refused' || outcome === 'failed' || outcome === 'held') return outcome;
  return rejected > 0 ? 'completed_with_errors' : 'completed';
}

/** Imports a file in a process of its own (`npm run import`). */
export async function importFile(
  program: URL,
  dataDir: string,
  feed: ImportOrder,
  file: string,
  signal: AbortSignal,
  clock: Clock,
): Promise<Imported> {
  const { columns = null } = feed;
  const columnsFile = `${file}.columns`;
  const chosen = columns === null ? [] : ['--columns', columnsFile];
  const words = [feed.kind, file, ...optionsOf(feed), ...chosen, '--data-dir', dataDir];
  try {
    if (columns !== null) await writeFile(columnsFile, columns, { mode: 0o600 });
    return await runImportProgram(program, words, { isUrgent: feed.isUrgent === true }, signal, clock);
  } finally {
    await rm(columnsFile, { force: true });
  }
}

/**
 * Runs `npm run import` with these words.
 * @param signal kills the process
 * @throws the reason of the signal; an error if the program cannot be started
 */
export async function runImportProgram(
  program: URL,
  words: readonly string[],
  { isUrgent = false }: { isUrgent?: boolean },
  signal: AbortSignal,
  clock: Clock,
): Promise<Imported> {
  const child: ChildProcess = spawn(process.execPath, [fileURLToPath(program), ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(isUrgent && { IMPORT_PRIORITY: 'normal' }) },
  });
  const closed = once(child, 'close');
  let output = '';
  let errorOutput = '';
  child.stdout?.on('data', (text: Buffer) => {
    output = `${output}${text}`.slice(-keptOutputLength);
  });
  child.stderr?.on('data', (text: Buffer) => {
    errorOutput = `${errorOutput}${text}`.slice(-keptOutputLength);
  });
  const end = (): boolean => child.kill('SIGKILL');
  signal.addEventListener('abort', end, { once: true });
  const timer = clock.after(longestMs, end);
  let code: unknown;
  try {
    if (signal.aborted) end();
    [code] = await closed;
  } finally {
    timer.cancel();
    signal.removeEventListener('abort', end);
  }
  if (signal.aborted) throw signal.reason;
  const summaryFile = /^Report: .*, (.+\.summary\.json)$/m.exec(output)?.[1];
  const summary = summaryFile === undefined ? null : await readSummaryFile(summaryFile);
  if (!summary || summaryFile === undefined) {
    const reason = errorOutput.trim().split('\n')[0] || `The import has ended without a report (${String(code)}).`;
    // With code 1 the program has printed why it could not begin. Other codes are faults of the program.
    const isOutage = code === 1;
    return { ...noCounts, status: isOutage ? 'refused' : 'failed', isOutage, isUnchanged: false, reason };
  }
  return importedOf(summary, basename(summaryFile));
}

/** The result of an import by its summary. @param report name of the summary in `imports/` */
export const importedOf = (summary: KeptSummary, report: string): Imported => ({
  status: statusOf(summary),
  isOutage: summary.isOutage,
  isUnchanged: summary.outcome === 'unchanged',
  rows: summary.rows,
  rejected: summary.rejected,
  leftOut: summary.leftOut,
  held: summary.held ? summary.rows : 0,
  preview: summary.preview ?? null,
  newer: summary.newer,
  changes: summary.changes,
  reason: summary.refusal,
  reasons: Object.fromEntries(Object.entries(summary.reasons).slice(0, keptReasons)),
  report,
});
