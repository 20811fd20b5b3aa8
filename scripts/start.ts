/** `npm start`: builds, makes the demonstration catalogue if there is none, serves. */
import { at, buildIfStale, needCatalogue, serve, serverEnv, serverFlags } from './lib-run.ts';

await buildIfStale();
const parameters = process.argv.slice(2);
const dataDir = parameters.length === 0 ? await needCatalogue(() => at('dist/demo.js')) : undefined;
serve([...serverFlags, '--enable-source-maps', at('dist/server.js'), ...parameters], { ...serverEnv, ...dataDir });
