import { z } from 'zod';

/**
 * Status of a feed: `failed` = the download failed, or the import failed without a fault of the feed. The others are as
 * in the import interfaces of marketplaces (Mirakl OF02, eBay Feed API).
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
/** ISO 8601, UTC. */
const time = z.string();

const counts = {
  rows: count,
  rejected: count,
  /** Changes that wait for somebody's approval. */
  held: count,
  seconds: z.number().min(0),
};

/** One attempt to take in what a feed says. */
const feedRun = z.object({
  startedAt: time,
  status: z.enum(feedStatuses),
  /** It said what was known already. */
  isUnchanged: z.boolean(),
  ...counts,
  leftOut: count,
  /** Reason why nothing was imported. */
  reason: z.string().nullable(),
  /** How often each of the commonest reasons of rejected rows was given. */
  reasons: z.record(z.string(), count),
  /** Name of the import's summary in `imports/` of the data folder; null where nothing was imported. */
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
  /** When the shop last had what the feed says. */
  succeededAt: time.nullable(),
  /** Time of the last import of changed content. */
  appliedAt: time.nullable(),
  nextAt: time,
  /** Seconds since the last success, else since the feed was named. */
  age: count,
  isOverdue: z.boolean(),
  /** Failures since the last success. */
  failures: count,
  /** Of the last imported content. */
  ...counts,
  /** The latest first; only where one shop was asked for. */
  runs: z.array(feedRun),
});

/** The feeds that the operator has named, and messages about them. */
export const feedReport = z.object({
  feeds: z.array(feed),
  outbox: z.object({ waiting: count, dead: count }),
});
export type FeedReport = z.output<typeof feedReport>;
