import type { EventLoopUtilization } from 'node:perf_hooks';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { ServiceName } from '../../contract/operations/operation.js';
import { ExpectedError } from '../program/expected-error.js';
import type { MarketplaceSettings, RunningService } from './service.js';

/** A worker listens, or it refuses to change the data folder and gives the reason. */
type Started = ({ type: 'ready' } & Omit<RunningService, 'stop'>) | { type: 'refused'; reason: string };
/** The state worker first reports that `state.db` exists, with the pointer to the catalogue. */
export type WorkerMessage = { type: 'state' } | Started;

/** Orders: open the stores and listen, or end after the requests in flight. */
export type WorkerOrder = { type: 'start'; dataDir: string; settings: MarketplaceSettings } | { type: 'stop' };

export class WorkerRefused extends ExpectedError {
  override name = 'WorkerRefused';
}

/** Threads that have loaded their program but opened no store. */
export type WorkerThreads = Readonly<Record<ServiceName, ServiceThread>>;

export interface WorkersOptions {
  /** Directory of `state.db` and the catalogue files. */
  dataDir: string;
  settings: MarketplaceSettings;
  threads: WorkerThreads;
}

export interface RunningWorkers extends Omit<RunningService, 'port'> {
  catalogue: URL;
  state: URL;
}

/**
 * Starts both threads, which load their programs while the web tier loads its own.
 * @param workerFile the built file of worker.ts
 * @param onFailure called when a thread dies; by default the process ends, and its supervisor restarts it
 */
export const prepareWorkers = (workerFile: string | URL, onFailure: (error: Error) => void = fail): WorkerThreads => ({
  state: new ServiceThread('state', workerFile, onFailure),
  catalogue: new ServiceThread('catalogue', workerFile, onFailure),
});

/** Opens the stores of both threads; resolves when both listen. @throws WorkerRefused, and other errors of a start */
export async function startWorkers({ dataDir, settings, threads }: WorkersOptions): Promise<RunningWorkers> {
  let state: Ready;
  let catalogue: Ready;
  try {
    const starting = start(threads.state, dataDir, settings);
    // State goes first, because it makes `state.db` with the pointer that the catalogue thread reads.
    await Promise.race([threads.state.hasState, starting]);
    [state, catalogue] = await Promise.all([starting, start(threads.catalogue, dataDir, settings)]);
  } catch (error) {
    await Promise.all([threads.state.stop(), threads.catalogue.stop()]);
    throw error;
  }
  const { generation, isDemonstration, lost } = catalogue;
  return {
    catalogue: urlOf(catalogue),
    state: urlOf(state),
    generation,
    isDemonstration,
    lost,
    stop: async () => {
      await Promise.all([threads.catalogue.stop(), threads.state.stop()]);
    },
  };
}

type Ready = Omit<RunningService, 'stop'>;
const urlOf = ({ port }: Ready): URL => new URL(`http://127.0.0.1:${port}`);

async function start(thread: ServiceThread, dataDir: string, settings: MarketplaceSettings): Promise<Ready> {
  const { type, ...started } = await thread.start(dataDir, settings);
  // Thrown here, because threads may belong to another program of the build, which has its own copy of the class.
  if ('reason' in started) throw new WorkerRefused(started.reason);
  return started;
}

/**
 * Without limits V8 would take the machine's memory before it collects. The young generation holds the rows of a
 * request.
 */
const heaps: Readonly<Record<ServiceName, ResourceLimits>> = {
  catalogue: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 },
  state: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 },
};

/** A thread that opens its stores on an order. */
class ServiceThread {
  readonly #worker: Worker;
  readonly #exited: Promise<void>;
  readonly #started = Promise.withResolvers<Started>();
  readonly #hasState = Promise.withResolvers<void>();
  #isStopping = false;

  constructor(service: ServiceName, workerFile: string | URL, onFailure: (error: Error) => void) {
    const worker = new Worker(workerFile, {
      workerData: { service },
      name: `marketplace-${service}`,
      resourceLimits: heaps[service],
    });
    this.#worker = worker;
    this.#exited = new Promise((done) => worker.once('exit', () => done()));
    let isReady = false;
    const failed = (error: Error) => {
      if (this.#isStopping) return;
      this.#isStopping = true;
      if (isReady) onFailure(error);
      else this.#started.reject(error);
    };
    worker.on('error', (error) => failed(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', (code) => failed(new Error(`marketplace thread ${service} ended with code ${code}`)));
    worker.on('message', (message: WorkerMessage) => {
      if (message.type === 'state') return this.#hasState.resolve();
      if (message.type === 'ready') isReady = true;
      else this.#isStopping = true;
      this.#started.resolve(message);
    });
    // `start` reports a failure before it.
    this.#started.promise.catch(() => {});
  }

  /** Resolves when the thread has reported that `state.db` exists. */
  get hasState(): Promise<void> {
    return this.#hasState.promise;
  }

  /** Resolves when the thread listens or refuses. @throws any other error that keeps it from starting */
  start(dataDir: string, settings: MarketplaceSettings): Promise<Started> {
    this.#worker.postMessage({ type: 'start', dataDir, settings } satisfies WorkerOrder);
    return this.#started.promise;
  }

  /** Utilisation of the thread's event loop, as `performance.eventLoopUtilization`. */
  readonly eventLoop = (one?: EventLoopUtilization, two?: EventLoopUtilization): EventLoopUtilization =>
    this.#worker.performance.eventLoopUtilization(one, two);

  /** Ends the thread after its requests in flight. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#worker.postMessage({ type: 'stop' } satisfies WorkerOrder);
    await this.#exited;
  }
}

function fail(error: Error): never {
  throw error;
}
