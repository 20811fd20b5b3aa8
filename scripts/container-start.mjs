/**
 * Start of the container: an empty volume gets the demonstration catalogue of the image, then the server runs in this
 * same process, so that signals reach it directly.
 */
import { accessSync, constants, copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const dataDir = process.env.DATA_DIR ?? '/data';
try {
  mkdirSync(dataDir, { recursive: true });
  accessSync(dataDir, constants.W_OK);
} catch {
  console.error(`${dataDir} cannot be written by user ${process.getuid()}: give the volume to that user.`);
  process.exit(1);
}
// The pointer to the catalogue lives in state.db: copied last, a copy that was cut short is made again.
const pointer = 'state.db';
if (!process.env.MARKETPLACE_URL && !existsSync(join(dataDir, pointer)) && existsSync('demo-data')) {
  const names = readdirSync('demo-data').filter((name) => name !== pointer);
  for (const name of [...names, pointer]) copyFileSync(join('demo-data', name), join(dataDir, name));
}
await import('./dist/server.js');
