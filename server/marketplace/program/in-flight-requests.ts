import type { Clock } from '../../clock/clock.js';

/** Requests in flight on this thread, and callbacks that wait for their end. */
let inFlight = 0;
const waiting = new Set<() => void>();

/** Counts a request as in flight until its response is ready. */
export async function countInFlight<T>(response: Promise<T>): Promise<T> {
  add(1);
  return response.finally(() => add(-1));
}

/** For a request that yields to others: it does not count as in flight during the work. */
export async function notInFlight<T>(work: () => Promise<T>): Promise<T> {
  add(-1);
  return work().finally(() => add(1));
}

/** Resolves when no request is in flight, or after so many milliseconds. */
export async function untilIdle(most: number, clock: Clock): Promise<void> {
  if (inFlight <= 0 || most <= 0) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = Number.isFinite(most) ? clock.after(most, resolve) : null;
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
