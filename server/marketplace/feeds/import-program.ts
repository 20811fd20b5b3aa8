import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Clock } from '../../clock/clock.js';
import type { FeedStatus } from '../../contract/feeds.js';
import { shopWords } from '../program/shop-choice.js';
import type { FeedSettings } from '../shop-file/feed-settings.js';

/** Milliseconds after which an import is given up. */
const longest = 4 * 3_600_000;
/** Characters of what the program says that are kept. */
const keptWords = 8000;
/** Reasons of rejected rows that are kept of a run. */
const keptReasons = 5;

const summarySchema = z.object({
  outcome: z.string(),
  refusal: z.string().nullable(),
  isOutage: z.boolean().default(false),
  rows: z.number(),
  rejected: z.number(),
  leftOut: z.number(),
  /** Name by which a held feed can be approved. */
  held: z.string().nullable(),
  changes: z.record(z.string(), z.number()),
  reasons: z.record(z.string(), z.number()),
});

export interface Imported {
  readonly status: FeedStatus;
  /** Nothing was imported for a reason that may pass by itself; the same may be imported later. */
  readonly isOutage: boolean;
  /** The catalogue says already what the files say. */
  readonly isUnchanged: boolean;
  readonly rows: number;
  readonly rejected: number;
  readonly leftOut: number;
  /** Rows that wait for an approval. */
  readonly held: number;
  /** How many were added, changed and so on. */
  readonly changes: Readonly<Record<string, number>>;
  readonly reason: string | null;
  /** The commonest first. */
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
  changes: {},
  reasons: {},
  report: null,
} as const;

/** Parameters of an import. */
export interface ImportWish
  extends Pick<FeedSettings, 'choice' | 'kind' | 'mode' | 'mapping' | 'encoding' | 'maxRejects'> {
  /** The file was imported before: offers only follow their rows to other products. */
  readonly isRepeated?: boolean;
  /** Changes nothing. */
  readonly isDryRun?: boolean;
  /** Somebody waits for it: it works beside other programs, not after them. */
  readonly isUrgent?: boolean;
}

function optionsOf({ choice, kind, mode, mapping, encoding, maxRejects, isRepeated, isDryRun }: ImportWish): string[] {
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

function readSummary(path: string | undefined): z.output<typeof summarySchema> | null {
  if (path === undefined || !existsSync(path)) return null;
  return summarySchema.parse(JSON.parse(readFileSync(path, 'utf8')));
}

function statusOf({ outcome, rejected }: z.output<typeof summarySchema>): FeedStatus {
  if (outcome === 'refused' || outcome === 'failed') return outcome;
  if (outcome === 'held') return 'held';
  return rejected > 0 ? 'completed_with_errors' : 'completed';
}

/**
 * Imports a file by the program of `npm run import` in a process of its own.
 * @param signal ends it
 * @throws as `runImportProgram`
 */
export function importFile(
  program: URL,
  dataDir: string,
  feed: ImportWish,
  file: string,
  signal: AbortSignal,
  clock: Clock,
): Promise<Imported> {
  const words = [feed.kind, file, ...optionsOf(feed), '--data-dir', dataDir];
  return runImportProgram(program, words, { isUrgent: feed.isUrgent === true }, signal, clock);
}

/**
 * Runs the program of `npm run import`, and tells what came of it.
 * @param signal ends it
 * @throws the reason of the signal, and where the program cannot be started
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
  let said = '';
  let complained = '';
  child.stdout?.on('data', (text: Buffer) => {
    said = `${said}${text}`.slice(-keptWords);
  });
  child.stderr?.on('data', (text: Buffer) => {
    complained = `${complained}${text}`.slice(-keptWords);
  });
  const end = (): boolean => child.kill('SIGKILL');
  signal.addEventListener('abort', end, { once: true });
  const timer = clock.after(longest, end);
  let code: unknown;
  try {
    if (signal.aborted) end();
    [code] = await closed;
  } finally {
    timer.cancel();
    signal.removeEventListener('abort', end);
  }
  if (signal.aborted) throw signal.reason;
  const summaryFile = /^Report: .*, (.+\.summary\.json)$/m.exec(said)?.[1];
  const summary = readSummary(summaryFile);
  if (!summary || summaryFile === undefined) {
    const reason = complained.trim().split('\n')[0] || `The import has ended without a report (${String(code)}).`;
    // 1 = it has said why it could not begin; anything else is a fault of the program.
    const isOutage = code === 1;
    return { ...noCounts, status: isOutage ? 'refused' : 'failed', isOutage, isUnchanged: false, reason };
  }
  return {
    status: statusOf(summary),
    isOutage: summary.isOutage,
    isUnchanged: summary.outcome === 'unchanged',
    rows: summary.rows,
    rejected: summary.rejected,
    leftOut: summary.leftOut,
    held: summary.held === null ? 0 : summary.rows,
    changes: summary.changes,
    reason: summary.refusal,
    reasons: Object.fromEntries(Object.entries(summary.reasons).slice(0, keptReasons)),
    report: basename(summaryFile),
  };
}
