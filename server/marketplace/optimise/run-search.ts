import { setImmediate as nextTurn } from 'node:timers/promises';

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
  const done = queue.then(search).finally(() => waiting--);
  queue = done.catch(() => undefined);
  return done;
}

/** Milliseconds of work that are left to the searches of one answer. */
export interface Allowance {
  left: number;
}

/**
 * Runs a search in slices, between which the thread answers others. A search alone may use the half of what is left.
 * @returns whether it came to its end
 */
export async function runSearch(search: Iterator<void, void>, allowance: Allowance, share: number): Promise<boolean> {
  const end = allowance.left * (1 - share);
  for (;;) {
    await nextTurn();
    const start = performance.now();
    let used = 0;
    while (used < slice) {
      if (search.next().done) {
        allowance.left -= performance.now() - start;
        return true;
      }
      used = performance.now() - start;
    }
    allowance.left -= used;
    if (allowance.left <= end) return false;
  }
}
