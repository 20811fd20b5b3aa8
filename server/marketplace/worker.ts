import { parentPort, workerData } from 'node:worker_threads';
import type { Room } from '../api/contract.js';
import { type RunningRoom, startMarketplace } from './main.js';
import type { WorkerMessage, WorkerOrder, WorkerRefusal } from './start-workers.js';
import { StateFileError } from './store/state-store.js';

/** Entry of a marketplace thread; `workerData` says which half it is, a `WorkerOrder` when to open which store and when to end. */
const { room } = workerData as { room: Room };
if (!parentPort) throw new Error('worker.ts runs as a worker thread');
const parent = parentPort;
let opening: Promise<RunningRoom> | null = null;

async function start(dataDir: string): Promise<void> {
  opening = startMarketplace({ dataDir, mode: room, port: 0 });
  try {
    const { port, generation, isDemonstration } = await opening;
    const ready: WorkerMessage = { type: 'ready', port, generation, isDemonstration };
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

parent.on('message', (order: WorkerOrder) => void (order.type === 'start' ? start(order.dataDir) : stop()));
