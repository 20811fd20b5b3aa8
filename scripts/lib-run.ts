/** Functions that the commands share: running a program with its output visible, building when a source has changed. */
import { type ChildProcess, type SpawnOptions, type SpawnSyncOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

export const root = join(import.meta.dirname, '..');
export const at = (...segments: string[]): string => join(root, ...segments);

export function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

export function option(name: string, fallback: string): string {
  const index = process.argv.indexOf(`--${name}`);
  return (index === -1 ? undefined : process.argv[index + 1]) ?? fallback;
}

/** One line per long step, with the time it took. */
export async function step<Result>(title: string, work: () => Result | Promise<Result>): Promise<Result> {
  process.stdout.write(`${title} … `);
  const start = performance.now();
  const result = await work();
  console.log(`done (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  return result;
}

/** Runs a program to its end and answers its exit code. */
export function statusOf(program: string, parameters: readonly string[], options: SpawnSyncOptions = {}): number {
  return spawnSync(program, parameters, { cwd: root, stdio: 'inherit', ...options }).status ?? 1;
}

/** Runs a program on the first core, where the machine allows it. */
export const onFirstCore = spawnSync('taskset', ['--version']).status === 0 ? ['taskset', '-c', '0'] : [];

const endWithParent = pathToFileURL(at('scripts/end-with-parent.mjs')).href;
/** Starts a program of Node that gets the signals of this process and does not outlive it. */
function startProgram(parameters: readonly string[], options: SpawnOptions = {}): ChildProcess {
  const child = spawn(process.execPath, ['--import', endWithParent, ...parameters], {
    cwd: root,
    stdio: 'inherit',
    ...options,
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  process.once('exit', () => child.kill());
  return child;
}

/** Runs a program of Node to its end; its exit code is ours when it fails. */
export async function run(parameters: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<void> {
  const [status] = await once(startProgram(parameters, { env }), 'exit');
  if (status !== 0) process.exit(status ?? 1);
}

/** A young generation of this size holds what a page needs while it is made; V8's own choice takes 40 MiB more. */
export const serverFlags = ['--max-semi-space-size=8'];
/**
 * glibc otherwise keeps most of what a busy second needed, for each of its arenas: 8 to 10 MiB after load, at no time
 * of the processor that can be measured. Other C libraries ignore it.
 */
export const serverEnv = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

/** Runs a server of Node in the foreground and ends with it. */
export async function serve(parameters: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const server = startProgram(parameters, { env: { ...process.env, NODE_ENV: 'production', ...env } });
  const [status, signal] = await once(server, 'exit');
  process.exit(status ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1));
}

/** Sources of a build. */
const sources = [
  'server',
  'client',
  'views',
  'locales',
  'scripts',
  'static/icon.svg',
  'package.json',
  'package-lock.json',
];
/** Tests and their data are no part of what is built. */
const isBuilt = (name: string): boolean => !/\.(test|fixture)\.tsx?$|^node_modules$/.test(name);

/** Milliseconds since 1970 when the newest of the sources was changed. */
function newestSource(): number {
  let newest = 0;
  const visit = (path: string): void => {
    const info = statSync(path);
    newest = Math.max(newest, info.mtimeMs);
    if (info.isDirectory()) for (const name of readdirSync(path)) if (isBuilt(name)) visit(join(path, name));
  };
  for (const source of sources) visit(at(source));
  return newest;
}

/** Builds when a source is newer than the build, or its program is gone. */
export async function buildIfStale(): Promise<void> {
  const built = statSync(at('dist/build-id'), { throwIfNoEntry: false });
  if (built && built.mtimeMs >= newestSource() && existsSync(at('dist/server.js'))) return;
  console.log('Building …');
  const start = performance.now();
  const build = startProgram([at('scripts/build.ts')], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = Promise.all([build.stdout, build.stderr].map((stream) => stream && text(stream)));
  const [status] = await once(build, 'exit');
  if (status !== 0) fail((await output).join(''));
  console.log(`Built (${((performance.now() - start) / 1000).toFixed(1)} s)`);
}

/** The server itself reports other content. */
const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Makes the demonstration catalogue where the shop has none; not where the marketplace is somewhere else.
 * @param program gives the file of the program that makes it
 * @returns where the shop's data is
 */
export async function needCatalogue(program: () => string | Promise<string>): Promise<{ DATA_DIR: string }> {
  const DATA_DIR = resolve(root, process.env.DATA_DIR || 'data');
  const hasOne = isFolder(DATA_DIR) && readdirSync(DATA_DIR).some((name) => /^catalogue-.+\.db$/.test(name));
  if (!process.env.MARKETPLACE_URL && !hasOne) {
    console.log('Making the demonstration catalogue');
    await run([await program()], { ...process.env, DATA_DIR });
  }
  return { DATA_DIR };
}
