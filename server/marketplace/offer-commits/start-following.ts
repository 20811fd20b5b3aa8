import { mkdirSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../../clock/clock.js';
import { ExpectedError } from '../commands/expected-error.js';
import { logLine } from '../http/log.js';
import { shareOffersAt } from '../offer-store/shared-offers.js';
import type { FollowMessage, FollowThreadData } from './follow-as-thread.js';
import type { LogBounds } from './local-offers.js';

/** Milliseconds that a start waits for a database that is not there yet. */
const usualPatience = 15_000;
/** Milliseconds until a thread that has ended by itself is started again. */
const restMs = 1000;

/** Mebibytes of the thread's heap: some commits at once. */
const heap = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 };

interface Needs {
  readonly dataDir: string;
  /** Address of a database of PostgreSQL. */
  readonly address: string;
  /** Built file of the thread. */
  readonly program: URL;
  readonly clock: Clock;
  readonly bounds?: LogBounds;
  /** Milliseconds. */
  readonly patience?: number;
}

/**
 * Has a folder follow the offers in PostgreSQL, by a thread of its own: taking in a large commit holds up no cart. What
 * this process writes goes there too.
 * @returns once the folder has all commits; ends it
 * @throws ExpectedError where the folder cannot follow
 */
export async function startFollowing({ patience = usualPatience, ...needs }: Needs): Promise<() => Promise<void>> {
  const { dataDir, address, program, clock, bounds } = needs;
  mkdirSync(dataDir, { recursive: true });
  shareOffersAt({ address, program });
  const workerData: FollowThreadData = { role: 'follow', dataDir, address, ...(bounds && { bounds }) };
  const stopped = new AbortController();
  let exited: Promise<void> = Promise.resolve();
  let worker: Worker | null = null;
  const start = (): Promise<FollowMessage> =>
    new Promise((resolve, reject) => {
      const thread = new Worker(program, { workerData, name: 'offers', resourceLimits: heap });
      worker = thread;
      let isFollowing = false;
      thread.once('message', (message: FollowMessage) => {
        isFollowing = message.type === 'following';
        resolve(message);
      });
      thread.once('error', (error) => {
        if (!isFollowing) reject(error);
        else logLine('error', 'offers_thread_failed', { reason: String(error) });
      });
      exited = new Promise((done) =>
        thread.once('exit', () => {
          done();
          if (isFollowing && !stopped.signal.aborted) void restart();
        }),
      );
    });
  const restart = async (): Promise<void> => {
    await clock.sleep(restMs, stopped.signal).catch(() => {});
    if (stopped.signal.aborted) return;
    const message = await start().catch((error: unknown) => ({ type: 'refused' as const, reason: String(error) }));
    if (message.type === 'following') return;
    logLine('error', 'offers_not_followed', { reason: message.reason });
    void restart();
  };
  const end = clock.steady() + patience;
  for (;;) {
    const message = await start();
    if (message.type === 'following') break;
    if (!message.isUnavailable || clock.steady() > end) throw new ExpectedError(message.reason);
    await clock.sleep(restMs / 4);
  }
  return async () => {
    stopped.abort();
    worker?.postMessage('stop');
    await exited;
  };
}
