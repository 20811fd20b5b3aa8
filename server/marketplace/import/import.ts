import { type Clock, dateOf } from '../../clock/clock.js';
import type { StoreSettings } from '../../env-marketplace.js';
import { type Publish, whileImporting } from '../catalogue-store/while-importing.js';
import { guarded } from '../program/exit-on-error.js';
import { isExpectedError, isOutage, sentenceOf } from '../program/expected-error.js';
import type { ShopChoice } from '../program/shop-choice.js';
import { CatalogueTarget } from './catalogue-target.js';
import type { Query } from './compare-searches.js';
import { defaultLimits, type GuardLimits } from './guards.js';
import { holdFeed } from './held-feeds.js';
import type { Importer, ImportTarget, Outcome } from './import-target.js';
import type { Approval } from './newer-offers.js';
import { OfferTarget } from './offer-target.js';
import type { FeedMode } from './offers.js';
import type { Progress } from './progress.js';
import type { ImportKind } from './reading/columns.js';
import { readFeed } from './reading/feed.js';
import { FeedError, RowError } from './reading/import-errors.js';
import { type Mapping, noMapping } from './reading/mapping.js';
import type { FeedRecord } from './reading/records.js';
import { ImportReport, type ImportSummary } from './report.js';
import { ShopTarget } from './shops.js';

/*
 * Runs an import. After each failure:
 *
 * - A row is unusable: it is reported, and what it names stays as it was. Too many such rows refuse the file.
 * - A guard holds a feed: nothing changes, and its files wait for the operator (`held-feeds.ts`).
 * - Another import holds the lock, or PostgreSQL is away: refused as an outage, which a caller may repeat.
 * - Disk or permissions fail: failed as an outage. Another error is a fault of the program; the report has its stack.
 * - A new generation is not finished or published: `close` removes it, and readers keep the served one.
 * - A change of offers stops halfway: each product has its old offers or its new ones. The next run does the rest.
 * - The process is killed: its locks end with it. An unfinished generation is never served.
 */

export interface ImportOptions {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly kind: ImportKind;
  readonly files: readonly string[];
  /** Shop of all rows; null = rows name their shops. */
  readonly shop?: ShopChoice | null;
  readonly mode?: FeedMode;
  /** Whether the files were imported before, so that offers only follow their rows to other products. */
  readonly isRepeated?: boolean;
  readonly limits?: GuardLimits;
  /** Decision about a held feed; null = the feed was not held. */
  readonly approval?: Approval | null;
  /** Codes of countries that no shop may ship to. */
  readonly embargo?: readonly string[];
  /** Hosts whose photographs the shop shows; photographs of others are reported. */
  readonly imageHosts?: readonly string[];
  /** Does everything except the activation. */
  readonly isDryRun?: boolean;
  /** Further searches that a dry run of search rules compares. */
  readonly queries?: readonly Query[];
  /** Whether to start with an empty catalogue; it removes all shops and offers unless `keepsOffers`. */
  readonly isFresh?: boolean;
  readonly keepsOffers?: boolean;
  readonly mapping?: Mapping;
  /** Store from which other machines fetch generations; null if this folder serves only itself. */
  readonly store?: StoreSettings | null;
  /** A label of the Encoding Standard; null = detected. */
  readonly encoding?: string | null;
  /** Share of rejected rows, in per cent, above which nothing is imported. */
  readonly maxRejects?: number;
  /** How long to wait for another import. */
  readonly timeoutMs?: number;
  readonly progress?: Progress;
}

export const defaultMaxRejects = 5;

/**
 * Imports files of one kind. Shops and offers change in place; other kinds make a new generation of the catalogue,
 * which is activated at the end. Files without news write nothing. A refusal or an error is a result, not an exception;
 * the served catalogue then stays as it was.
 */
export async function runImport(options: ImportOptions) {
  const { dataDir, clock, kind, files, progress } = options;
  const now = dateOf(clock);
  const started = clock.steady();
  const report = new ImportReport(dataDir, kind, now);
  let outcome: Outcome;
  let isLater = false;
  try {
    outcome = await whileImporting(
      mayPublish(options) ? options.store : null,
      { dataDir, clock },
      (publish) => importInto(options, report, publish),
      options.timeoutMs,
    );
  } catch (error) {
    const isRefused = isExpectedError(error);
    isLater = isOutage(error);
    if (!isRefused) report.fail(error);
    const refusal = isRefused ? error.message : `${whereOf(report)}${sentenceOf(error)}`;
    outcome = { ...nothing, outcome: isRefused ? 'refused' : 'failed', refusal };
  } finally {
    progress?.end();
  }
  const summary: ImportSummary = {
    kind,
    files,
    ...outcome,
    isOutage: isLater,
    startedAt: now.toISOString(),
    seconds: Math.round((clock.steady() - started) / 100) / 10,
    rows: report.rows,
    rejected: report.rejected,
    leftOut: report.leftOut,
    reasons: report.reasons(),
    unread: [...report.unread.values()],
    sample: report.sample?.result ?? null,
  };
  report.end(summary);
  return { summary, reportFile: report.file, summaryFile: report.summaryFile };
}

/** The outcome of an import that changed nothing. */
const nothing: Omit<Outcome, 'outcome'> = {
  refusal: null,
  held: null,
  preview: null,
  newer: 0,
  generation: null,
  commit: null,
  changes: {},
  unsold: null,
  notes: [],
};

const whereOf = ({ at: { file, line } }: ImportReport): string => (line > 0 ? `${file}, line ${line}: ` : '');

/** Whether the import may make a generation, which other machines read as well. */
const mayPublish = ({ kind, isDryRun }: ImportOptions): boolean => kind !== 'offers' && kind !== 'shops' && !isDryRun;

