import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../clock/clock.js';
import { notInFlight, untilIdle } from '../program/in-flight-requests.js';

/** Milliseconds of one slice of a search, and so the most that an add to a cart waits for it. */
const slice = 2;

/** Searches run one after the other; in parallel they would only delay each other. */
let queue: Promise<unknown> = Promise.resolve();
let waiting = 0;
/** Most searches that may wait; more are refused, because a cart is complete without its plans. */
const mostWaiting = 16;

/** @returns null where too many are waiting */
export function inTurn<T>(search: () => Promise<T>): Promise<T> | null {
  if (waiting >= mostWaiting) return null;
  waiting++;
  const done = notInFlight(() => queue.then(search)).finally(() => waiting--);
  queue = done.catch(() => undefined);
  return done;
}

/** Budget of all searches of one response. */
export interface Allowance {
  /** Milliseconds of CPU time, so that background load makes no plan worse. */
  left: number;
  /** Milliseconds of waiting for other calls; without any left they still have their turn after each slice. */
  waitMs: number;
  readonly clock: Clock;
}

/** Milliseconds of CPU time that this thread has used. */
function worked(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * Runs a search in slices and serves requests in between; while a request is in flight the search is paused.
 * @param share of the work that is left, what this search may use
 * @returns whether it came to its end
 */
export async function runSearch(search: Iterator<void, void>, allowance: Allowance, share: number): Promise<boolean> {
  const end = allowance.left * (1 - share);
  for (;;) {
    await nextTurn();
    await yieldToRequests(allowance);
    const start = worked();
    const isDone = work(search, allowance.clock);
    allowance.left -= worked() - start;
    if (isDone) return true;
    if (allowance.left <= end) return false;
  }
}

/** One slice; whether the search has come to its end. */
function work(search: Iterator<void, void>, clock: Clock): boolean {
  const end = clock.steady() + slice;
  while (clock.steady() < end) {
    if (search.next().done) return true;
  }
  return false;
}

async function yieldToRequests(allowance: Allowance): Promise<void> {
  const { clock } = allowance;
  const start = clock.steady();
  await untilIdle(allowance.waitMs, clock);
  allowance.waitMs -= clock.steady() - start;
}
