/**
 * Start of the container: an empty volume gets the demonstration catalogue of the image, then the server runs in this
 * same process, so that signals reach it directly.
 */
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';

const dataDir = process.env.DATA_DIR ?? '/data';
mkdirSync(dataDir, { recursive: true });
const hasCatalogue = readdirSync(dataDir).some((name) => /^catalogue-.+\.db$/.test(name));
if (!process.env.MARKETPLACE_URL && !hasCatalogue && existsSync('demo-data')) {
  cpSync('demo-data', dataDir, { recursive: true });
}
await import('./dist/server.js');
