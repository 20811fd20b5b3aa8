import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { Room } from '../api/contract.js';

/** What a marketplace thread tells its parent once it listens. */
export interface WorkerMessage {
  type: 'ready';
  port: number;
  generation: string | null;
  isDemonstration: boolean;
}

/** Sent instead, where a file of the data folder must not be touched: a sentence for whoever starts the program. */
export interface WorkerRefusal {
  type: 'refused';
  reason: string;
}

/** A thread that does not start, with a sentence that tells what to do. */
export class WorkerRefused extends Error {
  override name = 'WorkerRefused';
}

export interface WorkersOptions {
  /** Directory of `state.db` and the catalogue files. */
  dataDir: string;
  /** The built file of worker.ts. */
  workerFile: string | URL;
  /** Told when a thread dies by itself; by default the whole program ends, for its supervisor to start anew. */
  onFailure?: (error: Error) => void;
}

/** The two threads of the embedded marketplace, and where they listen. */
export interface RunningWorkers {
  catalogue: URL;
  state: URL;
  /** Catalogue served at the start; null while none has been imported. */
  generation: string | null;
  isDemonstration: boolean;
  /** Ends both threads after their requests under way. */
  stop(): Promise<void>;
}

/** Starts catalogue and state as worker threads; resolves when both listen. @throws WorkerRefused, and whatever else keeps one from starting */
export async function startWorkers(options: WorkersOptions): Promise<RunningWorkers> {
  // Both read their program at once. Then state goes first: it makes `state.db`, in which the catalogue thread finds its
  // pointer.
  const [stateThread, catalogueThread] = [new RoomThread('state', options), new RoomThread('catalogue', options)];
  let state: RunningWorker;
  let catalogue: RunningWorker;
  try {
    state = await stateThread.start();
    catalogue = await catalogueThread.start();
  } catch (error) {
    await Promise.all([stateThread.stop(), catalogueThread.stop()]);
    throw error;
  }
  return {
    catalogue: catalogue.url,
    state: state.url,
    generation: catalogue.ready.generation,
    isDemonstration: catalogue.ready.isDemonstration,
    stop: async () => {
      await Promise.all([catalogueThread.stop(), stateThread.stop()]);
    },
  };
}

/**
 * Mebibytes of each thread's heap. Without a word V8 takes what the machine has before it tidies up; a young generation
 * of this size holds the rows of a request, which is all that a thread makes and forgets.
 */
const heaps: Readonly<Record<Room, ResourceLimits>> = {
  catalogue: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 },
  state: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 },
};

interface RunningWorker {
  url: URL;
  ready: WorkerMessage;
}

/** A thread that opens its store when it is told to. */
class RoomThread {
  readonly #worker: Worker;
  readonly #exited: Promise<void>;
  readonly #started: Promise<RunningWorker>;
  #isStopping = false;

  constructor(room: Room, { dataDir, workerFile, onFailure = fail }: WorkersOptions) {
    const worker = new Worker(workerFile, {
      workerData: { room, dataDir, port: 0 },
      name: `marketplace-${room}`,
      resourceLimits: heaps[room],
    });
    this.#worker = worker;
    this.#exited = new Promise((done) => worker.once('exit', () => done()));
    this.#started = new Promise((resolve, reject) => {
      let isReady = false;
      const failed = (error: Error) => {
        if (this.#isStopping) return;
        this.#isStopping = true;
        if (isReady) onFailure(error);
        else reject(error);
      };
      worker.on('error', (error) => failed(error instanceof Error ? error : new Error(String(error))));
      worker.on('exit', (code) => failed(new Error(`marketplace thread ${room} ended with code ${code}`)));
      worker.once('message', (ready: WorkerMessage | WorkerRefusal) => {
        if (ready.type === 'refused') return failed(new WorkerRefused(ready.reason));
        isReady = true;
        resolve({ url: new URL(`http://127.0.0.1:${ready.port}`), ready });
      });
    });
    // A thread that fails before it is started tells so when it is.
    this.#started.catch(() => {});
  }

  /** Resolves when the thread listens. @throws WorkerRefused, and whatever else keeps it from starting */
  start(): Promise<RunningWorker> {
    this.#worker.postMessage({ type: 'start' });
    return this.#started;
  }

  /** Ends the thread after its requests under way. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#worker.postMessage({ type: 'stop' });
    await this.#exited;
  }
}

function fail(error: Error): never {
  throw error;
}
