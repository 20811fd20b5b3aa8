// @ts-check
/**
 * `node scripts/run.mjs COMMAND …`: installs what the lock file names and runs `COMMAND.ts` of this folder with the
 * Node of the project. Plain JavaScript, since nothing but this runs before the install, on Node 20 with npm.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @param {string} sentence
 * @returns {never}
 */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** @param {string} path */
const modified = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** `npm ci`, when the lock file is newer than what is installed. */
function install() {
  if (modified(join(root, 'node_modules/.package-lock.json')) >= modified(join(root, 'package-lock.json'))) return;
  process.stdout.write('Installing packages … ');
  const start = performance.now();
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) fail(`\nnpm ci failed:\n${npm.stdout}${npm.stderr}`);
  console.log(`done (${((performance.now() - start) / 1000).toFixed(1)} s)`);
}

/**
 * Whether a version such as `24.15.0` is one that the project runs on (`engines` of package.json).
 * @param {string} version
 */
const isNewEnough = (version) => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 15);
};

/**
 * Node 24.15 or newer: the one installed with the project, or the machine's own where no package exists for its
 * platform.
 */
function projectNode() {
  const own = join(root, 'node_modules/.bin/node');
  if (existsSync(own)) return realpathSync(own);
  if (isNewEnough(process.versions.node)) return process.execPath;
  return fail(
    `Partavo runs on Node 24.15 or newer; this is ${process.version}, and no runtime package exists for ${process.platform}-${process.arch}. Please install it.`,
  );
}

/**
 * What a command of `scripts` is for and takes: the comment that its file begins with.
 * @param {string} script
 */
const helpOf = (script) =>
  (/^\/\*\*([\s\S]*?)\*\//.exec(readFileSync(script, 'utf8'))?.[1] ?? '').replace(/^ \* ?/gm, '').trim();

const [command = '', ...parameters] = process.argv.slice(2);
const script = join(root, 'scripts', `${command}.ts`);
// The shop's own programs have a help of their own; parts of the bench are files of their own.
if (/^(--help|-h)$/.test(parameters.at(-1) ?? '') && !['start', 'program', 'marketplace'].includes(command)) {
  const [part = ''] = parameters;
  const own = join(root, 'scripts', `${command}-${part}.ts`);
  console.log(helpOf(existsSync(own) ? own : script));
  process.exit(0);
}
install();
const node = projectNode();
if (node === realpathSync(process.execPath)) {
  process.argv = [node, script, ...parameters];
  await import(pathToFileURL(script).href);
} else {
  const child = spawn(node, [script, ...parameters], { stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}
