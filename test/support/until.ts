import { setTimeout } from 'node:timers/promises';

/** Milliseconds: a busy machine takes its time, and nobody waits longer than it takes. */
const timeoutMs = 40_000;
const pause = 20;

/** Waits until something is so. @throws Error which names it, where it does not become so */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`waited in vain until ${what}`);
    await setTimeout(pause);
  }
}
