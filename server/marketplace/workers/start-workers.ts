import type { EventLoopUtilization } from 'node:perf_hooks';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { ServiceName } from '../../contract/operations/operation.js';
import { ExpectedError } from '../program/expected-error.js';
import type { MarketplaceSettings } from './service.js';

/** Sent by a worker to its parent once it listens. */
export interface WorkerMessage {
  type: 'ready';
  port: number;
  generation: string | null;
  isDemonstration: boolean;
  /** A sentence about the lost file for which no catalogue is served; null for none. */
  lost: string | null;
}

/** Sent by the state worker before that: `state.db` exists, with the pointer to the catalogue. */
export interface WorkerProgress {
  type: 'state';
}

/** Sent instead if a file of the data folder must not be touched: a sentence for the operator. */
export interface WorkerRefusal {
  type: 'refused';
  reason: string;
}

/** Sent to a worker: open the store of a data folder and listen, or end after the requests in flight. */
export type WorkerOrder = { type: 'start'; dataDir: string; settings: MarketplaceSettings } | { type: 'stop' };

/** A thread that does not start; the message is a sentence for the operator. */
export class WorkerRefused extends ExpectedError {
  override name = 'WorkerRefused';
}

/** Threads that have their program and no store yet. */
export type WorkerThreads = Readonly<Record<ServiceName, ServiceThread>>;

export interface WorkersOptions {
  /** Directory of `state.db` and the catalogue files. */
  dataDir: string;
  settings: MarketplaceSettings;
  threads: WorkerThreads;
}

/** The two threads of the embedded marketplace, and where they listen. */
export interface RunningWorkers {
  catalogue: URL;
  state: URL;
  /** Catalogue served at the start; null while none has been imported. */
  generation: string | null;
  isDemonstration: boolean;
  /** A sentence about the lost file for which there is none; null where none is lost. */
  lost: string | null;
  /** Ends both threads after their requests under way. */
  stop(): Promise<void>;
}

/**
 * Catalogue and state as threads that read their program and then wait for `startWorkers`: both may do so while the web
 * tier reads its own.
 * @param workerFile the built file of worker.ts
 * @param onFailure told when a thread dies by itself; by default the whole program ends, for its supervisor to start
 * again
 */
export const prepareWorkers = (workerFile: string | URL, onFailure: (error: Error) => void = fail): WorkerThreads => ({
  state: new ServiceThread('state', workerFile, onFailure),
  catalogue: new ServiceThread('catalogue', workerFile, onFailure),
});

/**
 * Opens the stores of both threads; resolves when both listen.
 * @throws WorkerRefused, and whatever else keeps one from starting
 */
export async function startWorkers({ dataDir, settings, threads }: WorkersOptions): Promise<RunningWorkers> {
  let state: RunningWorker;
  let catalogue: RunningWorker;
  try {
    const starting = start(threads.state, dataDir, settings);
    // State goes first: it makes `state.db`, in which the catalogue thread finds its pointer.
    await Promise.race([threads.state.hasState, starting]);
    [state, catalogue] = await Promise.all([starting, start(threads.catalogue, dataDir, settings)]);
  } catch (error) {
    await Promise.all([threads.state.stop(), threads.catalogue.stop()]);
    throw error;
  }
  return {
    catalogue: catalogue.url,
    state: state.url,
    generation: catalogue.ready.generation,
    isDemonstration: catalogue.ready.isDemonstration,
    lost: catalogue.ready.lost,
    stop: async () => {
      await Promise.all([threads.catalogue.stop(), threads.state.stop()]);
    },
  };
}

async function start(thread: ServiceThread, dataDir: string, settings: MarketplaceSettings): Promise<RunningWorker> {
  const started = await thread.start(dataDir, settings);
  // Thrown here: a thread may be an object of another program of the build, whose class its caller does not know.
  if (started.type === 'refused') throw new WorkerRefused(started.reason);
  return { url: new URL(`http://127.0.0.1:${started.port}`), ready: started };
}

/**
 * Mebibytes of each thread's heap. Without a word V8 takes what the machine has before it tidies up; a young generation
 * of this size holds the rows of a request, which is all that a thread makes and forgets.
 */
const heaps: Readonly<Record<ServiceName, ResourceLimits>> = {
  catalogue: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 },
  state: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 },
};

interface RunningWorker {
  url: URL;
  ready: WorkerMessage;
}

/** A thread that opens its store when it is told to. */
class ServiceThread {
  readonly #worker: Worker;
  readonly #exited: Promise<void>;
  readonly #started: Promise<WorkerMessage | WorkerRefusal>;
  /** Resolves when the thread has reported that `state.db` exists. */
  readonly hasState: Promise<void>;
  #isStopping = false;

  constructor(service: ServiceName, workerFile: string | URL, onFailure: (error: Error) => void) {
    const worker = new Worker(workerFile, {
      workerData: { service },
      name: `marketplace-${service}`,
      resourceLimits: heaps[service],
    });
    this.#worker = worker;
    this.#exited = new Promise((done) => worker.once('exit', () => done()));
    let notifyState: () => void;
    this.hasState = new Promise((resolve) => {
      notifyState = resolve;
    });
    this.#started = new Promise((resolve, reject) => {
      let isReady = false;
      const failed = (error: Error) => {
        if (this.#isStopping) return;
        this.#isStopping = true;
        if (isReady) onFailure(error);
        else reject(error);
      };
      worker.on('error', (error) => failed(error instanceof Error ? error : new Error(String(error))));
      worker.on('exit', (code) => failed(new Error(`marketplace thread ${service} ended with code ${code}`)));
      worker.on('message', (started: WorkerMessage | WorkerProgress | WorkerRefusal) => {
        if (started.type === 'state') return notifyState();
        if (started.type === 'ready') isReady = true;
        else this.#isStopping = true;
        resolve(started);
      });
    });
    // A failure before the start is reported at the start.
    this.#started.catch(() => {});
  }

  /** Resolves when the thread listens, or says why it will not. @throws whatever else keeps it from starting */
  start(dataDir: string, settings: MarketplaceSettings): Promise<WorkerMessage | WorkerRefusal> {
    const order: WorkerOrder = { type: 'start', dataDir, settings };
    this.#worker.postMessage(order);
    return this.#started;
  }

  /** How busy its event loop has been, as `performance.eventLoopUtilization` tells it. */
  readonly eventLoop = (one?: EventLoopUtilization, two?: EventLoopUtilization): EventLoopUtilization =>
    this.#worker.performance.eventLoopUtilization(one, two);

  /** Ends the thread after its requests under way. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const order: WorkerOrder = { type: 'stop' };
    this.#worker.postMessage(order);
    await this.#exited;
  }
}

function fail(error: Error): never {
  throw error;
}
