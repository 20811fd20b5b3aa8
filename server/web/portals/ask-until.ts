import type { Clock } from '../../clock/clock.js';

/** Milliseconds between two looks, and of the whole wait. */
export interface Wait {
  readonly pauseMs: number;
  readonly maxMs: number;
}

/** Asks again until the answer is there. @returns the last answer if the wait has ended before */
export async function askUntil<T>(
  clock: Clock,
  wait: Wait,
  ask: () => Promise<T>,
  isThere: (answer: T) => boolean,
): Promise<T> {
  const end = clock.steady() + wait.maxMs;
  for (;;) {
    const answer = await ask();
    if (isThere(answer) || clock.steady() > end) return answer;
    await clock.sleep(wait.pauseMs);
  }
}
