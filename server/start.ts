import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { prepareWorkers, type WorkerThreads } from './marketplace/start-workers.js';

/**
 * Entry of the built shop: the program itself is `shop.js` beside it. What V8 makes of it is kept in a folder there from
 * one start to the next, where that may be written. Threads are told by the variable to do the same with theirs; they read
 * their program while this one reads its own.
 */
const folder = fileURLToPath(new URL('./compiled', import.meta.url));
enableCompileCache(folder);
process.env.NODE_COMPILE_CACHE ??= folder;
// A limit from the command line is that of the main thread; those of the marketplace have their own (`start-workers.ts`).
setFlagsFromString('--max-semi-space-size=0');
const prepare = (): WorkerThreads => prepareWorkers(new URL('./marketplace-worker.js', import.meta.url));
const threads = process.env.MARKETPLACE_URL ? undefined : prepare();
const { startShop }: typeof import('./index.js') = await import(new URL('./shop.js', import.meta.url).href);
await startShop(() => threads ?? prepare());
