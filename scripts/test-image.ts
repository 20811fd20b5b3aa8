/**
 * `npm run test:image`: builds the container's image and runs it as an operator does, with Docker where it answers,
 * else with buildah and bubblewrap.
 */
import { at, run } from './lib-run.ts';

await run([at('node_modules/vitest/vitest.mjs'), 'run', '--project=image']);
