import type { Clock } from '../../clock/clock.js';
import { startLoop } from '../../clock/loop.js';
import type { JobTrouble } from '../../contract/offer-changes.js';
import { createOutbound, openNet, openNetAndLoopback } from '../../outbound/outbound.js';
import { ShopFileError, shopFileVersion } from '../../shop-file/shop-file-content.js';
import { smtpSender } from '../outbox/smtp.js';
import { sentenceOf } from '../program/expected-error.js';
import { logLine } from '../program/log.js';
import type { Environment } from '../shop-file/environment-values.js';
import { readShopFile, type ShopFile } from '../shop-file/shop-file.js';
import type { StateDb } from '../state/state-store.js';
import { defaultLimits } from './fetch-feed.js';
import { createScheduler } from './scheduler.js';

const lookMs = 1000;
const connectTimeoutMs = 10_000;

/** Calls to servers of merchants and receivers. @param isLoopbackAllowed also allows this machine */
export const feedOutbound = (isLoopbackAllowed: boolean) =>
  createOutbound(isLoopbackAllowed ? openNetAndLoopback : openNet, connectTimeoutMs);

interface FeedsNeeds {
  readonly db: StateDb;
  readonly dataDir: string;
  readonly importProgram: URL;
  readonly environment: Environment;
  readonly clock: Clock;
  /** Tests allow feeds from loopback. */
  readonly isLoopbackAllowed: boolean;
  /** Mail server; without it the shop sends no mails. */
  readonly smtpUrl?: string | undefined;
  /** Called after each change of the operator's file. */
  onFile(file: ShopFile): void;
}
export interface RunningFeeds {
  /** Returns the operator's file in force. */
  file(): ShopFile;
  /** The failure that delays feeds; null while they work. */
  trouble(): JobTrouble | null;
  stop(): Promise<void>;
}

/**
 * Runs the feeds of the operator's file and sends messages. A changed file takes effect without a restart. An unusable
 * or missing file is logged, and the former one stays in force, because editors remove a file for a moment.
 */
export function startFeeds(
  file: ShopFile,
  { db, dataDir, importProgram, environment, clock, isLoopbackAllowed, smtpUrl, onFile }: FeedsNeeds,
): RunningFeeds {
  let inForce = file;
  let version = shopFileVersion(dataDir);
  const read = (): ShopFile => {
    const now = shopFileVersion(dataDir);
    if (now === version) return inForce;
    version = now;
    try {
      inForce = readShopFile(dataDir, environment, isLoopbackAllowed) ?? inForce;
      onFile(inForce);
      logLine('info', 'shop_file_read', { feeds: inForce.feeds.length, webhooks: inForce.webhooks.length });
    } catch (error) {
      if (!(error instanceof ShopFileError)) throw error;
      logLine('error', 'shop_file_refused', { reason: error.message });
    }
    return inForce;
  };
  const outbound = feedOutbound(isLoopbackAllowed);
  const scheduler = createScheduler({
    db,
    dataDir,
    importProgram,
    outbound,
    sendMail: smtpUrl === undefined ? null : smtpSender(smtpUrl),
    limits: defaultLimits,
    clock,
    random: Math.random,
    log: logLine,
    read,
  });
  const loop = startLoop({
    clock,
    look: scheduler.tick,
    pauseMs: lookMs,
    onFailure: (error) => logLine('error', 'feeds_failed', { reason: sentenceOf(error) }),
  });
  return {
    file: () => inForce,
    trouble: () =>
      loop.trouble ? { since: loop.trouble.since, reason: sentenceOf(loop.trouble.error) } : scheduler.trouble(),
    async stop() {
      const stopped = loop.stop();
      await scheduler.stop();
      await stopped;
      await outbound.close();
    },
  };
}
