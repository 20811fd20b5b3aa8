import type { Clock } from '../../clock/clock.js';

/** Requests of this thread, and callbacks that wait for their end. */
let inFlight = 0;
const waiting = new Set<() => void>();

/** Counts a request until its response is ready. */
export async function countInFlight<T>(response: Promise<T>): Promise<T> {
  add(1);
  return response.finally(() => add(-1));
}

/** Does not count a request while it yields to others. */
export async function notInFlight<T>(work: () => Promise<T>): Promise<T> {
  add(-1);
  return work().finally(() => add(1));
}

/** Resolves when no request is in flight, or after `mostMs`. */
export async function untilIdle(mostMs: number, clock: Clock): Promise<void> {
  if (inFlight <= 0 || mostMs <= 0) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = Number.isFinite(mostMs) ? clock.after(mostMs, resolve) : null;
  waiting.add(resolve);
  await promise;
  waiting.delete(resolve);
  timer?.cancel();
}

function add(calls: 1 | -1): void {
  inFlight += calls;
  if (inFlight > 0) return;
  for (const done of waiting) done();
}
