import { guarded } from '../commands/exit-on-error.js';
import { isExpectedError, sentenceOf } from '../commands/expected-error.js';
import { CatalogueCopy } from './catalogue-copy.js';
import { CategoryImporter } from './categories.js';
import type { ImportKind } from './columns.js';
import { FitmentImporter } from './fitment.js';
import { FeedError, RowError } from './import-errors.js';
import type { Importer } from './importer.js';
import { type Mapping, noMapping } from './mapping.js';
import { OfferImporter } from './offers.js';
import { ProductImporter } from './products.js';
import type { Progress } from './progress.js';
import { readFeed } from './reading/feed.js';
import type { FeedRecord } from './reading/records.js';
import { ImportReport, type ImportSummary } from './report.js';
import { ShopImporter } from './shops.js';
import { VehicleImporter } from './vehicles.js';

export interface ImportOptions {
  readonly dataDir: string;
  readonly kind: ImportKind;
  readonly files: readonly string[];
  /** Shop of offers that do not name one: id, name or slug. */
  readonly shop?: string | null;
  /** Whether offers that the files do not name stay. */
  readonly isUpdate?: boolean;
  /** Does everything but the last step. */
  readonly isDryRun?: boolean;
  /** Whether to begin with an empty catalogue, whatever is served. */
  readonly isFresh?: boolean;
  readonly mapping?: Mapping;
  /** A label of the Encoding Standard; null = found. */
  readonly encoding?: string | null;
  /** Share of rejected rows, in per cent, above which nothing is imported. */
  readonly maxRejects?: number;
  /** How long another import is waited for, in milliseconds. */
  readonly timeoutMs?: number;
  readonly progress?: Progress;
}

/** Share of rejected rows that a feed may have unless the operator says otherwise, in per cent. */
export const usualMaxRejects = 5;

type Outcome = Pick<ImportSummary, 'outcome' | 'refusal' | 'generation' | 'changes' | 'unsold' | 'notes'>;

/** The outcome of an import, and where its report is. */
export interface ImportResult {
  readonly summary: ImportSummary;
  readonly reportFile: string;
  readonly summaryFile: string;
}

/**
 * Imports files of one kind into a new generation of the catalogue and, when all is well, hands it to the readers; where
 * the files say nothing new, there is none.
 * A refusal is a result, not an error, and so is whatever goes wrong on the way: the served catalogue is then the same as before.
 */
export async function runImport(options: ImportOptions): Promise<ImportResult> {
  const { dataDir, kind, files, progress } = options;
  const now = new Date();
  const started = performance.now();
  const report = new ImportReport(dataDir, kind, now);
  let outcome: Outcome;
  try {
    outcome = await importInto(options, report);
  } catch (error) {
    const isRefused = isExpectedError(error);
    if (!isRefused) report.fail(error);
    const refusal = isRefused ? error.message : `${whereOf(report)}${sentenceOf(error)}`;
    outcome = {
      outcome: isRefused ? 'refused' : 'failed',
      refusal,
      generation: null,
      changes: {},
      unsold: null,
      notes: [],
    };
  } finally {
    progress?.end();
  }
  const summary: ImportSummary = {
    kind,
    files,
    ...outcome,
    startedAt: now.toISOString(),
    seconds: Math.round((performance.now() - started) / 100) / 10,
    rows: report.rows,
    rejected: report.rejected,
    leftOut: report.leftOut,
    reasons: report.reasons(),
  };
  report.end(summary);
  return { summary, reportFile: report.file, summaryFile: report.summaryFile };
}

const whereOf = ({ at: { file, line } }: ImportReport): string => (line > 0 ? `${file}, line ${line}: ` : '');

async function importInto(options: ImportOptions, report: ImportReport): Promise<Outcome> {
  const {
    dataDir,
    kind,
    files,
    mapping = noMapping,
    encoding = null,
    maxRejects = usualMaxRejects,
    progress,
  } = options;
  progress?.step('Copying the catalogue');
  const copy = new CatalogueCopy(dataDir, { isFresh: options.isFresh ?? false, timeoutMs: options.timeoutMs });
  try {
    const importer = importerOf(copy, options);
    const notes: string[] = [];
    for (const file of files) {
      const take = (record: FeedRecord): void => takeRow(importer, report, file, record);
      const onProgress = (read: number, size: number): void => progress?.reading(file, read, size);
      const country = importer instanceof OfferImporter ? importer.country : null;
      const reading = { kind, mapping, encoding, country, onProgress };
      const facts = await guarded(() => readFeed(file, reading, take));
      if (facts.note !== null) notes.push(`${file}: ${facts.note}`);
      if (importer instanceof OfferImporter) importer.isUpdate ||= facts.isUpdate;
    }
    report.at = { file: '', line: 0 };
    refuseBadFeed(report, maxRejects, importer.hasEffect ?? false);
    progress?.step('Working out what follows from it');
    const changes = importer.finish();
    notes.push(...(importer.notes ?? []));
    const common = { refusal: null, generation: null, changes, unsold: importer.unsold ?? null, notes };
    // Readers keep this generation and what they have cached of it.
    if (!importer.hasChanged) return { ...common, outcome: options.isDryRun ? 'dry run' : 'unchanged' };
    progress?.step('Checking the new catalogue');
    if (options.isDryRun) {
      copy.check(importer.tables ?? null);
      return { ...common, outcome: 'dry run' };
    }
    copy.activate(importer.tables ?? null);
    return { ...common, outcome: 'active', generation: copy.generation };
  } finally {
    copy.close();
  }
}

function importerOf(
  { database, ids }: CatalogueCopy,
  { kind, shop = null, isUpdate = false }: ImportOptions,
): Importer {
  switch (kind) {
    case 'offers': {
      const importer = new OfferImporter(database, ids, shop);
      importer.isUpdate = isUpdate;
      return importer;
    }
    case 'products':
      return new ProductImporter(database, ids);
    case 'vehicles':
      return new VehicleImporter(database, ids);
    case 'categories':
      return new CategoryImporter(database);
    case 'shops':
      return new ShopImporter(database, ids);
    case 'fitment':
      return new FitmentImporter(database);
  }
}

function takeRow(importer: Importer, report: ImportReport, file: string, record: FeedRecord): void {
  report.rows++;
  report.at = { file, line: record.line };
  try {
    if (record.error !== undefined) {
      importer.skip?.();
      throw new RowError('row', Object.values(record.fields).join(' | '), record.error);
    }
    importer.take(record);
  } catch (error) {
    if (!(error instanceof RowError)) throw error;
    report.note(error);
  }
}

function refuseBadFeed(report: ImportReport, maxRejects: number, hasEffect: boolean): void {
  const { rows, rejected, leftOut } = report;
  if (rows === 0) throw new FeedError('There are no rows to import.');
  if ((rejected / rows) * 100 > maxRejects)
    throw new FeedError(`${rejected} of ${rows} rows were rejected, more than ${maxRejects} per cent.`);
  if (rejected + leftOut === rows && !hasEffect) throw new FeedError('No row could be imported.');
}
