import type { MessagePort } from 'node:worker_threads';
import type { Clock, Timer } from '../../clock/clock.js';
import { startLoop } from '../../clock/loop.js';
import { sentenceOf } from '../program/expected-error.js';
import { logLine } from '../program/log.js';
import { databaseNameOf } from '../state/postgres.js';
import { StateUnavailable } from '../state/postgres-errors.js';
import { CommitLog, commitChannel, whyAway } from './commit-log.js';
import { defaultBounds, LocalOffers, type LogBounds } from './local-offers.js';

export interface FollowThreadData {
  readonly role: 'follow';
  readonly dataDir: string;
  readonly address: string;
  readonly bounds?: LogBounds;
}
/** The folder has all commits, or cannot follow. */
export type FollowMessage =
  | { readonly type: 'following' }
  | { readonly type: 'refused'; readonly reason: string; readonly isUnavailable: boolean };

/** Pause between two reads of the head, with or without notification. */
const pauseMs = 250;

/** Makes a folder follow the log until the thread ends. While PostgreSQL is away, readers have the last state. */
export async function followAsThread(
  { dataDir, address, bounds = defaultBounds }: FollowThreadData,
  parent: MessagePort,
  clock: Clock,
): Promise<void> {
  let log: CommitLog | null = null;
  let local: LocalOffers | null = null;
  const post = (message: FollowMessage): void => parent.postMessage(message);
  try {
    log = await CommitLog.open(address, clock);
    local = new LocalOffers(dataDir, log);
    await local.join();
  } catch (error) {
    await log?.close();
    const isUnavailable = error instanceof StateUnavailable;
    post({ type: 'refused', reason: isUnavailable ? whyAway(address, error) : sentenceOf(error), isUnavailable });
    return parent.close();
  }
  const offers = local;
  let isAway = false;
  const loop = startLoop({
    clock,
    pauseMs,
    retryMs: { first: pauseMs, most: pauseMs },
    async look() {
      const number = await offers.catchUp();
      if (isAway) logLine('info', 'offers_followed_again', { number });
      isAway = false;
      if (await offers.shorten(bounds)) logLine('info', 'offer_log_shortened', { number });
    },
    onFailure(error) {
      if (!isAway) logLine('error', 'offers_not_followed', { place: databaseNameOf(address), reason: String(error) });
      isAway = true;
    },
  });
  const endListening = listenForCommits(address, loop.wake, clock);
  parent.once('message', async () => {
    await loop.stop();
    await endListening();
    offers.close();
    await log?.close();
    parent.close();
  });
  post({ type: 'following' });
}

/** Pause before a lost connection is made again. */
const retryMs = 5000;

/**
 * Wakes the follower after each commit, on a connection of its own. PgBouncer passes no notifications on (P168), so the
 * connection ends there, and only the pauses count.
 * @returns ends it
 */
function listenForCommits(address: string, wake: () => void, clock: Clock): () => Promise<void> {
  let isStopped = false;
  let timer: Timer | null = null;
  let end: () => Promise<void> = async () => {};
  const connect = async (): Promise<void> => {
    const { Client } = await import('pg');
    if (isStopped) return;
    const client = new Client({ connectionString: address, keepAlive: true, connectionTimeoutMillis: 5000 });
    end = () => client.end().catch(() => {});
    const again = (): void => {
      if (isStopped) return;
      timer?.cancel();
      timer = clock.after(retryMs, () => void connect().catch(again));
    };
    client.on('error', () => {});
    client.on('end', again);
    client.on('notification', wake);
    try {
      await client.connect();
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      // Another process id than at the connection's start shows that PgBouncer is in between.
      const isDirect = rows[0]?.pid === (client as { processID?: number | null }).processID;
      if (isDirect) await client.query(`listen ${commitChannel}`);
      else {
        isStopped = true;
        await client.end();
      }
    } catch {
      await client.end().catch(() => {});
      again();
    }
  };
  void connect().catch(() => {});
  return async () => {
    isStopped = true;
    timer?.cancel();
    await end();
  };
}
