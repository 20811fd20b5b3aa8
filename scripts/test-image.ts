/**
 * `npm run test:image`: builds the image of the container and runs it, with Docker, or else with buildah and
 * bubblewrap.
 */
import { at, run } from './lib-run.ts';

await run([at('node_modules/vitest/vitest.mjs'), 'run', '--project=image']);
