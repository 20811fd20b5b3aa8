import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { refuseParameters } from './marketplace/program/refuse-parameters.js';
import { runProgram } from './marketplace/workers/run-program.js';
import { prepareWorkers } from './marketplace/workers/start-workers.js';

/**
 * Entry of the built shop; `shop.cjs` beside it is the program. V8's compiled code of the program and its packages
 * stays in a folder there for the next start, if the folder is writable. The threads do the same at the same time.
 */
refuseParameters('npm start', 'Serves the shop; variables of the environment configure it (docs/operating.md).');
enableCompileCache(fileURLToPath(new URL('./compiled', import.meta.url)));
// The limit of the command line is for the main thread; `start-workers.ts` sets those of the marketplace.
setFlagsFromString('--max-semi-space-size=0');
// On a machine with free memory V8 lets a heap grow to four times its live objects. Half of that costs no more CPU
// time. Set before V8 reads its compiled code, which it rejects under other flags.
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
