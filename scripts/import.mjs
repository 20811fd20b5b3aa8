/** `npm run import -- KIND FILE…`: brings files into the catalogue; a running shop changes over to it by itself. */
import { at, buildIfStale, install, run, runtime } from './lib-run.mjs';

await install();
await buildIfStale();
run(runtime(), [at('dist/import.js'), ...process.argv.slice(2)]);
