// @ts-check
/**
 * Starts the container. It copies the demonstration of the image into an empty volume. Then the server runs in this
 * same process, so that signals reach it directly. Each file gets its name after the copy, and `state.db`, which points
 * to the catalogue, comes last: a volume without it is not completely filled.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';

const dataDir = process.env.DATA_DIR ?? '/data';
const last = 'state.db';

function fillVolume() {
  mkdirSync(dataDir, { recursive: true });
  const names = readdirSync('demo-data').sort((a, b) => Number(a === last) - Number(b === last));
  for (const name of names) {
    const target = join(dataDir, name);
    if (existsSync(target)) continue;
    copyFileSync(join('demo-data', name), `${target}.part`);
    renameSync(`${target}.part`, target);
  }
}

if (
  !process.env.MARKETPLACE_URL &&
  !process.env.CATALOGUE_STORE &&
  !existsSync(join(dataDir, last)) &&
  existsSync('demo-data')
) {
  try {
    fillVolume();
  } catch (error) {
    const { uid, gid } = { uid: process.getuid?.(), gid: process.getgid?.() };
    const { code, path, message } = /** @type {NodeJS.ErrnoException} */ (error);
    console.error(
      `The demonstration catalogue could not be copied to ${dataDir} (${code}: ${path ?? message}). The folder must be writable for user ${uid} and have room for it: chown ${uid}:${gid}, or give an empty volume.`,
    );
    process.exit(1);
  }
}
// This file exists in the image only.
const server = './dist/server.js';
await import(server);
