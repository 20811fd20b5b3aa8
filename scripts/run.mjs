// @ts-check
/**
 * `node scripts/run.mjs COMMAND …`: installs the packages of the command and runs `COMMAND.ts` of this folder with the
 * project's Node. It is plain JavaScript, because it runs before the installation, on Node 20 or newer.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const endWithParent = new URL('end-with-parent.mjs', import.meta.url).href;
if (process.env.npm_lifecycle_event) await import(endWithParent);

/**
 * @param {string} sentence
 * @returns {never}
 */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/**
 * Whether the project supports a version such as `24.15.0` (`engines` of package.json).
 * @param {string} version
 */
const isNewEnough = (version) => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 15);
};

/** Whether the machine has such a Node. The project's own one, through the link in `node_modules/.bin`, does not count. */
const hasNode = isNewEnough(process.versions.node) && !process.execPath.includes(join('node-runtime', 'node_modules'));
/** Folders with a lock file of their own, so that npm installs them at the same time. */
const buildTools = join(root, 'scripts');
const runtime = join(root, 'node-runtime');
/** Commands that need no packages for development. */
const runners = ['start', 'marketplace', 'program', 'build'];
const signals = /** @type {const} */ (['SIGINT', 'SIGTERM']);

/**
 * Runs a command to its end. A failure ends this process with the output of the command.
 * @param {string} command
 * @param {string[]} words
 * @param {string} cwd
 */
async function run(command, words, cwd) {
  const child = spawn(command, words, { cwd, shell: process.platform === 'win32' });
  process.once('exit', () => child.kill());
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text;
    });
  const [status] = await once(child, 'close');
  if (status !== 0) fail(`\n${command} ${words[0]} failed:\n${output}`);
}

/**
 * Installs the Node of `node-runtime/package-lock.json` where npm would link it. The package also has 2,800 header
 * files, which would take half of the time, so only the program is unpacked.
 */
async function installNode() {
  const name = `node-${process.platform}-${process.arch}`;
  const lock = JSON.parse(readFileSync(join(runtime, 'package-lock.json'), 'utf8'));
  const { version, integrity } = lock.packages[`node_modules/${name}`] ?? {};
  const folder = join(runtime, 'node_modules/.bin');
  rmSync(dirname(folder), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // `projectNode` reports a machine that has no such package.
  if (!version) return;
  await run('npm', ['pack', `${name}@${version}`], folder);
  const packed = join(folder, `${name}-${version}.tgz`);
  const digest = createHash('sha512').update(readFileSync(packed)).digest('base64');
  if (integrity !== `sha512-${digest}`) fail(`${name} ${version} differs from node-runtime/package-lock.json`);
  await run('tar', ['-xzf', packed, '--strip-components=2', 'package/bin/node'], folder);
  rmSync(packed);
}

/**
 * Returns the installation of a folder's packages; null if they are installed.
 * @param {string} folder
 * @param {boolean} isWhole with packages for development
 */
function installation(folder, isWhole) {
  const digest = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  const marker = join(folder, 'node_modules/.installed');
  const [known, extent] = existsSync(marker) ? readFileSync(marker, 'utf8').split(' ') : [];
  if (known === digest && (extent === 'whole' || !isWhole)) return null;
  return async () => {
    const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', ...(isWhole ? [] : ['--omit=dev'])];
    await (folder === runtime ? installNode() : run('npm', words, folder));
    writeFileSync(marker, `${digest} ${isWhole ? 'whole' : 'part'}`);
  };
}

/** The path of Node 24.15 or newer: the machine's, or the installed one. */
function projectNode() {
  if (hasNode) return process.execPath;
  const own = join(runtime, 'node_modules/.bin/node');
  if (!existsSync(own))
    fail(
      `Partavo runs on Node 24.15 or newer; this is ${process.version}, and no runtime package exists for ${process.platform}-${process.arch}. Please install it.`,
    );
  return realpathSync(own);
}

/** Lets the scripts of npm find the project's Node by its name. */
function linkNode() {
  const link = join(root, 'node_modules/.bin/node');
  if (hasNode || existsSync(link)) return;
  rmSync(link, { force: true });
  symlinkSync(projectNode(), link);
}

/**
 * Starts a script with the project's Node and the signals of this process.
 * @param {string} file
 * @param {string[]} words
 * @param {import('node:child_process').StdioOptions} stdio
 */
function startScript(file, words, stdio) {
  const child = spawn(projectNode(), ['--import', endWithParent, file, ...words], { stdio });
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  return child;
}

/**
 * Installs the packages of the project, the tools of the build, and a Node if the machine's is too old.
 * @param {boolean} isWhole with packages for development
 * @param {string | null} meanwhile a script that needs the tools alone; a message reports the packages to it
 */
async function install(isWhole, meanwhile) {
  const packages = installation(root, isWhole);
  const tools = [buildTools, ...(hasNode ? [] : [runtime])].map((folder) => installation(folder, false));
  if (!packages && !tools.some(Boolean)) return;
  const end = () => process.exit(1);
  for (const signal of signals) process.on(signal, end);
  console.log('Installing packages …');
  const start = performance.now();
  // The script takes longest, so its tools come first. Without a script, all are installed at the same time.
  const early = meanwhile ? null : packages?.();
  await Promise.all(tools.map((each) => each?.()));
  const script = packages && meanwhile ? startScript(meanwhile, [], ['inherit', 'inherit', 'inherit', 'ipc']) : null;
  const ended = script && once(script, 'exit');
  await (early ?? packages?.());
  linkNode();
  console.log(`Installed packages (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  if (script?.connected) script.send('packages');
  const [status] = (await ended) ?? [0];
  if (status !== 0) process.exit(status ?? 1);
  for (const signal of signals) process.off(signal, end);
}

/**
 * The help of a command: the comment at the beginning of its file.
 * @param {string} script
 */
const helpOf = (script) =>
  (/^\/\*\*([\s\S]*?)\*\//.exec(readFileSync(script, 'utf8'))?.[1] ?? '').replace(/^ \* ?/gm, '').trim();

const [command = '', ...parameters] = process.argv.slice(2);
const script = join(root, 'scripts', `${command}.ts`);
// The programs of the shop print their own help. Each bench has a file.
if (/^(--help|-h)$/.test(parameters.at(-1) ?? '') && !['start', 'program', 'marketplace'].includes(command)) {
  const [part = ''] = parameters;
  const own = join(root, 'scripts', `${command}-${part}.ts`);
  console.log(helpOf(existsSync(own) ? own : script));
  process.exit(0);
}
const isFirstStart = command === 'start' && parameters.length === 0 && !process.env.DATABASE_URL;
await install(!runners.includes(command), isFirstStart ? join(root, 'scripts/first-start.ts') : null);
const node = projectNode();
if (node === process.execPath) {
  process.argv = [node, script, ...parameters];
  await import(pathToFileURL(script).href);
} else startScript(script, parameters, 'inherit').on('exit', (code) => process.exit(code ?? 1));
