import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'dist/test-data');

/**
 * Makes the catalogue that all tests copy, by the operator's command, once for each build of that command. It is copied
 * if temporary files are on another file system, such as one in memory.
 */
export function makeCatalogue(): void {
  makeIfStale();
  if (!process.env.TEST_RESULTS || statSync(tmpdir()).dev === statSync(folder).dev) return;
  const here = mkdtempSync(join(tmpdir(), 'partavo-catalogue-'));
  cpSync(folder, here, { recursive: true });
  process.env.TEST_CATALOGUE = here;
  process.on('exit', () => rmSync(here, { recursive: true, force: true }));
}

function makeIfStale(): void {
  const generator = join(root, 'dist/demo.js');
  const tables = ['search-data', 'demo-data'].flatMap((folder) =>
    readdirSync(join(root, 'dist', folder), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => join(root, 'dist', folder, name)),
  );
  const sources = [generator, ...tables];
  const hash = createHash('sha256');
  for (const file of sources) hash.update(readFileSync(file));
  const version = hash.digest('hex');
  const marker = join(folder, 'made-by');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === version) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const made = spawnSync(process.execPath, [generator], {
    cwd: root,
    env: { ...process.env, DATA_DIR: folder },
    encoding: 'utf8',
  });
  if (made.status !== 0)
    throw new Error(`the demonstration catalogue could not be made:\n${made.stdout}${made.stderr}`);
  writeFileSync(marker, version);
}
