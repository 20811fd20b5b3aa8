import { z } from 'zod';

/**
 * Status of a feed. `failed`: the download failed, or the import failed for another reason than its content. The others
 * are as in the import interfaces of marketplaces (Mirakl OF02, eBay Feed API).
 */
export const feedStatuses = [
  'queued',
  'processing',
  'completed',
  'completed_with_errors',
  'held',
  'refused',
  'cancelled',
  'failed',
] as const;
export type FeedStatus = (typeof feedStatuses)[number];

const count = z.number().int().min(0);
/** A time in ISO 8601, UTC. */
const time = z.string();

const counts = {
  rows: count,
  rejected: count,
  /** Changes that wait for approval. */
  held: count,
  seconds: z.number().min(0),
};

/** One attempt to import a feed. */
const feedRun = z.object({
  startedAt: time,
  status: z.enum(feedStatuses),
  /** The content had not changed. */
  isUnchanged: z.boolean(),
  ...counts,
  leftOut: count,
  /** Reason why nothing was imported. */
  reason: z.string().nullable(),
  /** Number of rejected rows by the most frequent reasons. */
  reasons: z.record(z.string(), count),
  /** Name of the summary in `imports/` of the data folder; null if nothing was imported. */
  report: z.string().nullable(),
});

const feed = z.object({
  name: z.string(),
  shop: z.string(),
  kind: z.string(),
  mode: z.string(),
  status: z.enum(feedStatuses),
  reason: z.string().nullable(),
  triedAt: time.nullable(),
  /** Last time the shop received the feed's content. */
  succeededAt: time.nullable(),
  /** Time of the last import of changed content. */
  appliedAt: time.nullable(),
  nextAt: time,
  /** Seconds since the last success, else since the feed was configured. */
  age: count,
  isOverdue: z.boolean(),
  /** Failures since the last success. */
  failures: count,
  /** Counts of the last imported content. */
  ...counts,
  /** Latest first; only if one shop was requested. */
  runs: z.array(feedRun),
});

/** The configured feeds, and messages about them. */
export const feedReport = z.object({
  feeds: z.array(feed),
  outbox: z.object({ waiting: count, dead: count }),
});
export type FeedReport = z.output<typeof feedReport>;
