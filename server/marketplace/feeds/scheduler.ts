import { dateOf } from '../../clock/clock.js';
import { logLine } from '../http/log.js';
import { deliverDue } from '../outbox/deliver.js';
import type { SendMail } from '../outbox/mail.js';
import type { FeedSettings } from '../shop-file/feed-settings.js';
import type { ShopFile } from '../shop-file/shop-file.js';
import type { Lease } from '../store/lease.js';
import { expireOffers } from './expire.js';
import { dueFeeds, nameFeeds } from './feed-state.js';
import { tellOverdue } from './overdue.js';
import { type RunNeeds, runFeed } from './run-feed.js';
import { holdSchedule } from './shop-lock.js';
import { tellCatalogue } from './tell-catalogue.js';

/** Runs at the same time. */
const together = 2;
/** Milliseconds between two looks for feeds that are overdue. */
const betweenOverdueLooks = 30_000;
/** Milliseconds for which a feed rests whose state could not be written. */
const restAfterError = 60_000;

/** What a scheduler works with; the receivers are those of the file. */
export interface SchedulerNeeds extends Omit<RunNeeds, 'targets'> {
  /** Sends mails; null where nothing does. */
  readonly sendMail: SendMail | null;
  /** The operator's file that is in force. */
  read(): ShopFile;
}

/** Gets feeds when they are due, and sends messages. */
export interface Scheduler {
  /** Looks what is due and starts it, without waiting for its end. To be called again and again. */
  tick(): Promise<void>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  /** Ends what is under way; it is due still. */
  stop(): Promise<void>;
}

/**
 * One run at a time for each shop, two at all. All that it knows is in the state: after a restart, or a kill, it goes
 * on where it was. Of several processes with the same state one does all of it, and another takes over when that is
 * gone.
 */
export async function createScheduler(first: ShopFile, { read, ...needs }: SchedulerNeeds): Promise<Scheduler> {
  const { db, clock, random } = needs;
  const ended = new AbortController();
  /** Runs under way, by shop. */
  const running = new Map<string, Promise<void>>();
  const resting = new Map<string, number>();
  let named = first;
  let held: Lease | null = null;
  let overdueLook = 0;
  let sending: Promise<void> | null = null;
  let ticking: Promise<void> | null = null;
  await nameFeeds(db, named.feeds, dateOf(clock), random);

  const receivers = () => named.webhooks.map(({ name }) => name);
  const run = async (feed: FeedSettings): Promise<void> => {
    try {
      await runFeed(feed, { ...needs, targets: receivers() }, ended.signal);
    } catch (error) {
      resting.set(feed.name, clock.now() + restAfterError);
      logLine('error', 'feed_failed', { feed: feed.name, reason: String(error) });
    }
  };
  const startDue = async (): Promise<void> => {
    for (const name of await dueFeeds(db, dateOf(clock))) {
      if (running.size >= together || ended.signal.aborted) return;
      const feed = named.feeds.find((each) => each.name === name);
      const shop = feed?.shop.toLowerCase();
      if (!feed || shop === undefined || running.has(shop) || (resting.get(name) ?? 0) > clock.now()) continue;
      running.set(
        shop,
        run(feed).finally(() => running.delete(shop)),
      );
    }
  };
  const look = async (): Promise<void> => {
    const file = read();
    if (held?.signal.aborted) {
      logLine('warn', 'schedule_lost', { reason: String(held.signal.reason) });
      await held.release();
      held = null;
    }
    held ??= await holdSchedule(needs);
    const lease = held;
    if (!lease) return;
    if (file !== named) {
      named = file;
      await nameFeeds(db, named.feeds, dateOf(clock), random);
    }
    if (clock.now() >= overdueLook) {
      overdueLook = clock.now() + betweenOverdueLooks;
      await tellOverdue(db, lease, named, dateOf(clock));
      await expireOffers(needs, named, ended.signal);
    }
    await startDue();
    await tellCatalogue(db, lease, needs.dataDir, receivers(), dateOf(clock));
    if (named.webhooks.length > 0 || needs.sendMail)
      sending ??= deliverDue(named.webhooks, { ...needs, lease, signal: AbortSignal.any([ended.signal, lease.signal]) })
        .then(() => {})
        .catch((error: unknown) => logLine('error', 'outbox_failed', { reason: String(error) }))
        .finally(() => {
          sending = null;
        });
  };
  const idle = async (): Promise<void> => {
    while (ticking || sending || running.size > 0) await Promise.all([ticking, sending, ...running.values()]);
  };

  return {
    tick() {
      if (ended.signal.aborted) return Promise.resolve();
      ticking ??= look()
        .catch((error: unknown) => logLine('error', 'feeds_failed', { reason: String(error) }))
        .finally(() => {
          ticking = null;
        });
      return ticking;
    },
    idle,
    async stop() {
      ended.abort(new Error('the shop ends'));
      await idle();
      const last = held;
      held = null;
      await last?.release();
    },
  };
}
