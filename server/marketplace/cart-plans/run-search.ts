import { setImmediate as nextTurn } from 'node:timers/promises';
import { aside, othersDone } from '../http/open-calls.js';

/** Milliseconds that a search may work in one go: what an add to a cart may have to wait at most, besides the disk. */
const slice = 2;

/** One search after the other: several at once would only make each other late. */
let queue: Promise<unknown> = Promise.resolve();
let waiting = 0;
/** Searches that may wait; more than that are refused, the cart is complete without them. */
const mostWaiting = 16;

/** @returns null where too many are waiting */
export function inTurn<T>(search: () => Promise<T>): Promise<T> | null {
  if (waiting >= mostWaiting) return null;
  waiting++;
  const done = aside(() => queue.then(search)).finally(() => waiting--);
  queue = done.catch(() => undefined);
  return done;
}

/** What the searches of one answer may still take. */
export interface Allowance {
  /** Milliseconds of processor time: what else the machine does makes no plan worse. */
  left: number;
  /** Milliseconds of waiting for other calls; without any left they still have their turn after each slice. */
  patience: number;
}

/** Milliseconds of processor time that this thread has used. */
function worked(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * Runs a search in slices, between which the thread answers others; while a call is open the search stands still.
 * @param share of the work that is left, what this search may use
 * @returns whether it came to its end
 */
export async function runSearch(search: Iterator<void, void>, allowance: Allowance, share: number): Promise<boolean> {
  const end = allowance.left * (1 - share);
  for (;;) {
    await nextTurn();
    await giveWay(allowance);
    const start = worked();
    const isDone = work(search);
    allowance.left -= worked() - start;
    if (isDone) return true;
    if (allowance.left <= end) return false;
  }
}

/** One slice; whether the search has come to its end. */
function work(search: Iterator<void, void>): boolean {
  const end = performance.now() + slice;
  while (performance.now() < end) {
    if (search.next().done) return true;
  }
  return false;
}

async function giveWay(allowance: Allowance): Promise<void> {
  const start = performance.now();
  await othersDone(allowance.patience);
  allowance.patience -= performance.now() - start;
}
