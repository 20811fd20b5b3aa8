import { parentPort, workerData } from 'node:worker_threads';
import type { Room } from '../../contract/operations/operation.js';
import { isExpected, sentenceOf } from '../commands/told-error.js';
import { logLine } from '../http/log.js';
import type { MarketplaceSettings, RunningRoom, StartRoom } from './room.js';
import { runProgram } from './run-program.js';
import type { WorkerMessage, WorkerOrder, WorkerProgress, WorkerRefusal } from './start-workers.js';

/**
 * Entry of a marketplace thread; `workerData` says which half it is, whose program is read at once. A `WorkerOrder` says
 * when to open which store and when to end.
 */
const { room } = workerData as { room: Room };
if (!parentPort) throw new Error('worker.ts runs as a worker thread');
const parent = parentPort;
const program = runProgram<{ startRoom: StartRoom }>(new URL(`./marketplace-${room}.cjs`, import.meta.url));
/** Beside the built file of this thread. */
const importProgram = new URL('./import.js', import.meta.url);
let opening: Promise<RunningRoom> | null = null;

async function start(dataDir: string, settings: MarketplaceSettings): Promise<void> {
  opening = program.exports.startRoom({
    dataDir,
    settings,
    importProgram,
    onState() {
      const there: WorkerProgress = { type: 'state' };
      parent.postMessage(there);
    },
  });
  try {
    const { port, generation, isDemonstration } = await opening;
    const ready: WorkerMessage = { type: 'ready', port, generation, isDemonstration };
    parent.postMessage(ready);
  } catch (error) {
    // Nobody asks an operator to read a stack, and nobody can mend a fault of the program without one.
    if (!isExpected(error)) logLine('error', 'start_failed', { room, stack: String((error as Error)?.stack ?? error) });
    const refusal: WorkerRefusal = { type: 'refused', reason: sentenceOf(error) };
    parent.postMessage(refusal);
    parent.close();
  }
}

async function stop(): Promise<void> {
  const running = await opening?.catch(() => null);
  await running?.stop().catch(() => {});
  parent.close();
}

parent.on('message', (order: WorkerOrder) => {
  if (order.type === 'start') void start(order.dataDir, order.settings);
  else if (order.type === 'keep') program.keep();
  else void stop();
});
