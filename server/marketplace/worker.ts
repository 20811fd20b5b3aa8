import { parentPort, workerData } from 'node:worker_threads';
import type { Room } from '../api/contract.js';
import { startMarketplace } from './main.js';
import type { WorkerMessage } from './start-workers.js';

/** Entry of a marketplace thread; `workerData` says which half it is. Stops on `{type: 'stop'}`. */
const { room, dataDir, port } = workerData as { room: Room; dataDir: string; port: number };
if (!parentPort) throw new Error('worker.ts runs as a worker thread');
const parent = parentPort;

const running = await startMarketplace({ dataDir, mode: room, port });
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
