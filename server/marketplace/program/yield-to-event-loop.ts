import type { Clock } from '../../clock/clock.js';

/** Yields to the event loop; resolves when the work may continue. */
export type Yield = () => Promise<unknown>;

/** Does not yield: for work that a caller waits for, as at the start. */
export const noYield: Yield = () => Promise.resolve();

/**
 * For background work. It pauses, since yielding one turn of the event loop would keep a core busy.
 * @param signal makes the next pause reject
 */
export const yieldToEventLoop =
  (clock: Clock, signal?: AbortSignal): Yield =>
  () =>
    clock.sleep(4, signal);

/** Rows between two pauses. */
const chunkSize = 125;

/** Calls `each` for all rows in order, in chunks with pauses between them. */
export async function forEachInChunks<Row>(rows: Iterable<Row>, each: (row: Row) => void, pause: Yield): Promise<void> {
  let count = 0;
  for (const row of rows) {
    each(row);
    if (++count % chunkSize === 0) await pause();
  }
}
