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

const hasNode = isNewEnough(process.versions.node);
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

/**
 * Packages of the project, tools of the build, and a Node where the machine's own is too old.
 * @param {boolean} isWhole with those for development
 */
async function install(isWhole) {
  const folders = [buildTools, ...(hasNode ? [] : [runtime])];
  const missing = [installation(root, isWhole), ...folders.map((folder) => installation(folder, false))];
  if (!missing.some(Boolean)) return;
  const end = () => process.exit(1);
  for (const signal of signals) process.on(signal, end);
  process.stdout.write('Installing packages … ');
  const start = performance.now();
  await Promise.all(missing.map((each) => each?.()));
  console.log(`done (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  for (const signal of signals) process.off(signal, end);
}

/** Node 24.15 or newer: the machine's own, or the one that was installed because that is older. */
function projectNode() {
  if (hasNode) return process.execPath;
  const own = join(runtime, 'node_modules/.bin/node');
  if (!existsSync(own))
    fail(
      `Partavo runs on Node 24.15 or newer; this is ${process.version}, and no runtime package exists for ${process.platform}-${process.arch}. Please install it.`,
    );
  // What npm runs finds it by this name.
  const link = join(root, 'node_modules/.bin/node');
  if (!existsSync(link)) {
    rmSync(link, { force: true });
    symlinkSync(own, link);
  }
  return realpathSync(own);
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
await install(!runners.includes(command));
const node = projectNode();
if (node === process.execPath) {
  process.argv = [node, script, ...parameters];
  await import(pathToFileURL(script).href);
} else {
  const child = spawn(node, ['--import', endWithParent, script, ...parameters], { stdio: 'inherit' });
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}
