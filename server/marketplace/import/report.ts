import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { FeedPreview, FileSample } from '../../contract/file-preview.js';
import type { UnreadColumn } from '../../contract/problem.js';
import type { Unsold } from '../offer-store/withheld.js';
import { spelledOut } from './offer-fields.js';
import type { ImportKind } from './reading/columns.js';
import type { RowError } from './reading/import-errors.js';
import { Sample } from './reading/sample.js';

/** Rows that the report lists; further rows are only counted. */
const mostLines = 20_000;
/** Characters of a value in the report. */
const longestValue = 120;

/** Outcomes by the name of the error; all others are `rejected`. */
const outcomes: Readonly<Record<string, string>> = { SkippedRow: 'left out', IncompleteRow: 'incomplete' };

export interface ImportSummary {
  readonly kind: ImportKind;
  readonly files: readonly string[];
  /**
   * `unchanged`: no news in the files. `held`: an operator has to approve it. `failed`: an error of the program or the
   * machine, not of the files.
   */
  readonly outcome: 'active' | 'unchanged' | 'dry run' | 'held' | 'refused' | 'failed';
  /** Whether the reason may pass by itself: disk, database, another import. */
  readonly isOutage: boolean;
  /** Why nothing was imported; null = something was. */
  readonly refusal: string | null;
  /** Name by which an operator approves the feed; null = not held. */
  readonly held: string | null;
  /** Changes that a held feed or a dry run would make; null = neither. */
  readonly preview: FeedPreview | null;
  /** Offers with newer values, for which the approval of a held feed was refused. */
  readonly newer: number;
  /** The new generation; null = none was made. */
  readonly generation: string | null;
  /** Last commit of shops and offers; null = none. A reader with that commit has the whole feed. */
  readonly commit: number | null;
  readonly startedAt: string;
  readonly seconds: number;
  readonly rows: number;
  readonly rejected: number;
  /** Valid rows with nothing to sell or store. */
  readonly leftOut: number;
  readonly changes: Readonly<Record<string, number>>;
  readonly reasons: Readonly<Record<string, number>>;
  /** Offers in the files that nobody can buy; null for other kinds, and if nothing was imported. */
  readonly unsold: Unsold | null;
  /** Remarks on the files as a whole. */
  readonly notes: readonly string[];
  /** Columns of the files that were not read. */
  readonly unread: readonly UnreadColumn[];
  /** The beginning of the first file; null for other kinds than offers. */
  readonly sample: FileSample | null;
}

/** Describes in lines what was read, what was wrong with it, and what follows from it. */
export function sentencesOf(summary: ImportSummary): string[] {
  const { rows, rejected, leftOut, changes, refusal } = summary;
  const lines = [
    ...summary.notes,
    ...unreadText(summary.unread),
    `${rows} rows: ${rejected} rejected, ${leftOut} left out, in ${summary.seconds} s.`,
    ...Object.entries(summary.reasons)
      .slice(0, 5)
      .map(([reason, count]) => `  ${count} × ${reason}`),
  ];
  if (refusal !== null) return lines;
  const counts = Object.entries(changes).map(([what, count]) => `${count} ${what}`);
  return [...lines, counts.join(', '), ...unsoldText(summary.unsold)];
}

/** Lines about imported offers that are not sold. */
export function unsoldText(unsold: Unsold | null | undefined): string[] {
  if (!unsold || unsold.offers === 0) return [];
  const reasons = Object.entries(unsold.reasons).map(([words, offers]) => `  ${offers} × ${words}`);
  return [`Not sold are ${unsold.offers} of the offers in these files (npm run report names them):`, ...reasons];
}

/** Line that names the columns which were not read. */
function unreadText(unread: readonly UnreadColumn[]): string[] {
  if (unread.length === 0) return [];
  const columns = unread.map(({ column, nearest, isNet }) => {
    const near = nearest === null ? '' : ` (nearest known: ${nearest})`;
    return `${column}${isNet ? ' (a net price)' : near}`;
  });
  return [`Not read: ${columns.join(', ')}.`];
}

/**
 * The report of one import in `DATA_DIR/imports/`. `<time>-<kind>.jsonl` has a line for each row that was not imported,
 * and a last line for an unexpected error. `.summary.json` has the totals.
 */
export class ImportReport {
  readonly file: string;
  readonly summaryFile: string;
  readonly #handle: number;
  readonly #reasons = new Map<string, number>();
  #lines = 0;
  /** The current row, with the key of its offer or the number of its product. */
  at: { readonly file: string; readonly line: number; readonly key?: string | undefined } = { file: '', line: 0 };
  /** Columns that were not read, by name. */
  readonly unread = new Map<string, UnreadColumn>();
  readonly sample: Sample | null;
  rows = 0;
  rejected = 0;
  leftOut = 0;

  constructor(dataDir: string, kind: ImportKind, now: Date) {
    this.sample = kind === 'offers' ? new Sample(kind, spelledOut) : null;
    const folder = join(dataDir, 'imports');
    mkdirSync(folder, { recursive: true });
    const name = `${now.toISOString().replace(/[:.]/g, '-')}-${kind}`;
    this.file = join(folder, `${name}.jsonl`);
    this.summaryFile = join(folder, `${name}.summary.json`);
    this.#handle = openSync(this.file, 'w');
  }

  /** Notes a row that was not imported, or is incomplete. */
  note(error: RowError): void {
    const { field, value: given, reason: why, name } = error;
    const outcome = outcomes[name] ?? 'rejected';
    if (outcome === 'left out') this.leftOut++;
    if (outcome === 'rejected') this.rejected++;
    this.sample?.fault(error, outcome);
    const reason = `${field} ${why.replace(/\d+/g, 'n')}`;
    // Limits the number of different reasons, since some contain values of the rows.
    if (this.#reasons.size < 1000 || this.#reasons.has(reason))
      this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
    if (++this.#lines > mostLines) return;
    const value = given.length > longestValue ? `${given.slice(0, longestValue)}…` : given;
    const row = { ...this.at, field, value, reason: why, outcome };
    writeSync(this.#handle, `${JSON.stringify(row)}\n`);
  }

  /** Notes an unexpected error with the current row and the stack, for maintainers. */
  fail(error: unknown): void {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    const line = { ...this.at, field: '', value: '', reason: `${name}: ${message}`, outcome: 'failed', stack };
    writeSync(this.#handle, `${JSON.stringify(line)}\n`);
  }

  /** The most frequent reasons first. */
  reasons(): Record<string, number> {
    return Object.fromEntries([...this.#reasons].sort((a, b) => b[1] - a[1]).slice(0, 50));
  }

  end(summary: ImportSummary): void {
    closeSync(this.#handle);
    writeFileSync(this.summaryFile, `${JSON.stringify(summary, null, 2)}\n`);
  }
}
