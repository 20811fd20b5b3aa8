import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from './catalogue.ts';
import { noteStart, type Started } from './starts.ts';

interface Program<Value> {
  readonly name: Started;
  /** Program and parameters. */
  readonly command: readonly string[];
  /** Settings besides `PATH` and `NODE_ENV`. */
  readonly env: Readonly<Record<string, string>>;
  readonly stdio: StdioOptions;
  /** Stream with the log line that shows the program is ready. */
  readonly output: 'stdout' | 'stderr';
  /** Returns a value from the line that shows the program is ready, such as its address. */
  read(line: string): Value | undefined;
  /** Whether `read` also gets all later lines. */
  readonly isFollowed?: boolean;
  /** Called with the process as soon as it runs. */
  onStart?(child: ChildProcess): void;
  /** Returns all output of a failed start, if it has more than the last line. */
  lastOutput?(): string;
}

/** Starts a program. @returns its process, and the first value that it reports */
export async function startProgram<Value>(program: Program<Value>): Promise<{ child: ChildProcess; value: Value }> {
  const { name, command, env, stdio, output, read, isFollowed = false, onStart, lastOutput } = program;
  const [file = '', ...parameters] = command;
  noteStart(name);
  const child = spawn(file, parameters, {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio,
  });
  onStart?.(child);
  const stream = child[output];
  if (!stream) throw new Error(`nobody reads what the ${name} says`);
  let isRead = true;
  let last = '';
  let rest = '';
  const value = await new Promise<Value>((resolve, reject) => {
    child.once('error', reject);
    // After the streams have closed, the output is complete.
    child.once('close', (code) => reject(new Error(`the ${name} ended with ${code}: ${lastOutput?.() || last}`)));
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (!isRead) return;
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        last = line;
        const found = read(line);
        if (found !== undefined) resolve(found);
      }
    });
  });
  isRead = isFollowed;
  return { child, value };
}

/** Ends a process and waits for its end. */
export async function endProgram(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
