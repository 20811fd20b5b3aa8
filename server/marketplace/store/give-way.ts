import { setTimeout } from 'node:timers/promises';

/** Lets others have their turn; resolves when the work may go on. */
export type GiveWay = () => Promise<unknown>;

/** For work that somebody waits for, as at the start. */
export const goOn: GiveWay = () => Promise.resolve();

/**
 * For work beside requests. A pause, since a turn of the event loop alone would keep one core busy all the time, and a shop has
 * few of them.
 * @param signal ends the work: the next pause rejects
 */
export const giveWay =
  (signal: AbortSignal): GiveWay =>
  () =>
    setTimeout(4, undefined, { signal });

/** Rows that are taken before the next pause: half a millisecond's work. */
const rowsAtATime = 125;

/** Takes all rows in their order, a few at a time. */
export async function takeRows<Row>(rows: Iterable<Row>, take: (row: Row) => void, pause: GiveWay): Promise<void> {
  let count = 0;
  for (const row of rows) {
    take(row);
    if (++count % rowsAtATime === 0) await pause();
  }
}
