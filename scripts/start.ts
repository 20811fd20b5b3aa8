/** `npm start`: builds, makes the demonstration catalogue if no catalogue exists, serves. */
import { at, buildIfStale, needCatalogue, serve, serverEnv, serverFlags } from './lib-run.ts';

const parameters = process.argv.slice(2);
await buildIfStale();
const data = parameters.length === 0 ? await needCatalogue(() => at('dist/demo.js')) : null;
await serve([...serverFlags, at('dist/server.js'), ...parameters], { ...serverEnv, ...data });
