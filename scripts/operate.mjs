/** `npm run report | backup | restore | upgrade | withdrawals`: what an operator does with a data folder (DATA_DIR). */
import { at, buildIfStale, install, run, runtime } from './lib-run.mjs';

await install();
await buildIfStale();
run(runtime(), [at('dist/operate.js'), ...process.argv.slice(2)]);
