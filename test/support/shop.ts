import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freshDataDir, root } from './catalogue.ts';
import { startProgram } from './program.ts';
import { until } from './until.ts';

/** One line of the server's log, parsed. */
export type LogLine = Record<string, unknown>;

/** A running shop that tests may share. */
export interface RunningShop {
  origin: string;
  dataDir: string;
}

/** A running shop: the built server as a process. */
export interface Shop extends RunningShop {
  process: ChildProcess;
  /** Everything logged so far. */
  log: LogLine[];
  /** Everything written to standard output so far. */
  output(): string;
  /** Everything written to standard error so far, where the marketplace's threads log. */
  errors(): string;
  stop(): Promise<void>;
}

/**
 * Ten seconds are the shop's limit; a busy machine may exceed it. Node may also wait for ever for a thread of V8
 * (nodejs/node issue 54918), although everything is closed and written.
 */
const mostMsToEnd = 60_000;

/** Returns the states of a process's threads, read from Linux. */
function threadsOf(pid: number | undefined): string {
  const folder = `/proc/${pid}/task`;
  if (!existsSync(folder)) return 'nothing is known of its threads';
  return readdirSync(folder)
    .map((task) => ['comm', 'wchan', 'syscall', 'stat'].map((name) => read(join(folder, task, name))).join(' | '))
    .join('\n');
}
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    return String(error);
  }
}
const lastLines = (log: readonly LogLine[]): string =>
  log
    .slice(-5)
    .map((line) => JSON.stringify(line))
    .join('\n');

/** The built server. */
export const builtServer = join(root, 'dist/server.js');

/** Returns the address in the log line of a start; builds before 0.4 write it as text. */
export const addressIn = (line: string): string | undefined =>
  line.startsWith('{') && !line.endsWith('"event":"started"}')
    ? undefined
    : /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];

/**
 * Starts the built server on a free port; `env` adds or replaces environment variables.
 * @param options.program another build's `server.js`
 * @param options.within command that runs the shop, such as `prlimit`
 */
export async function startShop(
  env: Record<string, string> = {},
  dataDir = freshDataDir(),
  { program = builtServer, within = [] }: { program?: string; within?: readonly string[] } = {},
): Promise<Shop> {
  const log: LogLine[] = [];
  let errors = '';
  let output = '';
  const { child, value: origin } = await startProgram({
    name: 'shop',
    command: [...within, process.execPath, program],
    // Reports of timings are off unless a test needs them. Delays of a busy machine are no failures (P75).
    env: {
      PORT: '0',
      DATA_DIR: dataDir,
      VITALS_SAMPLE: '0',
      IMPORT_PRIORITY: 'normal',
      MARKETPLACE_SECONDS: '20',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    output: 'stdout',
    isFollowed: true,
    onStart: ({ stderr }) =>
      stderr?.on('data', (chunk: Buffer) => {
        errors += chunk;
      }),
    lastOutput: () => errors,
    read(line) {
      output += `${line}\n`;
      if (line.startsWith('{')) log.push(JSON.parse(line));
      return addressIn(line);
    },
  });
  return {
    origin,
    dataDir,
    process: child,
    log,
    output: () => output,
    errors: () => errors,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        const isEnded = await Promise.race([ended.then(() => true), setTimeout(mostMsToEnd, false, { ref: false })]);
        if (!isEnded) {
          const threads = threadsOf(child.pid);
          const isClosed = await fetch(origin).then(
            () => false,
            () => true,
          );
          child.kill('SIGKILL');
          await ended;
          if (isClosed) console.warn(`Node has not ended by itself: ${threads}`);
          else throw new Error(`the shop did not end within ${mostMsToEnd} ms: ${threads}\n${errors}${lastLines(log)}`);
        }
      }
      rmSync(dataDir, { recursive: true, force: true });
      // Every test also checks that its shop printed no incomplete text.
      const incomplete = log.filter(({ event }) => event === 'text_incomplete');
      if (incomplete.length > 0) throw new Error(`sentences without a value: ${JSON.stringify(incomplete)}`);
    },
  };
}

/** Waits until this many log lines match: the line of a request follows its response. */
export const logged = (shop: Shop, fits: (line: LogLine) => boolean, count = 1): Promise<void> =>
  until(`the log has ${count} such lines`, () => shop.log.filter(fits).length >= count);
