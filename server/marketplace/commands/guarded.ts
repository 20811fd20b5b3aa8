/** Who waits now, the innermost last: it alone is told, so that everybody tidies up in their order. */
const waiting: ((error: Error) => void)[] = [];

const told = (error: unknown): void =>
  waiting.at(-1)?.(error instanceof Error ? error : new Error(String(error), { cause: error }));
const idle = (): void => told(new Error('nothing is left to wait for, and the work is not done'));

/**
 * Waits for work that may never come to its end by itself: where an exception in a callback has nobody to catch it, or
 * where nothing is left that could go on with the work, it fails as if it had thrown. Node would end the program, with a stack or
 * with code 13, and whatever tidies up in a `finally` would not run.
 * @throws what the work throws, and what nobody has caught meanwhile
 */
export async function guarded<T>(work: () => T | Promise<T>): Promise<T> {
  let fail: (error: Error) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  if (waiting.push(fail) === 1) {
    process.on('uncaughtException', told);
    process.on('unhandledRejection', told);
    process.on('beforeExit', idle);
  }
  try {
    return await Promise.race([(async () => work())(), failed]);
  } finally {
    waiting.splice(waiting.indexOf(fail), 1);
    if (waiting.length === 0) {
      process.off('uncaughtException', told);
      process.off('unhandledRejection', told);
      process.off('beforeExit', idle);
    }
  }
}
