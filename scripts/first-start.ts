/**
 * The first `npm start` of a clone. `run.mjs` starts this script after it has installed the tools of the build. It
 * makes the demonstration while npm installs the packages of the shop. A message reports the packages; then it builds.
 */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { buildDemo } from './build-server.ts';
import { at, buildIfStale, needCatalogue } from './lib-run.ts';

/** A folder of its own, since the build writes `dist/` at the same time. */
const folder = 'dist/first-start';

const packages = once(process, 'message').then(() => process.disconnect());
await Promise.all([
  needCatalogue(async () => {
    await buildDemo(folder);
    return at(folder, 'demo.js');
  }),
  packages.then(buildIfStale),
]);
rmSync(at(folder), { recursive: true, force: true });
