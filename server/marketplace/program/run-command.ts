import { EnvError } from '../../env-values.js';
import { guarded } from './exit-on-error.js';
import { sentenceOf } from './expected-error.js';

/** Reports wrong usage; the usage is printed with it. */
export class UsageError extends Error {
  override name = 'UsageError';
}

const isWronglyCalled = (error: unknown): error is Error =>
  error instanceof UsageError ||
  error instanceof EnvError ||
  String((error as { code?: unknown } | null)?.code).startsWith('ERR_PARSE_ARGS_');

/**
 * Runs a command and returns its exit code: 0 = done, 1 = refused or failed, 2 = called wrongly. Other codes than 0
 * come with a sentence.
 * @param complain prints a line about an error
 */
export async function runCommand(
  usage: string,
  complain: (line: string) => void,
  work: () => number | Promise<number>,
): Promise<number> {
  try {
    return await guarded(work);
  } catch (error) {
    complain(isWronglyCalled(error) ? `${error.message.replace(/(?<![.?])$/, '.')}\n${usage}` : sentenceOf(error));
    return isWronglyCalled(error) ? 2 : 1;
  }
}

export function endWith(code: Promise<number>): void {
  void code.then((ended) => {
    process.exitCode = ended;
  });
}
