/**
 * Start of the container: an empty volume gets the demonstration catalogue of the image, then the server runs in this
 * same process, so that signals reach it directly. Each file gets its name only when it is whole, and `state.db`, which
 * points to the catalogue, comes last: a volume without it has not been filled, or not to the end.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';

const dataDir = process.env.DATA_DIR ?? '/data';
const last = 'state.db';
mkdirSync(dataDir, { recursive: true });
if (!process.env.MARKETPLACE_URL && !existsSync(join(dataDir, last)) && existsSync('demo-data')) {
  const names = readdirSync('demo-data').sort((a, b) => Number(a === last) - Number(b === last));
  for (const name of names) {
    const target = join(dataDir, name);
    if (existsSync(target)) continue;
    copyFileSync(join('demo-data', name), `${target}.part`);
    renameSync(`${target}.part`, target);
  }
}
await import('./dist/server.js');
