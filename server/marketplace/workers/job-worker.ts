import { once } from 'node:events';
import { BroadcastChannel, Worker } from 'node:worker_threads';
import { type Clock, timestampOf } from '../../clock/clock.js';
import { type Loop, startLoop } from '../../clock/loop.js';
import type { JobTrouble } from '../../contract/offer-changes.js';
import { logLine } from '../program/log.js';
import type { ShopFile } from '../shop-file/shop-file.js';
import type { MarketplaceSettings } from './service.js';

/** What the thread is started with. */
export interface JobThreadData {
  readonly dataDir: string;
  readonly settings: MarketplaceSettings;
  /** Address of the built file of `npm run import`. */
  readonly importProgram: string;
  /** The operator's file that is in force; null where there is none. */
  readonly file: ShopFile | null;
}
export type JobOrder = 'wake' | 'stop';

/** The channel on which threads of this process are told again and again why jobs do not get on (`JobTrouble | null`). */
export const jobChannel = 'partavo jobs';

/** Mebibytes of the thread's heap: rows of the state, and what is fetched piece by piece. */
const heap = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 };

/** The thread that takes in what merchants send, gets feeds and sends messages. */
interface JobWorker {
  /** Starts it where it does not run, and says that there is a job. */
  wake(): void;
  /** Ends it after what cannot be interrupted. */
  stop(): Promise<void>;
}

/**
 * A thread that ends by itself is started again, as `startLoop` repeats what has failed. Nobody waits for it.
 * @param program built file of the thread
 * @param data what it is to be started with this time
 * @param onFile told of each change of the operator's file
 */
export function createJobWorker(
  program: URL,
  data: () => JobThreadData,
  onFile: (file: ShopFile) => void,
  clock: Clock,
): JobWorker {
  let thread: Worker | null = null;
  let loop: Loop | null = null;
  const run = async (ended: AbortSignal): Promise<undefined> => {
    thread = new Worker(program, { workerData: data(), name: 'jobs', resourceLimits: heap });
    thread.on('message', onFile);
    try {
      await once(thread, 'exit');
    } finally {
      thread = null;
    }
    if (!ended.aborted) throw new Error('the thread has ended');
  };
  const onFailure = (error: unknown): void => {
    const reason = String(error);
    logLine('error', 'job_worker_failed', { reason });
    const channel = new BroadcastChannel(jobChannel);
    channel.postMessage({ since: loop?.trouble?.since ?? timestampOf(clock), reason } satisfies JobTrouble);
    channel.close();
  };
  return {
    wake() {
      loop ??= startLoop({ clock, look: run, pauseMs: 0, onFailure });
      thread?.postMessage('wake' satisfies JobOrder);
    },
    async stop() {
      const stopped = loop?.stop();
      thread?.postMessage('stop' satisfies JobOrder);
      await stopped;
    },
  };
}
