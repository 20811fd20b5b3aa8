import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { refuseParameters } from './marketplace/program/refuse-parameters.js';
import { runProgram } from './marketplace/workers/run-program.js';
import { prepareWorkers } from './marketplace/workers/start-workers.js';

/**
 * Entry of the built shop: the program itself is `shop.cjs` beside it. What V8 makes of it and of the packages is kept
 * in a folder there from one start to the next, where that may be written. Threads do the same with theirs, which they
 * read while this one reads its own.
 */
refuseParameters('npm start', 'Serves the shop; variables of the environment configure it (docs/operating.md).');
enableCompileCache(fileURLToPath(new URL('./compiled', import.meta.url)));
// A limit from the command line is that of the main thread; those of the marketplace have their own
// (`start-workers.ts`).
setFlagsFromString('--max-semi-space-size=0');
// On a machine with memory to spare V8 lets a heap grow to four times what lives in it. Half is enough to work in, and
// costs no more CPU time. Set before the programs are read: V8 takes nothing that was kept under other flags.
setFlagsFromString('--heap-growing-percent=50');
const threads = process.env.MARKETPLACE_URL
  ? null
  : prepareWorkers(new URL('./marketplace-worker.js', import.meta.url));
const shop = runProgram<typeof import('./index.js')>(new URL('./shop.cjs', import.meta.url));
await shop.exports.startShop(threads, () => {
  threads?.catalogue.keep();
  threads?.state.keep();
  shop.keep();
});
