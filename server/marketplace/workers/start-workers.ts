import type { EventLoopUtilization } from 'node:perf_hooks';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { ServiceName } from '../../contract/operations/operation.js';
import { ExpectedError } from '../program/expected-error.js';
import type { MarketplaceSettings, RunningService } from './service.js';

/** A worker listens, or it refuses to change the data folder and gives the reason. */
type Started = ({ type: 'ready' } & Omit<RunningService, 'stop'>) | { type: 'refused'; reason: string };
/**
 * The state worker first reports that `state.db` exists, with the pointer to the catalogue. The catalogue worker answers
 * whether it can go first.
 */
export type WorkerMessage = { type: 'state' } | { type: 'looked'; canGoFirst: boolean } | Started;

/** Orders: look whether the thread can go first, open the stores and listen, or end after the requests in flight. */
export type WorkerOrder = { type: 'look' | 'start'; dataDir: string; settings: MarketplaceSettings } | { type: 'stop' };

export class WorkerRefused extends ExpectedError {
  override name = 'WorkerRefused';
}

/** Threads that have opened no store. */
export type WorkerThreads = Readonly<Record<ServiceName, ServiceThread>>;

export interface WorkersOptions {
  /** Directory of `state.db` and the catalogue files. */
  dataDir: string;
  settings: MarketplaceSettings;
  threads: WorkerThreads;
}

export interface RunningWorkers extends Omit<RunningService, 'port'> {
  catalogue: URL;
  /** Starts the state thread, unless it was started. Resolves when it listens. @throws as `startWorkers` */
  startState(): Promise<URL>;
}

/**
 * Makes both threads. The catalogue thread loads its program at once, while the web tier loads its own.
 * @param workerFile the built file of worker.ts
 * @param onFailure called when a thread dies; by default the process ends, and its supervisor restarts it
 */
export const prepareWorkers = (workerFile: string | URL, onFailure: (error: Error) => void = fail): WorkerThreads => {
  const catalogue = new ServiceThread('catalogue', workerFile, onFailure);
  catalogue.load();
  return { state: new ServiceThread('state', workerFile, onFailure), catalogue };
};

/**
 * Starts the catalogue thread; resolves when it listens. The state thread goes first where it has to make or mend the
 * folder.
 * @throws WorkerRefused, and other errors of a start
 */
export async function startWorkers({ dataDir, settings, threads }: WorkersOptions): Promise<RunningWorkers> {
  let state: Promise<URL> | null = null;
  const startState = (): Promise<URL> => {
    state ??= start(threads.state, dataDir, settings).then(urlOf);
    return state;
  };
  let catalogue: Ready;
  try {
    const mayWait = settings.databaseUrl === undefined && (await threads.catalogue.canGoFirst(dataDir, settings));
    if (!mayWait) await Promise.race([threads.state.hasState, startState()]);
    [catalogue] = await Promise.all([start(threads.catalogue, dataDir, settings), mayWait ? null : startState()]);
  } catch (error) {
    await Promise.all([threads.state.stop(), threads.catalogue.stop()]);
    throw error;
  }
  const { generation, isDemonstration, lost } = catalogue;
  return {
    catalogue: urlOf(catalogue),
    startState,
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
  readonly #service: ServiceName;
  readonly #workerFile: string | URL;
  readonly #onFailure: (error: Error) => void;
  #worker: Worker | null = null;
  #exited: Promise<void> | null = null;
  readonly #started = Promise.withResolvers<Started>();
  readonly #hasState = Promise.withResolvers<void>();
  readonly #looked = Promise.withResolvers<boolean>();
  #isStopping = false;

  constructor(service: ServiceName, workerFile: string | URL, onFailure: (error: Error) => void) {
    this.#service = service;
    this.#workerFile = workerFile;
    this.#onFailure = onFailure;
    // `start` reports a failure before it.
    for (const { promise } of [this.#started, this.#looked]) promise.catch(() => {});
  }

  /** Starts the thread, which loads its program. */
  load(): Worker {
    if (this.#worker) return this.#worker;
    const service = this.#service;
    const worker = new Worker(this.#workerFile, {
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
      if (isReady) this.#onFailure(error);
      this.#started.reject(error);
      this.#looked.reject(error);
    };
    worker.on('error', (error) => failed(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', (code) => failed(new Error(`marketplace thread ${service} ended with code ${code}`)));
    worker.on('message', (message: WorkerMessage) => {
      if (message.type === 'state') return this.#hasState.resolve();
      if (message.type === 'looked') return this.#looked.resolve(message.canGoFirst);
      if (message.type === 'ready') isReady = true;
      else this.#isStopping = true;
      this.#started.resolve(message);
    });
    return worker;
  }

  /** Resolves when the thread has reported that `state.db` exists. */
  get hasState(): Promise<void> {
    return this.#hasState.promise;
  }

  /** Asks the catalogue thread whether it may serve the folder before the state thread has opened it. */
  canGoFirst(dataDir: string, settings: MarketplaceSettings): Promise<boolean> {
    this.load().postMessage({ type: 'look', dataDir, settings } satisfies WorkerOrder);
    return this.#looked.promise;
  }

  /** Resolves when the thread listens or refuses. @throws any other error that keeps it from starting */
  start(dataDir: string, settings: MarketplaceSettings): Promise<Started> {
    this.load().postMessage({ type: 'start', dataDir, settings } satisfies WorkerOrder);
    return this.#started.promise;
  }

  /** Utilisation of the thread's event loop, as `performance.eventLoopUtilization`; zeros before it loads. */
  readonly eventLoop = (one?: EventLoopUtilization, two?: EventLoopUtilization): EventLoopUtilization =>
    this.#worker?.performance.eventLoopUtilization(one, two) ?? { idle: 0, active: 0, utilization: 0 };

  /** Ends the thread after its requests in flight. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#worker?.postMessage({ type: 'stop' } satisfies WorkerOrder);
    await this.#exited;
  }
}

function fail(error: Error): never {
  throw error;
}
