import { spawnSync } from 'node:child_process';
import { buildahEngine } from './buildah.js';
import { dockerEngine } from './docker.js';
import type { Engine } from './engine.js';

const answers = (command: string, ...parameters: string[]): boolean =>
  spawnSync(command, parameters, { stdio: 'ignore' }).status === 0;

const packages = ['buildah', 'debootstrap', 'bubblewrap'];
const has = (command: string): boolean => answers('sh', '-c', `command -v ${command}`);

/** Returns Docker if it runs, else buildah, which root may install from Debian. */
export function findEngine(tag: string): Engine {
  if (answers('docker', 'info')) return dockerEngine(tag);
  const isRoot = process.getuid?.() === 0;
  const tools = ['buildah', 'debootstrap', 'bwrap'];
  if (isRoot && !tools.every(has) && has('apt-get')) {
    const apt = (...parameters: string[]) =>
      spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=500', ...parameters], {
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    apt('update');
    apt('install', '-y', '--no-install-recommends', ...packages);
  }
  if (isRoot && tools.every(has)) return buildahEngine(tag);
  throw new Error(
    `The image cannot be tested here: \`docker info\` does not answer, and without Docker it takes root and ${packages.join(', ')} (Debian: apt-get install ${packages.join(' ')}).`,
  );
}
