import { dateOf, timeLeft, timestampOf } from '../../clock/clock.js';
import type { JobTrouble } from '../../contract/offer-changes.js';
import { servedPointer } from '../catalogue-file/served-file.js';
import { createDeliveries } from '../outbox/deliver.js';
import { putEvent, type SendMail } from '../outbox/outbox.js';
import { sentenceOf } from '../program/expected-error.js';
import { logLine } from '../program/log.js';
import type { FeedSettings } from '../shop-file/feed-settings.js';
import type { ShopFile } from '../shop-file/shop-file.js';
import type { Lease } from '../state/lease.js';
import type { StateDb } from '../state/state-store.js';
import { transact } from '../state/transact.js';
import { dueFeeds, nameFeeds } from './feed-state.js';
import { expireOffers, postOverdue } from './overdue.js';
import { type RunNeeds, runFeed } from './run-feed.js';
import { holdSchedule } from './shop-lock.js';

/** Most runs in parallel. */
const together = 2;
const overduePauseMs = 30_000;
/** Pause of a feed whose lock or state failed. */
const restAfterErrorMs = 30_000;

/** Receivers come from the operator's file. */
export interface SchedulerNeeds extends Omit<RunNeeds, 'targets' | 'senders'> {
  /** Sends a mail; null if the shop has no mail server. */
  readonly sendMail: SendMail | null;
  /** Returns the operator's file in force. */
  read(): ShopFile;
}

/** Runs feeds when they are due, and sends messages. */
export interface Scheduler {
  /**
   * Starts what is due without waiting for its end. Calls must not overlap.
   * @throws the first error; the other parts have run
   */
  tick(): Promise<void>;
  /** Why a feed cannot run; null = all can. */
  trouble(): JobTrouble | null;
  /** Resolves when nothing is running. */
  idle(): Promise<void>;
  /** Cancels everything; it stays due. */
  stop(): Promise<void>;
}

/**
 * Runs one feed per shop and two in total. It keeps its knowledge in the state, so it continues after a restart or a
 * kill. Of several processes with the same state one does all work, and another takes over when it dies.
 */
export function createScheduler({ read, ...needs }: SchedulerNeeds): Scheduler {
  const { db, clock, random } = needs;
  const ended = new AbortController();
  /** Running imports by shop. */
  const running = new Map<string, Promise<void>>();
  /** Postponed feeds by name. */
  const paused = new Map<string, JobTrouble & { readonly untilMs: number }>();
  const deliveries = createDeliveries();
  let named: ShopFile | null = null;
  let held: Lease | null = null;
  let nextOverdueAt = 0;
  let ticking: Promise<void> = Promise.resolve();

  const isPaused = (name: string): boolean => timeLeft(clock, paused.get(name)?.untilMs ?? 0, restAfterErrorMs) > 0;
  const run = async (feed: FeedSettings, file: ShopFile): Promise<void> => {
    const senders = needs.sendMail ? file.senders : {};
    try {
      if (await runFeed(feed, { ...needs, targets: receiversOf(file), senders }, ended.signal))
        paused.delete(feed.name);
    } catch (error) {
      const since = paused.get(feed.name)?.since ?? timestampOf(clock);
      const reason = `The feed "${feed.name}" cannot be run: ${sentenceOf(error)}`;
      paused.set(feed.name, { since, reason, untilMs: clock.now() + restAfterErrorMs });
      logLine('error', 'feed_failed', { feed: feed.name, reason: String(error) });
    }
  };
  const send = async (file: ShopFile, lease: Lease): Promise<void> => {
    if (file.webhooks.length === 0 && !needs.sendMail) return;
    const signal = AbortSignal.any([ended.signal, lease.signal]);
    await deliveries.begin(file.webhooks, { ...needs, lease, signal });
  };
  const startDue = async (file: ShopFile): Promise<void> => {
    if (file !== named) await nameFeeds(db, file.feeds, dateOf(clock), random);
    named = file;
    for (const name of paused.keys()) if (!file.feeds.some((each) => each.name === name)) paused.delete(name);
    for (const name of await dueFeeds(db, dateOf(clock))) {
      if (running.size >= together || ended.signal.aborted) return;
      const feed = file.feeds.find((each) => each.name === name);
      const shop = feed?.shop.toLowerCase();
      if (!feed || shop === undefined || running.has(shop) || isPaused(name)) continue;
      running.set(
        shop,
        run(feed, file).finally(() => running.delete(shop)),
      );
    }
  };
  const lookForOverdue = async (file: ShopFile, lease: Lease): Promise<void> => {
    if (timeLeft(clock, nextOverdueAt, overduePauseMs) > 0) return;
    nextOverdueAt = clock.now() + overduePauseMs;
    await postOverdue(db, lease, file, dateOf(clock));
    await expireOffers(needs, file, ended.signal);
  };
  const announce = (file: ShopFile, lease: Lease): Promise<void> =>
    announceCatalogue(db, lease, needs.dataDir, receiversOf(file), dateOf(clock));
  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running.values());
    await deliveries.idle();
  };

  const look = async (): Promise<void> => {
    const file = read();
    if (held?.signal.aborted) {
      logLine('warn', 'schedule_lost', { reason: String(held.signal.reason) });
      await held.release();
      held = null;
    }
    held ??= await holdSchedule(needs);
    const failures: unknown[] = [];
    for (const part of [send, lookForOverdue, startDue, announce])
      if (held && !ended.signal.aborted) await part(file, held).catch((error: unknown) => void failures.push(error));
    if (failures.length > 0) throw failures[0];
  };

  return {
    tick() {
      ticking = look();
      return ticking;
    },
    trouble() {
      const [first] = paused.values();
      return first ? { since: first.since, reason: first.reason } : null;
    },
    idle,
    async stop() {
      ended.abort(new Error('the shop ends'));
      await ticking.catch(() => {});
      await idle();
      const last = held;
      held = null;
      await last?.release();
    },
  };
}

const receiversOf = ({ webhooks }: ShopFile): string[] => webhooks.map(({ name }) => name);

/** Key of the last reported catalogue. */
const catalogueTopic = 'catalogue';

/**
 * Reports once that another catalogue is served. The first catalogue is only noted.
 * @param targets names of receivers
 */
async function announceCatalogue(
  db: StateDb,
  lease: Lease,
  dataDir: string,
  targets: readonly string[],
  now: Date,
): Promise<void> {
  const pointer = servedPointer(dataDir);
  const announced = await db.selectFrom('told').select('what').where('name', '=', catalogueTopic).executeTakeFirst();
  if (!pointer || announced?.what === pointer.generation) return;
  const { generation, activatedAt } = pointer;
  await transact(db, async (tx) => {
    await lease.confirm(tx);
    await tx
      .insertInto('told')
      .values({ name: catalogueTopic, what: generation })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ what: generation }))
      .execute();
    if (announced)
      await putEvent(
        tx,
        targets,
        { type: 'catalogue.changed', data: { generation, previous: announced.what, activatedAt } },
        now,
      );
  });
}
