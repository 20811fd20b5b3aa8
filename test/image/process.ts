import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Ended } from './engine.js';

/** Runs a command until its end. */
export function ended([program = '', ...parameters]: readonly string[]): Ended {
  const { status, stdout, stderr } = spawnSync(program, parameters, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  return { code: status, stdout, stderr };
}

/** Output of a command, which must succeed. */
export function printed(command: readonly string[]): string {
  const { code, stdout, stderr } = ended(command);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${stderr}${stdout}`);
  return stdout.trim();
}

/** A running command with its output so far. */
export interface Started {
  child: ChildProcess;
  output(): string;
  /** Waits until the output matches. @throws Error if the command ends before */
  printed(pattern: RegExp): Promise<void>;
  /** The exit code. */
  end: Promise<number | null>;
}

export function started([program = '', ...parameters]: readonly string[]): Started {
  const child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const end = once(child, 'close').then(([code]: (number | null)[]) => code ?? null);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  return {
    child,
    output: () => output,
    end,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (pattern.test(output)) resolve();
        };
        child.stdout.on('data', look);
        child.stderr.on('data', look);
        look();
        void end.then((code) => reject(new Error(`the container ended with ${code}: ${output}`)));
      }),
  };
}
