import { PictureError } from './picture-error.js';

/** Runs tasks with limited concurrency; further tasks wait in a queue. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * @param width tasks that run at the same time.
 * @param line tasks that may wait.
 * @throws PictureError `busy` if the queue is full.
 */
export function createLimiter(width: number, line: number): Limiter {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= width) {
      if (waiting.length >= line) throw new PictureError('busy');
      // A finished task passes its slot on, so that no new task takes it first.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
