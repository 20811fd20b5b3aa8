import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');
const master = join(root, 'dist/test-data');

/**
 * A fresh DATA_DIR with the demonstration catalogue. The catalogue is made once per build by the real command and
 * then copied, so that no test sees another's carts.
 */
export function freshDataDir(): string {
  if (!existsSync(join(master, 'state.db'))) {
    rmSync(master, { recursive: true, force: true });
    mkdirSync(master, { recursive: true });
    const made = spawnSync(process.execPath, [join(root, 'dist/demo.js')], {
      cwd: root,
      env: { ...process.env, DATA_DIR: master },
      encoding: 'utf8',
    });
    if (made.status !== 0)
      throw new Error(`the demonstration catalogue could not be made:\n${made.stdout}${made.stderr}`);
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'partavo-'));
  cpSync(master, dataDir, { recursive: true });
  return dataDir;
}
