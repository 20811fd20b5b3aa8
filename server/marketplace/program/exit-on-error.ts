/** Rejections of running work, the innermost last. Only that one is rejected, so that cleanups run in order. */
const waiting: ((error: Error) => void)[] = [];

const rejectInnermost = (error: unknown): void =>
  waiting.at(-1)?.(error instanceof Error ? error : new Error(String(error), { cause: error }));
const idle = (): void => rejectInnermost(new Error('nothing is left to wait for, and the work is not done'));

/**
 * Awaits work and rejects on an uncaught exception, an unhandled rejection, or an empty event loop. Node would
 * otherwise end the process without running `finally`.
 */
export async function guarded<T>(work: () => T | Promise<T>): Promise<T> {
  let fail: (error: Error) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  if (waiting.push(fail) === 1) {
    process.on('uncaughtException', rejectInnermost);
    process.on('unhandledRejection', rejectInnermost);
    process.on('beforeExit', idle);
  }
  try {
    return await Promise.race([(async () => work())(), failed]);
  } finally {
    waiting.splice(waiting.indexOf(fail), 1);
    if (waiting.length === 0) {
      process.off('uncaughtException', rejectInnermost);
      process.off('unhandledRejection', rejectInnermost);
      process.off('beforeExit', idle);
    }
  }
}
