import { PictureFault } from './fault.js';

/** Runs work, so many at a time; the others wait in line. */
export type Lane = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * @param width works that run at the same time.
 * @param line works that may wait; a longer line would answer later than anybody waits.
 * @throws PictureFault `busy` where the line is full.
 */
export function createLane(width: number, line: number): Lane {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= width) {
      if (waiting.length >= line) throw new PictureFault('busy');
      // Whoever ends hands the place over, so that nobody slips in between.
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
