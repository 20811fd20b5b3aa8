// @ts-check
/**
 * `node scripts/run.mjs COMMAND …`: installs what the command needs and runs `COMMAND.ts` of this folder with the Node
 * of the project. Plain JavaScript, since nothing but this runs before the install, on Node 20 with npm.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
 * Whether a version such as `24.15.0` is one that the project runs on (`engines` of package.json).
 * @param {string} version
 */
const isNewEnough = (version) => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 15);
};

/** The project's own Node, which a start through the link in `node_modules/.bin` may have run, does not count. */
const hasNode = isNewEnough(process.versions.node) && !process.execPath.includes(join('node-runtime', 'node_modules'));
/** Each of the folders below has a lock file of its own, so that npm installs them side by side. */
const buildTools = join(root, 'scripts');
/** A Node for machines whose own one is older. */
const runtime = join(root, 'node-runtime');
/** Commands that only build and run: they need nothing that tests, checks and measures. */
const runners = ['start', 'marketplace', 'program', 'build'];
const signals = /** @type {const} */ (['SIGINT', 'SIGTERM']);

/**
 * How the packages of a folder are installed; null where they are there.
 * @param {string} folder
 * @param {boolean} isWhole with those for development
 */
function installation(folder, isWhole) {
  const digest = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  const marker = join(folder, 'node_modules/.installed');
  const [known, extent] = existsSync(marker) ? readFileSync(marker, 'utf8').split(' ') : [];
  if (known === digest && (extent === 'whole' || !isWhole)) return null;
  return async () => {
    const npm = spawn(
      'npm',
      ['ci', '--ignore-scripts', '--no-audit', '--no-fund', ...(isWhole ? [] : ['--omit=dev'])],
      {
        cwd: folder,
        shell: process.platform === 'win32',
      },
    );
    process.once('exit', () => npm.kill());
    let said = '';
    for (const stream of [npm.stdout, npm.stderr])
      stream.on('data', (text) => {
        said += text;
      });
    const [status] = await once(npm, 'close');
    if (status !== 0) fail(`\nnpm ci failed:\n${said}`);
    writeFileSync(marker, `${digest} ${isWhole ? 'whole' : 'part'}`);
  };
}

/** Node 24.15 or newer: the machine's own, or the one that was installed because that is older. */
function projectNode() {
  if (hasNode) return process.execPath;
  const own = join(runtime, 'node_modules/.bin/node');
  if (!existsSync(own))
    fail(
      `Partavo runs on Node 24.15 or newer; this is ${process.version}, and no runtime package exists for ${process.platform}-${process.arch}. Please install it.`,
    );
  return realpathSync(own);
}

/** Lets what npm runs find the project's Node by its name. */
function linkNode() {
  const link = join(root, 'node_modules/.bin/node');
  if (hasNode || existsSync(link)) return;
  rmSync(link, { force: true });
  symlinkSync(projectNode(), link);
}

/**
 * Starts a script of this folder with the project's Node; it gets the signals of this process.
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
 * Installs the packages of the project, the tools of the build, and a Node where the machine's own is too old.
 * @param {boolean} isWhole with those for development
 * @param {string | null} meanwhile a script that needs no package of the project: it runs as soon as the tools are there
 *   and gets a message when the packages are
 */
async function install(isWhole, meanwhile) {
  const packages = installation(root, isWhole);
  const tools = [buildTools, ...(hasNode ? [] : [runtime])].map((folder) => installation(folder, false));
  if (!packages && !tools.some(Boolean)) return;
  const end = () => process.exit(1);
  for (const signal of signals) process.on(signal, end);
  console.log('Installing packages …');
  const start = performance.now();
  // The script takes longest, so its tools come first; without one, all are installed side by side.
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
 * Help of a command of `scripts`: the comment at the beginning of its file.
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
const isFirstStart = command === 'start' && parameters.length === 0 && !process.env.DATABASE_URL;
await install(!runners.includes(command), isFirstStart ? join(root, 'scripts/first-start.ts') : null);
const node = projectNode();
if (node === process.execPath) {
  process.argv = [node, script, ...parameters];
  await import(pathToFileURL(script).href);
} else startScript(script, parameters, 'inherit').on('exit', (code) => process.exit(code ?? 1));
