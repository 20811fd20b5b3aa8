import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Entry of the built shop: the program itself is `shop.js` beside it. What V8 makes of it is kept in a folder there from
 * one start to the next, where that may be written. Threads are told by the variable to do the same with theirs.
 */
const folder = fileURLToPath(new URL('./compiled', import.meta.url));
enableCompileCache(folder);
process.env.NODE_COMPILE_CACHE ??= folder;
await import(new URL('./shop.js', import.meta.url).href);
