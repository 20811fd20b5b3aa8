/** What the commands share: finding the runtime, installing, running a program with its output visible. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');
export const at = (...parts) => join(root, ...parts);

/** Node 24: the one installed with the project, or the machine's own where no package exists for its platform. */
export function runtime() {
  const own = at('node_modules/.bin/node');
  if (existsSync(own)) return own;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  fail(
    `Partavo runs on Node 24 or newer; this is ${process.version}, and no runtime package exists for ${process.platform}-${process.arch}. Please install Node 24.`,
  );
}

export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** One line per long step, with the time it took. */
export async function step(title, work) {
  process.stdout.write(`${title} … `);
  const start = performance.now();
  const result = await work();
  console.log(`done (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  return result;
}

const modified = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);

/** `npm ci`, when the lock file is newer than what is installed. */
export async function install() {
  if (modified(at('node_modules/.package-lock.json')) >= modified(at('package-lock.json'))) return;
  await step('Installing packages', () => {
    const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
      cwd: root,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    if (npm.status !== 0) fail(`\nnpm ci failed:\n${npm.stdout}${npm.stderr}`);
  });
}

/** Runs a program to its end and answers its exit code. */
export function statusOf(program, parameters, options = {}) {
  return spawnSync(program, parameters, { cwd: root, stdio: 'inherit', ...options }).status ?? 1;
}

/** Runs a program to its end; its exit code is ours when it fails. */
export function run(program, parameters, options = {}) {
  const status = statusOf(program, parameters, options);
  if (status !== 0) process.exit(status);
}

/** A young generation of this size holds what a page needs while it is made; V8's own choice takes 40 MiB more. */
export const serverFlags = ['--max-semi-space-size=8'];

/** Runs a server in the foreground and hands signals on to it. */
export function serve(program, parameters, env = {}) {
  const child = spawn(program, parameters, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)));
}

/** Builds when a source is newer than the build. */
export async function buildIfStale() {
  const { isStale } = await import('./build.mjs');
  if (!(await isStale())) return;
  await step('Building', () => {
    const build = spawnSync(runtime(), [at('scripts/build.mjs')], { cwd: root, encoding: 'utf8' });
    if (build.status !== 0) fail(`\n${build.stdout}${build.stderr}`);
  });
}
