import { setTimeout } from 'node:timers/promises';

/** Milliseconds: a busy machine takes its time, and nobody waits longer than it takes. */
const timeoutMs = 150_000;
const pause = 20;

/** Waits until something is so. @throws Error which names it, where it does not become so */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`waited in vain until ${what}`);
    await setTimeout(pause);
  }
}

/**
 * Waits until what is asked for is so.
 * @param wanted compared as JSON
 * @throws Error with what was seen last, where it does not become so
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
