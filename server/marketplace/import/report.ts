import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Unsold } from '../offer-store/unsold-offers.js';
import type { ImportKind } from './reading/columns.js';
import type { RowError } from './reading/import-errors.js';

/** Rows written out one by one; the rest is only counted. */
const mostLines = 20_000;
/** Characters of a value that are shown. */
const longestValue = 120;

/** What became of a row, by the name of what is noted of it. */
const outcomes: Readonly<Record<string, string>> = { SkippedRow: 'left out', IncompleteRow: 'incomplete' };

export interface ImportSummary {
  readonly kind: ImportKind;
  readonly files: readonly string[];
  /**
   * `unchanged`: the files say what is known already, so that nothing was written. `held`: somebody has to approve it.
   * `failed`: by a programming error or of the machine, not of the files.
   */
  readonly outcome: 'active' | 'unchanged' | 'dry run' | 'held' | 'refused' | 'failed';
  /** Nothing was imported for a reason that may pass by itself: disk, database, another import. */
  readonly isOutage: boolean;
  /** Why nothing was imported; null where it was. */
  readonly refusal: string | null;
  /** Name by which the feed can be approved; null where it is not held. */
  readonly held: string | null;
  /** Name of the new generation; null where there is none. */
  readonly generation: string | null;
  /** Number of the last commit of shops and offers; null without one. A reader with that commit has all of the feed. */
  readonly commit: number | null;
  readonly startedAt: string;
  readonly seconds: number;
  readonly rows: number;
  readonly rejected: number;
  /** Sound rows that stand for nothing to sell. */
  readonly leftOut: number;
  readonly changes: Readonly<Record<string, number>>;
  readonly reasons: Readonly<Record<string, number>>;
  /** Of the offers in the files, those that nobody can buy; null for other kinds and where nothing was imported. */
  readonly unsold: Unsold | null;
  /** What is odd about the files as a whole. */
  readonly notes: readonly string[];
}

/** Lines for the operator on offers that were imported and are not sold; none where all are. */
export function unsoldText(unsold: Unsold | null | undefined): string[] {
  if (!unsold || unsold.offers === 0) return [];
  const reasons = Object.entries(unsold.reasons).map(([words, offers]) => `  ${offers} × ${words}`);
  return [`Not sold are ${unsold.offers} of the offers in these files (npm run report names them):`, ...reasons];
}

/**
 * The report of one import beside the catalogue: `DATA_DIR/imports/<time>-<kind>.jsonl` with a line for each row that
 * was rejected or left out, a last one for what has ended the import before its time, and `.summary.json` with the
 * sums.
 */
export class ImportReport {
  readonly file: string;
  readonly summaryFile: string;
  readonly #handle: number;
  readonly #reasons = new Map<string, number>();
  #lines = 0;
  at = { file: '', line: 0 };
  rows = 0;
  rejected = 0;
  leftOut = 0;

  constructor(dataDir: string, kind: ImportKind, now: Date) {
    const folder = join(dataDir, 'imports');
    mkdirSync(folder, { recursive: true });
    const name = `${now.toISOString().replace(/[:.]/g, '-')}-${kind}`;
    this.file = join(folder, `${name}.jsonl`);
    this.summaryFile = join(folder, `${name}.summary.json`);
    this.#handle = openSync(this.file, 'w');
  }

  /** Notes a row that was not imported, or lacks something. */
  note({ field, value: given, reason: why, name }: RowError): void {
    const outcome = outcomes[name] ?? 'rejected';
    if (outcome === 'left out') this.leftOut++;
    if (outcome === 'rejected') this.rejected++;
    const reason = `${field} ${why.replace(/\d+/g, 'n')}`;
    // Reasons name values now and then; a file of a million rows must not make a million of them.
    if (this.#reasons.size < 1000 || this.#reasons.has(reason))
      this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
    if (++this.#lines > mostLines) return;
    const value = given.length > longestValue ? `${given.slice(0, longestValue)}…` : given;
    const row = { ...this.at, field, value, reason: why, outcome };
    writeSync(this.#handle, `${JSON.stringify(row)}\n`);
  }

  /** Notes what nobody has expected, with the row that was at hand and the stack, for anyone who mends the program. */
  fail(error: unknown): void {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    const line = { ...this.at, field: '', value: '', reason: `${name}: ${message}`, outcome: 'failed', stack };
    writeSync(this.#handle, `${JSON.stringify(line)}\n`);
  }

  /** The commonest reasons first. */
  reasons(): Record<string, number> {
    return Object.fromEntries([...this.#reasons].sort((a, b) => b[1] - a[1]).slice(0, 50));
  }

  end(summary: ImportSummary): void {
    closeSync(this.#handle);
    writeFileSync(this.summaryFile, `${JSON.stringify(summary, null, 2)}\n`);
  }
}
