import type { MessagePort } from 'node:worker_threads';
import type { Clock } from '../../clock/clock.js';
import { sentenceOf } from '../commands/expected-error.js';
import { logLine } from '../http/log.js';
import { databaseNameOf } from '../store/postgres.js';
import { StateUnavailable } from '../store/postgres-errors.js';
import { CommitLog, whyAway } from './commit-log.js';
import { listenForCommits } from './listen.js';
import { LocalOffers, type LogBounds, usualBounds } from './local-offers.js';

/** What the thread is started with. */
export interface FollowThreadData {
  readonly role: 'follow';
  readonly dataDir: string;
  readonly address: string;
  readonly bounds?: LogBounds;
}
/** What it tells: that the folder has all commits, or why it cannot follow. */
export type FollowMessage =
  | { readonly type: 'following' }
  | { readonly type: 'refused'; readonly reason: string; readonly isUnavailable: boolean };

/** Milliseconds between two looks at the number, whether a commit was told of or not. */
const pauseMs = 250;

/**
 * Has a folder follow the log until the thread is told to end. While PostgreSQL is away, readers have what is there.
 */
export async function followAsThread(
  { dataDir, address, bounds = usualBounds }: FollowThreadData,
  parent: MessagePort,
  clock: Clock,
): Promise<void> {
  let log: CommitLog | null = null;
  let local: LocalOffers | null = null;
  const tell = (message: FollowMessage): void => parent.postMessage(message);
  try {
    log = await CommitLog.open(address, clock);
    local = new LocalOffers(dataDir, log);
    await local.join();
  } catch (error) {
    await log?.close();
    const isUnavailable = error instanceof StateUnavailable;
    tell({ type: 'refused', reason: isUnavailable ? whyAway(address, error) : sentenceOf(error), isUnavailable });
    return parent.close();
  }
  const offers = local;
  let isStopped = false;
  let isAway = false;
  let news = new AbortController();
  const tellNews = (): void => news.abort();
  const endListening = listenForCommits(address, tellNews, clock);
  parent.on('message', () => {
    isStopped = true;
    tellNews();
  });
  tell({ type: 'following' });
  while (!isStopped) {
    news = new AbortController();
    try {
      const number = await offers.catchUp();
      if (isAway) logLine('info', 'offers_followed_again', { number });
      isAway = false;
      if (await offers.shorten(bounds)) logLine('info', 'offer_log_shortened', { number });
    } catch (error) {
      if (!isAway) logLine('error', 'offers_not_followed', { place: databaseNameOf(address), reason: String(error) });
      isAway = true;
    }
    await clock.sleep(pauseMs, news.signal).catch(() => {});
  }
  await endListening();
  offers.close();
  await log.close();
  parent.close();
}
