/** `npm run demo [-- --vehicles FILE]`: makes a demonstration catalogue; a running shop changes over to it by itself. */
import { at, buildIfStale, install, run, runtime } from './lib-run.mjs';

await install();
await buildIfStale();
run(runtime(), [at('dist/demo.js'), ...process.argv.slice(2)]);
