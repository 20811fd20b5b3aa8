import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { isLong } from './sample.js';

/**
 * Preloaded into a program: counts each step that writes to a disk or a database, and kills the process before or after
 * one of them. The steps are the same in each run.
 */
const preload = `
  import fs from 'node:fs';
  import sqlite from 'node:sqlite';
  import { syncBuiltinESMExports } from 'node:module';
  import { isMainThread, workerData } from 'node:worker_threads';
  const { KILL_AT, KILL_THREAD, KILL_COUNT } = process.env;
  if (KILL_THREAD ? workerData?.service === KILL_THREAD : isMainThread) {
    let steps = 0;
    const step = () => { if (steps++ === Number(KILL_AT)) process.kill(process.pid, 'SIGKILL'); };
    const around = (owner, name) => {
      const work = owner[name];
      owner[name] = function (...given) { step(); const made = Reflect.apply(work, this, given); step(); return made; };
    };
    for (const name of ['renameSync', 'linkSync', 'copyFileSync', 'fsyncSync', 'rmSync', 'chmodSync', 'openSync']) around(fs, name);
    around(sqlite, 'backup');
    for (const name of ['exec', 'close']) around(sqlite.DatabaseSync.prototype, name);
    around(sqlite.StatementSync.prototype, 'run');
    syncBuiltinESMExports();
    const { writeFileSync } = fs;
    process.on('exit', () => writeFileSync(KILL_COUNT, String(steps)));
  }
`;

interface Killable {
  /** Program file and its parameters. */
  readonly parameters: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** File in which the program counts its steps. */
  readonly countFile: string;
  /** Thread whose steps count, by its service; the main one by default. */
  readonly thread?: string;
  /** Output after which a program that does not end by itself is stopped. */
  readonly isThere?: string;
}

/**
 * Runs a program until its end, or until it is killed.
 * @param point step at which it is killed; never by default
 * @returns its exit code, null if it was killed; its output; its number of steps if it ended by itself
 */
export async function runUntil(
  { parameters, env, countFile, thread = '', isThere }: Killable,
  point = -1,
): Promise<{ code: number | null; output: string; steps: number }> {
  rmSync(countFile, { force: true });
  const program = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(preload)}`, ...parameters],
    {
      env: { PATH: process.env.PATH, KILL_AT: String(point), KILL_THREAD: thread, KILL_COUNT: countFile, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
      if (isThere !== undefined && output.includes(isThere)) program.kill('SIGTERM');
    });
  const [code] = await once(program, 'close');
  const steps = existsSync(countFile) ? Number(readFileSync(countFile, 'utf8')) : Number.NaN;
  return { code, output, steps };
}

/** Returns steps at which to kill a program: all in `npm run test:long`, else a few, which change each day. */
export function pointsOf(steps: number, few: number): number[] {
  const count = isLong ? Math.min(steps, 150) : few;
  const day = Number(process.env.TEST_DAY ?? Math.floor(Date.now() / 86_400_000));
  const shift = isLong ? 0 : (day * 0.618) % 1;
  return Array.from({ length: count }, (_, index) => Math.floor(((index + shift) * steps) / count));
}
