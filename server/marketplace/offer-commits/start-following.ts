import { mkdirSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../../clock/clock.js';
import { startLoop } from '../../clock/loop.js';
import { shareOffersAt } from '../offer-store/shared-offers.js';
import { ExpectedError, sentenceOf } from '../program/expected-error.js';
import { logLine } from '../program/log.js';
import type { FollowMessage, FollowThreadData } from './follow-as-thread.js';
import type { LogBounds } from './local-offers.js';

/** Milliseconds that a start waits for a database that is not there yet. */
const usualPatienceMs = 15_000;
/** Milliseconds between two looks whether the thread runs, and until one that has failed is started again. */
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
  /** How long a start waits for a database that is not there yet. */
  readonly patienceMs?: number;
}

/**
 * Has a folder follow the offers in PostgreSQL, by a thread of its own: taking in a large commit holds up no cart. What
 * this process writes goes there too.
 * @returns once the folder has all commits; ends it
 * @throws ExpectedError where the folder cannot follow
 */
export async function startFollowing({ patienceMs = usualPatienceMs, ...needs }: Needs): Promise<() => Promise<void>> {
  const { dataDir, address, program, clock, bounds } = needs;
  mkdirSync(dataDir, { recursive: true });
  shareOffersAt({ address, program });
  const workerData: FollowThreadData = { role: 'follow', dataDir, address, ...(bounds && { bounds }) };
  let running = null as Worker | null;
  let exited: Promise<void> = Promise.resolve();
  /** @returns after the first message of the thread. @throws where it ends without one */
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
