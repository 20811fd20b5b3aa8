import { once } from 'node:events';
import { BroadcastChannel, Worker } from 'node:worker_threads';
import { type Clock, timestampOf } from '../../clock/clock.js';
import { type Loop, startLoop } from '../../clock/loop.js';
import type { JobTrouble } from '../../contract/offer-changes.js';
import { logLine } from '../program/log.js';
import type { ShopFile } from '../shop-file/shop-file.js';
import type { MarketplaceSettings } from './service.js';

export interface JobThreadData {
  readonly dataDir: string;
  readonly settings: MarketplaceSettings;
  /** Built file of `npm run import`. */
  readonly importProgram: string;
  /** The operator's file in force; null = no file. */
  readonly file: ShopFile | null;
}
export type JobOrder = 'wake' | 'stop';

/** Broadcasts why jobs fail (`JobTrouble | null`) to the threads of this process, repeatedly. */
export const jobChannel = 'partavo jobs';

/** Heap for rows of the state and pieces of downloads. */
const heap = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 };

/** The thread that imports uploads, runs feeds and sends messages. */
interface JobWorker {
  /** Starts the thread if needed, and reports a job. */
  wake(): void;
  /** Ends it after work that cannot be interrupted. */
  stop(): Promise<void>;
}

/**
 * Restarts a thread that ends by itself. Nobody waits for it.
 * @param program built file of the thread
 * @param data for the next start
 * @param onFile called after each change of the operator's file
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
