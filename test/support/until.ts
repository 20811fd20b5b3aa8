import { setTimeout } from 'node:timers/promises';

/** Milliseconds; long, because machines may be busy. Tests wait only as long as needed. */
export const timeoutMs = 150_000;
const usualPauseMs = 20;

/**
 * Waits until a condition holds.
 * @param pauseMs between two looks
 * @throws Error with its name on timeout
 */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  pauseMs: number = usualPauseMs,
): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`waited in vain until ${what}`);
    await setTimeout(pauseMs);
  }
}

/**
 * Repeats a request until its answer is a wanted one, as when a busy machine had no time for it.
 * @returns that answer
 * @throws Error with its name on timeout
 */
export async function askUntil<Answer>(
  what: string,
  ask: () => Promise<Answer>,
  isWanted: (answer: Answer) => boolean,
): Promise<Answer> {
  let answer: Answer | undefined;
  await until(what, async () => {
    answer = await ask();
    return isWanted(answer);
  });
  return answer as Answer;
}

/**
 * Waits until a result equals the wanted one.
 * @param wanted compared as JSON
 * @throws Error with the last result on timeout
 */
export async function untilSeen(wanted: unknown, ask: () => Promise<unknown>): Promise<void> {
  let seen = '';
  const isSo = async (): Promise<boolean> => {
    seen = JSON.stringify(await ask());
    return seen === JSON.stringify(wanted);
  };
  await until('it is seen', isSo).catch(() => {
    throw new Error(`waited in vain for ${JSON.stringify(wanted)}; seen last: ${seen}`);
  });
}
