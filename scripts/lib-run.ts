/** Shared functions of the commands: run a program, build after a change. */
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

/** Prints the name of a long step, and its time. */
export async function step<Result>(title: string, work: () => Result | Promise<Result>): Promise<Result> {
  process.stdout.write(`${title} … `);
  const start = performance.now();
  const result = await work();
  console.log(`done (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  return result;
}

/** Runs a program to its end. @returns its exit code */
export function statusOf(program: string, parameters: readonly string[], options: SpawnSyncOptions = {}): number {
  return spawnSync(program, parameters, { cwd: root, stdio: 'inherit', ...options }).status ?? 1;
}

/** Runs a program on the first core, where the machine allows it. */
export const onFirstCore = spawnSync('taskset', ['--version']).status === 0 ? ['taskset', '-c', '0'] : [];

const endWithParent = pathToFileURL(at('scripts/end-with-parent.mjs')).href;
/** Starts a Node program that gets the signals of this process and ends with it. */
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

/** Runs a Node program to its end. If it fails, this process ends with its exit code. */
export async function run(parameters: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<void> {
  const [status] = await once(startProgram(parameters, { env }), 'exit');
  if (status !== 0) process.exit(status ?? 1);
}

/** A young generation of this size holds the objects of one rendering; V8's default takes 40 MiB more. */
export const serverFlags = ['--max-semi-space-size=8'];
/**
 * glibc otherwise keeps most of the memory that a busy second needed in each arena, 8 to 10 MiB after load. The setting
 * costs no measurable CPU time. Other C libraries ignore it.
 */
export const serverEnv = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

/** Runs a Node server in the foreground and ends with it. */
export async function serve(parameters: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const server = startProgram(parameters, { env: { ...process.env, NODE_ENV: 'production', ...env } });
  const [status, signal] = await once(server, 'exit');
  process.exit(status ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1));
}

/** Sources of a build. */
const sources = 'server client views locales scripts static/icon.svg package.json package-lock.json'.split(' ');
/** Excludes tests and their data. */
const isBuilt = (name: string): boolean => !/\.(test|fixture)\.tsx?$|^node_modules$/.test(name);

/** The time of the last change of a source, in milliseconds since 1970. */
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

/** Builds if a source is newer than the build, or the program is missing. */
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

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Makes the demonstration if the shop has no catalogue and no other marketplace.
 * @param program returns the file of the generator
 * @returns the data folder
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
