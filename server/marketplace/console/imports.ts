import { basename } from 'node:path';
import type { ConsoleImport } from '../../contract/console.js';
import type { Wire } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import { type KeptSummary, lastSummaries, readSummary, rejectedRows } from '../feeds/kept-reports.js';
import type { StateDb } from '../state/state-store.js';

/** Most imports that a page shows. */
const shown = 40;
interface Needs {
  readonly db: StateDb;
  readonly dataDir: string;
  /** Returns the name of a shop; null if it was removed. */
  shopNameOf(id: number): string | null;
}

/** Key of an import: the name of its summary file without the ending. */
const nameOf = (summary: string): string => summary.replace(/\.summary\.json$/, '');
const fileOf = (name: string): string => `${name}.summary.json`;

const wireOf = (name: string, source: string, summary: KeptSummary): ConsoleImport => {
  const { kind, outcome, refusal, startedAt, seconds, rows, rejected, leftOut } = summary;
  return { name, kind, source, outcome, reason: refusal, startedAt, seconds, rows, rejected, leftOut };
};

/**
 * Returns the sources of reports: a fetched feed, or the shop that sent an upload.
 * @param reports names of their files
 */
async function sourcesOf({ db, shopNameOf }: Needs, reports: readonly string[]): Promise<Map<string, string>> {
  if (reports.length === 0) return new Map();
  const runs = await db.selectFrom('feed_run').select(['feed', 'report']).where('report', 'in', reports).execute();
  const sent = await db
    .selectFrom('merchant_import')
    .select(['shop_id', 'report'])
    .where('report', 'in', reports)
    .execute();
  return new Map([
    ...runs.map(({ feed, report }) => [report ?? '', feed] as const),
    ...sent.map(({ shop_id, report }) => [report ?? '', shopNameOf(shop_id) ?? String(shop_id)] as const),
  ]);
}

const fileNames = ({ files }: KeptSummary): string => files.map((file) => basename(file)).join(', ');

/** Returns the last imports, the latest first. */
export async function lastImports(needs: Needs): Promise<ConsoleImport[]> {
  const reports = await lastSummaries(needs.dataDir, shown);
  const sources = await sourcesOf(needs, reports);
  const imports: ConsoleImport[] = [];
  for (const report of reports) {
    const summary = await readSummary(needs.dataDir, report);
    if (summary) imports.push(wireOf(nameOf(report), sources.get(report) ?? fileNames(summary), summary));
  }
  return imports;
}

/** Returns an import with the first of its rejected rows. @throws ProblemError `not_found` */
export async function importReport(needs: Needs, name: string): Promise<Wire<'consoleReport'>> {
  const report = fileOf(name);
  const summary = await readSummary(needs.dataDir, report);
  if (!summary) throw new ProblemError('not_found', 'no such import');
  const source = (await sourcesOf(needs, [report])).get(report) ?? fileNames(summary);
  const { notes, reasons, unread } = summary;
  return {
    ...wireOf(name, source, summary),
    notes,
    reasons,
    unread,
    rejectedRows: rejectedRows(needs.dataDir, report),
  };
}
