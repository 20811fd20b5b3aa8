/**
 * `npm run test:image`: builds the container's image and runs it as an operator does, with Docker where it answers,
 * else with buildah and bubblewrap.
 */
import { at, run } from './lib-run.ts';

await run([
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  at('node_modules/jest/bin/jest.js'),
  '--config',
  at('test/image/jest.config.ts'),
]);
