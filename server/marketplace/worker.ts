import { parentPort, workerData } from 'node:worker_threads';
import type { Room } from '../api/contract.js';
import { type RunningRoom, startMarketplace } from './main.js';
import type { WorkerMessage, WorkerRefusal } from './start-workers.js';
import { StateFileError } from './store/state-store.js';

/** Entry of a marketplace thread; `workerData` says which half it is. It opens its store on `{type: 'start'}`, ends on `{type: 'stop'}`. */
const { room, dataDir, port } = workerData as { room: Room; dataDir: string; port: number };
if (!parentPort) throw new Error('worker.ts runs as a worker thread');
const parent = parentPort;
let opening: Promise<RunningRoom> | null = null;

async function start(): Promise<void> {
  opening = startMarketplace({ dataDir, mode: room, port });
  try {
    const { port: given, generation, isDemonstration } = await opening;
    const ready: WorkerMessage = { type: 'ready', port: given, generation, isDemonstration };
    parent.postMessage(ready);
  } catch (error) {
    // Whatever else goes wrong ends the thread, with its own words.
    if (!(error instanceof StateFileError)) throw error;
    const refusal: WorkerRefusal = { type: 'refused', reason: error.message };
    parent.postMessage(refusal);
    parent.close();
  }
}

async function stop(): Promise<void> {
  const running = await opening?.catch(() => null);
  await running?.stop().catch(() => {});
  parent.close();
}

parent.on('message', ({ type }: { type?: unknown }) => void (type === 'start' ? start() : stop()));
