import { setFlagsFromString } from 'node:v8';
import { loadProgram } from './marketplace/program/load-program.js';
import { refuseParameters } from './marketplace/program/refuse-parameters.js';
import { prepareWorkers } from './marketplace/workers/start-workers.js';

/**
 * Entry of the built shop, whose program is `shop.cjs` beside it. The catalogue thread loads its program while this
 * thread loads its own.
 */
refuseParameters('npm start', 'Serves the shop; variables of the environment configure it (docs/operating.md).');
// Applies to the main thread; `start-workers.ts` limits the threads of the marketplace.
setFlagsFromString('--max-semi-space-size=0');
// By default V8 lets a heap grow to four times its live objects. Half of that costs no more CPU time. The flags come
// before the programs, because V8 rejects code that was compiled under other flags.
setFlagsFromString('--heap-growing-percent=50');
// V8 drops the code of functions that no longer run, those of the start first. The stored code would lack them.
setFlagsFromString('--no-flush-bytecode');
// MiB that a thread may fill before its first full collection. All of the start fits, so a core needs 80 ms less for it.
setFlagsFromString('--initial-old-space-size=40');
const threads = process.env.MARKETPLACE_URL
  ? null
  : prepareWorkers(new URL('./marketplace-worker.js', import.meta.url));
const shop = loadProgram<typeof import('./index.js')>(new URL('./shop.cjs', import.meta.url));
await shop.startShop(threads);