async function importInto(options: ImportOptions, report: ImportReport, publish: Publish | null): Promise<Outcome> {
  const { kind, files, mapping = noMapping, encoding = null, maxRejects = defaultMaxRejects, progress } = options;
  const target = targetOf(options);
  try {
    const { importer } = target;
    const notes: string[] = [];
    for (const file of files) {
      const take = (record: FeedRecord): void => importRow(importer, report, file, record);
      const onProgress = (read: number, size: number): void => progress?.reading(file, read, size);
      const isPartial = options.mode === 'partial';
      const reading = {
        kind,
        mapping,
        encoding,
        country: importer.country ?? null,
        isPartial,
        now: options.clock.now(),
        sample: file === files[0] ? report.sample : null,
        onProgress,
      };
      const facts = await guarded(() => readFeed(file, reading, take));
      if (facts.note !== null) notes.push(`${file}: ${facts.note}`);
      if (facts.isUpdate) importer.isUpdate = true;
      for (const each of facts.unread) report.unread.set(each.column, each);
    }
    report.at = { file: '', line: 0 };
    const refused = refusalOf(report, maxRejects, importer.hasEffect ?? false);
    // A preview also says what else such a file would change.
    const goesOn = options.isDryRun && report.sample && report.rows > 0;
    if (refused !== null && !goesOn) throw new FeedError(refused);
    progress?.step('Working out what follows from it');
    const changes = importer.finish();
    const { added = 0, changed = 0, removed = 0 } = changes;
    const hasChanged = importer.hasChanged ?? added + changed + removed > 0;
    notes.push(...(importer.notes ?? []));
    const { held = null } = importer;
    const preview = options.isDryRun ? (importer.preview ?? null) : null;
    const common = { ...nothing, changes, preview, unsold: importer.unsold ?? null, notes };
    if (report.sample) report.sample.held = held;
    if (refused !== null) return { ...common, outcome: 'refused', refusal: refused };
    if (held && !options.isDryRun) return { ...common, ...hold(options, held, importer), changes: {} };
    const newer = options.approval?.newer === 'ask' ? (importer.newer ?? 0) : 0;
    if (newer > 0) {
      const refusal = `${newer} offers have newer values than the held feed. Approve it with --keep-newer to leave them, or with --overwrite.`;
      return { ...common, newer, changes: {}, outcome: 'refused', refusal };
    }
    if (held) notes.push(`It would be held: ${held}`);
    const due = target.due ?? null;
    if (options.isDryRun) {
      progress?.step('Checking what is new');
      if (hasChanged) {
        target.check?.();
        notes.push(...((await target.compare?.(options.queries ?? [])) ?? []));
      }
      return { ...common, outcome: 'dry run' };
    }
    // Nothing is activated, so readers keep their caches.
    if (!hasChanged) {
      importer.remember?.();
      return { ...common, commit: due, outcome: due === null ? 'unchanged' : 'active' };
    }
    progress?.step('Handing it over');
    if (publish && target.seal) {
      const publication = target.seal();
      progress?.step('Publishing it');
      // First, because a generation that only this machine serves would be lost with it.
      await publish(publication);
    }
    return { ...common, ...target.activate(), outcome: 'active' };
  } finally {
    target.close();
  }
}

/** Stores the files of a held feed until an operator decides. */
function hold(
  { dataDir, clock, files, shop = null, mode = 'full', mapping = noMapping, encoding = null }: ImportOptions,
  reason: string,
  importer: Importer,
): Pick<Outcome, 'outcome' | 'refusal' | 'held' | 'preview'> {
  const { preview } = importer;
  const feed = { reason, files: [...files], shop, mode, mapping, encoding, preview };
  const held = holdFeed(dataDir, feed, dateOf(clock), (file) => importer.storeOffers?.(file));
  return { outcome: 'held', refusal: reason, held, preview: preview ?? null };
}

function targetOf(options: ImportOptions): ImportTarget {
  const { dataDir, clock, kind, shop = null, mode = 'full', mapping = noMapping, encoding = null } = options;
  options.progress?.step('Reading what is known');
  if (kind === 'offers') {
    const context = JSON.stringify([mapping, encoding]);
    const { isRepeated = false, limits = defaultLimits, approval = null } = options;
    const feed = { mode, isRepeated, context, limits, approval };
    return new OfferTarget(dataDir, clock, shop, feed, options.isDryRun ?? false, options.timeoutMs);
  }
  if (kind === 'shops') return new ShopTarget(dataDir, clock, options.embargo ?? [], options.timeoutMs);
  return new CatalogueTarget({ ...options, kind });
}

function importRow(importer: Importer, report: ImportReport, file: string, record: FeedRecord): void {
  report.rows++;
  report.at = { file, line: record.line, key: record.fields.key ?? record.fields.number };
  report.sample?.row(record);
  try {
    if (record.error !== undefined) {
      importer.skip?.();
      throw new RowError('row', Object.values(record.fields).join(' | '), record.error);
    }
    importer.importRow(record);
    for (const lack of importer.incomplete?.splice(0) ?? []) report.note(lack);
  } catch (error) {
    if (!(error instanceof RowError)) throw error;
    report.note(error);
  }
}

/** Returns why a file is refused as a whole; null = it is not. */
function refusalOf({ rows, rejected, leftOut }: ImportReport, maxRejects: number, hasEffect: boolean): string | null {
  if (rows === 0) return 'There are no rows to import.';
  if ((rejected / rows) * 100 > maxRejects)
    return `${rejected} of ${rows} rows were rejected, more than ${maxRejects} per cent.`;
  return rejected + leftOut === rows && !hasEffect ? 'No row could be imported.' : null;
}
