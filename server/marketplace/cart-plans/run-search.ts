import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../clock/clock.js';
import { notInFlight, untilIdle } from '../program/in-flight-requests.js';

/** Length of one slice of a search: an add to a cart waits at most so long for it. */
const sliceMs = 2;

/** Searches run one after the other. In parallel they would only delay each other. */
let queue: Promise<unknown> = Promise.resolve();
let waiting = 0;
/** Searches that may wait. Others are refused, because a cart is complete without plans. */
const mostWaiting = 16;

/** Queues a search. Returns null if too many wait. */
export function runInTurn<T>(search: () => Promise<T>): Promise<T> | null {
  if (waiting >= mostWaiting) return null;
  waiting++;
  const done = notInFlight(() => queue.then(search)).finally(() => waiting--);
  queue = done.catch(() => undefined);
  return done;
}

/** Budget of all searches of one response. */
export interface Allowance {
  /** Milliseconds of CPU time: load of other programs makes no plan worse. */
  leftMs: number;
  /** Milliseconds of waiting for other calls. Without any left, other calls still run between slices. */
  waitMs: number;
  readonly clock: Clock;
}

function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * Runs a search in slices and serves requests in between. The search pauses while a request is in flight. Returns
 * whether it ended.
 * @param share part of the remaining work that this search may use
 */
export async function runSearch(search: Iterator<void, void>, allowance: Allowance, share: number): Promise<boolean> {
  const end = allowance.leftMs * (1 - share);
  for (;;) {
    await nextTurn();
    await yieldToRequests(allowance);
    const start = workedMs();
    const isDone = work(search, allowance.clock);
    allowance.leftMs -= workedMs() - start;
    if (isDone) return true;
    if (allowance.leftMs <= end) return false;
  }
}

function work(search: Iterator<void, void>, clock: Clock): boolean {
  const end = clock.steady() + sliceMs;
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
