/**
 * The first `npm start` of a clone: `run.mjs` starts it as soon as the tools of the build are installed. It makes the
 * demonstration catalogue while npm installs the packages of the shop, and builds when a message says that they are
 * there.
 */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { buildDemo } from './build-server.ts';
import { at, buildIfStale, needCatalogue } from './lib-run.ts';

/** The build writes `dist/` meanwhile. */
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
