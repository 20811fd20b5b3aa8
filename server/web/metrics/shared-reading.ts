import type { Clock } from '../../clock/clock.js';

/** Milliseconds for which one answer serves all series of a reading. */
const shared = 1000;

/** What the marketplace tells, asked for once for all series of a reading; null where it does not answer. */
export function sharedReading<T>(clock: Clock, load: () => Promise<T>): () => Promise<T | null> {
  let reading: Promise<T | null> | null = null;
  return () => {
    if (!reading) {
      reading = load().catch(() => null);
      clock.after(shared, () => {
        reading = null;
      });
    }
    return reading;
  };
}
