import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { isLong } from './sample.js';

/**
 * Read by a program before its own code: counts each step that leaves something on the disk or in a database, and ends
 * the process as
 * `kill -9` does before or after one of them. Points are the same on each run, however busy the machine is.
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
  /** File of the program and its parameters. */
  readonly parameters: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Where the steps are counted; a file that nothing else uses. */
  readonly countFile: string;
  /** The thread whose steps count, by its service; left out, the main one. */
  readonly thread?: string;
  /** Text after which a program that does not end by itself is asked to. */
  readonly isThere?: string;
}

/**
 * Runs a program, to its end or until it is killed.
 * @param point the step at which it is killed; left out, it is not
 * @returns its exit code, null where it was killed; its output; and its steps, where it came to its end
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

/** Steps at which to kill a program: all of them in `npm run test:long`, else a few, which change each day. */
export function pointsOf(steps: number, few: number): number[] {
  const count = isLong ? Math.min(steps, 150) : few;
  const day = Number(process.env.TEST_DAY ?? Math.floor(Date.now() / 86_400_000));
  const shift = isLong ? 0 : (day * 0.618) % 1;
  return Array.from({ length: count }, (_, index) => Math.floor(((index + shift) * steps) / count));
}
