import { parentPort, workerData } from 'node:worker_threads';
import type { Room } from '../api/contract.js';
import { type RunningRoom, startMarketplace } from './main.js';
import type { WorkerMessage, WorkerRefusal } from './start-workers.js';
import { StateFileError } from './store/state-store.js';

/** Entry of a marketplace thread; `workerData` says which half it is. Stops on `{type: 'stop'}`. */
const { room, dataDir, port } = workerData as { room: Room; dataDir: string; port: number };
if (!parentPort) throw new Error('worker.ts runs as a worker thread');
const parent = parentPort;

function announce(running: RunningRoom): void {
  parent.on('message', (message: { type?: unknown }) => {
    if (message.type !== 'stop') return;
    void running.stop().finally(() => parent.close());
  });
  const ready: WorkerMessage = {
    type: 'ready',
    port: running.port,
    generation: running.generation,
    isDemonstration: running.isDemonstration,
  };
  parent.postMessage(ready);
}

try {
  announce(await startMarketplace({ dataDir, mode: room, port }));
} catch (error) {
  if (!(error instanceof StateFileError)) throw error;
  const refusal: WorkerRefusal = { type: 'refused', reason: error.message };
  parent.postMessage(refusal);
}
