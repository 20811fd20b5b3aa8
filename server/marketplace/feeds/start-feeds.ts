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
import { usualFetchLimits } from './fetch-feed.js';
import { createScheduler } from './scheduler.js';

/** Milliseconds between two looks at what is due. */
const lookMs = 1000;
const connectTimeout = 10_000;

/** Calls to servers of merchants and receivers. @param isLoopbackAllowed to those of this machine as well */
export const feedOutbound = (isLoopbackAllowed: boolean) =>
  createOutbound(isLoopbackAllowed ? openNetAndLoopback : openNet, connectTimeout);

interface FeedsNeeds {
  readonly db: StateDb;
  readonly dataDir: string;
  readonly importProgram: URL;
  readonly environment: Environment;
  readonly clock: Clock;
  /** For trying out, and for tests. */
  readonly isLoopbackAllowed: boolean;
  /** Where mails are sent; left out, none are. */
  readonly smtpUrl?: string | undefined;
  /** Told of each change of the operator's file. */
  onFile(file: ShopFile): void;
}
/** Feeds that are got by themselves. */
export interface RunningFeeds {
  /** The operator's file as it is in force. */
  file(): ShopFile;
  /** Null while they get on. */
  trouble(): JobTrouble | null;
  stop(): Promise<void>;
}

/**
 * Gets the feeds of the operator's file, and sends what waits to be sent, from now on. A change of the file is taken in
 * without a restart; one that cannot be used is told in the log, and the file before stays in force, as it does where
 * there is none: editors remove a file for a moment.
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
    limits: usualFetchLimits,
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
