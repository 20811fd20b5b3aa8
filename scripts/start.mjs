/** `npm start`: installs, builds, makes the demonstration catalogue if there is none, serves. Needs Node 20 and npm. */
import { readdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { at, buildIfStale, install, root, run, runtime, serve, serverFlags } from './lib-run.mjs';

/** Whatever else stands there, the server says so. */
const isFolder = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

await install();
await buildIfStale();
const dataDir = resolve(root, process.env.DATA_DIR || 'data');
const isCatalogue = (name) => /^catalogue-.+\.db$/.test(name);
const hasCatalogue = isFolder(dataDir) && readdirSync(dataDir).some(isCatalogue);
const parameters = process.argv.slice(2);
if (parameters.length === 0 && !process.env.MARKETPLACE_URL && !hasCatalogue) {
  console.log('Making the demonstration catalogue');
  run(runtime(), [at('dist/demo.js')], { env: { ...process.env, DATA_DIR: dataDir } });
}
serve(runtime(), [...serverFlags, '--enable-source-maps', at('dist/server.js'), ...parameters], {
  NODE_ENV: 'production',
  DATA_DIR: dataDir,
});
