/** `npm start`: installs, builds, makes the demonstration catalogue if there is none, serves. Needs Node 20 and npm. */
import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { at, buildIfStale, install, root, run, runtime, serve, serverFlags } from './lib-run.mjs';

await install();
await buildIfStale();
const dataDir = resolve(root, process.env.DATA_DIR ?? 'data');
const hasCatalogue = existsSync(dataDir) && readdirSync(dataDir).some((name) => /^catalogue-.+\.db$/.test(name));
if (!process.env.MARKETPLACE_URL && !hasCatalogue) {
  console.log('Making the demonstration catalogue');
  run(runtime(), [at('dist/demo.js')], { env: { ...process.env, DATA_DIR: dataDir } });
}
serve(runtime(), [...serverFlags, '--enable-source-maps', at('dist/server.js')], {
  NODE_ENV: 'production',
  DATA_DIR: dataDir,
});
