import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, dateOf } from '../../clock/clock.js';
import type { EventType } from '../../contract/events.js';
import type { FeedStatus } from '../../contract/feeds.js';
import type { Outbound } from '../../outbound/outbound.js';
import { servedProductKeys } from '../catalogue-file/product-keys.js';
import { contentOf } from '../import/reading/input.js';
import { epochOf } from '../offer-store/offer-file.js';
import { putEvent, putMail } from '../outbox/outbox.js';
import { isExpectedError, sentenceOf } from '../program/expected-error.js';
import type { logLine } from '../program/log.js';
import type { FeedSettings } from '../shop-file/feed-settings.js';
import type { Senders } from '../shop-file/shop-file.js';
import type { Lease } from '../state/lease.js';
import type { StateDb } from '../state/state-store.js';
import { savedColumnsOf } from './chosen-columns.js';
import {
  beginRun,
  endRun,
  type FeedChange,
  type FeedRow,
  pauseAfterFailure,
  pauseAfterRefusal,
  type Random,
  usualPause,
} from './feed-state.js';
import { copyFromFolder, FeedFetchError, type FetchLimits, fetchFeed, type Validators } from './fetch-feed.js';
import { holdMail } from './hold-mail.js';
import { type Imported, importFile, noCounts } from './import-program.js';
import { dropReport } from './kept-reports.js';
import { endOrphans, feedFolder, holdShop } from './shop-lock.js';

export interface RunNeeds {
  readonly db: StateDb;
  readonly dataDir: string;
  /** Built file of `npm run import`. */
  readonly importProgram: URL;
  readonly outbound: Outbound;
  readonly limits: FetchLimits;
  readonly targets: readonly string[];
  readonly senders: Senders;
  readonly clock: Clock;
  readonly random: Random;
  /** How long a lease outlives a killed process; left out, the default. */
  readonly leaseMs?: number;
  readonly log: typeof logLine;
}
export interface FinishedRun extends Imported {
  /** Pause that the server requests. */
  readonly retryAfterMs: number;
  /** Identifies the imported content; null = nothing was imported. */
  readonly applied: (Validators & { readonly content: string }) | null;
  /** New validators of known content; null = none. */
  readonly seen: Validators | null;
}
const nothing = { ...noCounts, isUnchanged: false, reason: null, retryAfterMs: 0, applied: null, seen: null };

/** Outcomes that are reported. */
const reportedEvents: { readonly [S in FeedStatus]?: `import.${S}` & EventType } = {
  completed_with_errors: 'import.completed_with_errors',
  held: 'import.held',
  refused: 'import.refused',
};

/**
 * Downloads a feed and imports it, unless it is known. Every failure is a result, and is reported in log, state and
 * webhooks.
 * @param signal cancels the run; the feed stays due
 * @param isForced imports known content again
 * @returns null if another feed of the shop is running
 */
export async function runFeed(
  feed: FeedSettings,
  needs: RunNeeds,
  signal: AbortSignal,
  isForced = false,
): Promise<FinishedRun | null> {
  const { db, dataDir, clock } = needs;
  const lease = await holdShop(needs, feed.shop);
  if (!lease) return null;
  const ended = AbortSignal.any([signal, lease.signal]);
  const file = join(feedFolder(dataDir), `${feed.name}.download`);
  try {
    const started = dateOf(clock);
    await endOrphans(file, clock);
    rmSync(file, { force: true });
    const row = await beginRun(db, feed, started);
    const columns = feed.kind === 'offers' ? await savedColumnsOf(db, dataDir, feed.choice) : null;
    const settings = settingsOf(feed, columns, dataDir);
    const run = await importFeed({ ...feed, columns }, row, settings, file, needs, ended, isForced).catch(
      (error: unknown): FinishedRun => {
        if (ended.aborted) return { ...nothing, status: 'cancelled' };
        if (error instanceof FeedFetchError)
          return { ...nothing, status: 'failed', reason: error.message, retryAfterMs: error.retryAfterMs };
        const status = isExpectedError(error) ? 'refused' : 'failed';
        return { ...nothing, status, reason: sentenceOf(error).replaceAll(file, 'The file') };
      },
    );
    await conclude(feed, row, settings, run, started, lease, needs);
    return run;
  } finally {
    rmSync(file, { force: true });
    await lease.release();
  }
}

/**
 * Everything that makes content known: settings, the merchant's columns, the epoch of the offers, and for whole offers the keys of products.
 * Other epochs (restore, `--anew`) forget the content; other keys repeat it, since its rows may lead to other products
 * (P246).
 */
const settingsOf = ({ digest, kind, mode }: FeedSettings, columns: string | null, dataDir: string): string =>
  [
    columns === null ? digest : digestOf(digest + columns),
    epochOf(dataDir),
    kind === 'offers' && mode !== 'partial' ? servedProductKeys(dataDir) : '',
  ]
    .join(' ')
    .trimEnd();
const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
const withoutProducts = (settings: string): string => settings.split(' ', 2).join(' ');

