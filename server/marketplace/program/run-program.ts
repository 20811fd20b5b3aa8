import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ExpectedError } from './expected-error.js';

const execute = promisify(execFile);

/**
 * Runs a built program of the shop.
 * @param limits `timeout` in milliseconds, and `maxBuffer` in bytes of its output
 * @returns its output
 * @throws ExpectedError with the cause in one line
 */
export async function runProgram(
  program: URL,
  words: readonly string[],
  limits: { readonly timeout?: number; readonly maxBuffer?: number; readonly signal: AbortSignal },
): Promise<string> {
  try {
    return (await execute(process.execPath, [fileURLToPath(program), ...words], limits)).stdout;
  } catch (error) {
    throw new ExpectedError(causeOf(error, limits.timeout));
  }
}

/** The sentence of the program, or the first line of a stack, without Node's excerpt of the source above it. */
function causeOf(error: unknown, timeoutMs = 0): string {
  const { killed, stderr = '', message, code } = error as Error & { killed?: boolean; stderr?: string; code?: unknown };
  if (killed) return `It has not ended within ${timeoutMs / 1000} s.`;
  // The message of an exit is the command with the whole output.
  if (typeof code !== 'number') return message.split('\n', 1)[0] ?? '';
  return /^\w*Error\b.*/m.exec(stderr)?.[0] ?? (stderr.trim().split('\n', 1)[0] || `It has ended with code ${code}.`);
}
