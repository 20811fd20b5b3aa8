import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../clock/clock.js';
import type { ServiceName } from '../../contract/operations/operation.js';
import type { followStore } from '../catalogue-store/follow-store.js';
import { isExpected, sentenceOf } from '../program/expected-error.js';
import { loadProgram } from '../program/load-program.js';
import { logLine, logWarnings } from '../program/log.js';
import type { canGoFirst as goesFirst } from './catalogue-service.js';
import type { MarketplaceSettings, RunningService, StartService } from './service.js';
import type { WorkerMessage, WorkerOrder } from './start-workers.js';

/** Entry of a marketplace thread; `workerData` names its service. A `WorkerOrder` opens its stores and ends it. */
const { service } = workerData as { service: ServiceName };
if (!parentPort) throw new Error('worker.ts runs as a worker thread');
const parent = parentPort;
const send = (message: WorkerMessage): void => parent.postMessage(message);
logWarnings();
const load = createRequire(import.meta.url);
const { startService, canGoFirst } = loadProgram<{
  startService: StartService;
  canGoFirst?: typeof goesFirst;
}>(new URL(`./marketplace-${service}.cjs`, import.meta.url));
/** Next to the built file of this thread. */
const importProgram = new URL('./import.js', import.meta.url);
const jobsProgram = new URL('./job-thread.js', import.meta.url);
const offersProgram = new URL('./offers-thread.js', import.meta.url);
let opening: Promise<RunningService> | null = null;

async function look(dataDir: string, settings: MarketplaceSettings): Promise<void> {
  send({ type: 'looked', canGoFirst: (await canGoFirst?.(dataDir, settings, process.env)) ?? false });
}

async function start(dataDir: string, settings: MarketplaceSettings): Promise<void> {
  opening = startService({
    dataDir,
    clock: systemClock,
    settings,
    importProgram,
    offersProgram,
    environment: process.env,
    jobsProgram,
    loadStoreFollower: (): typeof followStore => load('./marketplace-store.cjs').followStore,
    onState: () => send({ type: 'state' }),
  });
  try {
    const { stop: _, ...ready } = await opening;
    send({ type: 'ready', ...ready });
  } catch (error) {
    // The sentence is for the operator, the stack for the developer.
    if (!isExpected(error))
      logLine('error', 'start_failed', { service, stack: String((error as Error)?.stack ?? error) });
    send({ type: 'refused', reason: sentenceOf(error) });
    parent.close();
  }
}

async function stop(): Promise<void> {
  const running = await opening?.catch(() => null);
  await running?.stop().catch(() => {});
  parent.close();
}

parent.on('message', (order: WorkerOrder) => {
  if (order.type === 'look') void look(order.dataDir, order.settings);
  else if (order.type === 'start') void start(order.dataDir, order.settings);
  else void stop();
});