async function importFeed(
  feed: FeedSettings & { readonly columns: string | null },
  row: FeedRow,
  settings: string,
  file: string,
  { outbound, limits, dataDir, importProgram, clock }: RunNeeds,
  signal: AbortSignal,
  isForced: boolean,
): Promise<FinishedRun> {
  const wasImported = !isForced && row.content !== null && withoutProducts(row.settings) === withoutProducts(settings);
  // A held feed waits for the operator, who approves it for the products of that time.
  const isKnown = wasImported && (row.settings === settings || row.applied_status === 'held');
  const { etag, last_modified: lastModified } = isKnown ? row : { etag: null, last_modified: null };
  const wish = { etag, lastModified, file, signal, clock };
  const { source } = feed;
  const seen =
    'folder' in source
      ? await copyFromFolder({ ...wish, folder: source.folder }, limits)
      : await fetchFeed(outbound, { ...wish, ...source }, limits);
  const known = { ...nothing, isUnchanged: true, status: row.applied_status ?? 'completed', seen } as const;
  if (!seen) return known;
  const content = await contentDigest(file, signal);
  if (isKnown && content === row.content) return known;
  const isRepeated = wasImported && content === row.content;
  const imported = await importFile(importProgram, dataDir, { ...feed, isRepeated }, file, signal, clock);
  const isImported = imported.status !== 'refused' && imported.status !== 'failed';
  const reason = imported.reason?.replaceAll(file, 'The file') ?? null;
  return { ...nothing, ...imported, reason, applied: isImported ? { ...seen, content } : null };
}

/** SHA-256 of the unpacked content. @throws FeedError if it is empty, damaged or too large */
async function contentDigest(file: string, signal: AbortSignal): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of contentOf(file)) {
    signal.throwIfAborted();
    digest.update(chunk);
  }
  return digest.digest('hex');
}

async function conclude(
  feed: FeedSettings,
  row: FeedRow,
  settings: string,
  ended: FinishedRun,
  started: Date,
  lease: Lease,
  { db, dataDir, targets, senders, clock, random, log }: RunNeeds,
): Promise<void> {
  const { status, isUnchanged, rows, rejected, leftOut, held, reason, reasons, report } = ended;
  const at = dateOf(clock);
  const seconds = Math.round((at.getTime() - started.getTime()) / 100) / 10;
  const type = isUnchanged ? null : (reportedEvents[status] ?? null);
  const reportKey = ended.applied ? `${status} ${ended.applied.content}` : `${status} ${reason}`;
  const change: FeedChange = {
    ...changeOf(feed, row, settings, ended, at, random),
    status,
    reason,
    ...(report !== null && { rows, rejected, held, seconds }),
    ...((type || ended.applied) && { told: type ? reportKey : null }),
  };
  const { name, shop, kind, mode } = feed;
  const startedAt = started.toISOString();
  const run = { status, rows, rejected, held, seconds, reason };
  const mail = type === 'import.held' ? holdMail(dataDir, senders, feed.choice, ended, at) : null;
  const dropped = await endRun(
    db,
    {
      ...run,
      feed: name,
      started_at: startedAt,
      left_out: leftOut,
      is_unchanged: isUnchanged ? 1 : 0,
      reasons: JSON.stringify(reasons),
      report,
    },
    change,
    lease,
    async (tx) => {
      if (!type || row.told === reportKey) return;
      const data = { feed: name, shop, kind, mode, startedAt, ...run, leftOut, reasons };
      await putEvent(tx, targets, { type, data }, at);
      if (mail) await putMail(tx, mail.id, type, mail.mail, at);
    },
  );
  for (const summary of dropped) dropReport(dataDir, summary);
  const level = status === 'completed' || isUnchanged || status === 'cancelled' ? 'info' : 'warn';
  const { next_at: next } = change;
  log(level, 'feed_run', { feed: name, shop, kind, startedAt, isUnchanged, ...run, leftOut, report, next });
}

function changeOf(
  { everyMs }: FeedSettings,
  row: FeedRow,
  settings: string,
  { status, isUnchanged, applied, seen, retryAfterMs }: FinishedRun,
  at: Date,
  random: Random,
): FeedChange {
  const after = (pauseMs: number): string => new Date(at.getTime() + pauseMs).toISOString();
  if (status === 'cancelled') return {};
  const failures = row.failures + 1;
  if (status === 'failed')
    return { failures, next_at: after(pauseAfterFailure(everyMs, failures, retryAfterMs, random)) };
  if (status === 'refused' && !isUnchanged)
    return { failures, next_at: after(pauseAfterRefusal(everyMs, failures, random)) };
  const validators = applied ?? seen;
  return {
    failures: 0,
    succeeded_at: at.toISOString(),
    overdue_since: null,
    next_at: after(usualPause(everyMs, random)),
    ...(validators && { etag: validators.etag, last_modified: validators.lastModified }),
    ...(applied && {
      settings,
      content: applied.content,
      applied_at: at.toISOString(),
      applied_status: status,
    }),
  };
}
