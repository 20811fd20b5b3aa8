import { mkdirSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../../clock/clock.js';
import { startLoop } from '../../clock/loop.js';
import { shareOffersAt } from '../offer-store/shared-offers.js';
import { ExpectedError, sentenceOf } from '../program/expected-error.js';
import { logLine } from '../program/log.js';
import type { FollowMessage, FollowThreadData } from './follow-as-thread.js';
import type { LogBounds } from './local-offers.js';

/** How long a start waits for the database. */
const usualPatienceMs = 15_000;
/** Pause between two checks of the thread, and before a restart. */
const restMs = 1000;

/** Heap limits of the thread, which holds some commits at once. */
const heap = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 };

interface Needs {
  readonly dataDir: string;
  /** Address of PostgreSQL. */
  readonly address: string;
  /** Built file of the thread. */
  readonly program: URL;
  readonly clock: Clock;
  readonly bounds?: LogBounds;
  /** How long a start waits for the database. */
  readonly patienceMs?: number;
}

/**
 * Makes a folder follow the offers in PostgreSQL, in a thread of its own, so that large commits delay no cart. Writes
 * of this process go there too.
 * @returns ends it, once the folder has all commits
 * @throws ExpectedError if the folder cannot follow
 */
export async function startFollowing({ patienceMs = usualPatienceMs, ...needs }: Needs): Promise<() => Promise<void>> {
  const { dataDir, address, program, clock, bounds } = needs;
  mkdirSync(dataDir, { recursive: true });
  shareOffersAt({ address, program });
  const workerData: FollowThreadData = { role: 'follow', dataDir, address, ...(bounds && { bounds }) };
  let running = null as Worker | null;
  let exited: Promise<void> = Promise.resolve();
  /** Resolves with the first message of the thread. @throws if it ends without one */
  const start = (): Promise<FollowMessage> =>
    new Promise((resolve, reject) => {
      const thread = new Worker(program, { workerData, name: 'offers', resourceLimits: heap });
      thread.once('message', (message: FollowMessage) => {
        if (message.type === 'following') running = thread;
        resolve(message);
      });
      thread.once('error', (error) => {
        if (running === thread) logLine('error', 'offers_thread_failed', { reason: String(error) });
        else reject(error);
      });
      exited = new Promise((done) =>
        thread.once('exit', () => {
          if (running === thread) running = null;
          done();
        }),
      );
    });
  const end = clock.steady() + patienceMs;
  for (;;) {
    const message = await start();
    if (message.type === 'following') break;
    if (!message.isUnavailable || clock.steady() > end) throw new ExpectedError(message.reason);
    await clock.sleep(restMs / 4);
  }
  const loop = startLoop({
    clock,
    pauseMs: restMs,
    retryMs: { first: restMs, most: restMs },
    async look() {
      const message = running ? null : await start();
      if (message?.type === 'refused') throw new ExpectedError(message.reason);
    },
    onFailure: (error) => logLine('error', 'offers_not_followed', { reason: sentenceOf(error) }),
  });
  return async () => {
    await loop.stop();
    running?.postMessage('stop');
    await exited;
  };
}
