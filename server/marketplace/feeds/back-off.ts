const minute = 60_000;
/** Intervals that a feed which fails again and again waits at most. */
const mostIntervals = 8;
/** New feeds that begin in a minute: a file with hundreds of them must not start them all at once. */
const startsPerMinute = 6;

/** A number from 0 up to 1, as `Math.random` gives it. */
export type Random = () => number;

/** Milliseconds until a feed that is new begins: within ten seconds for each new one, and within its interval. */
export const firstPause = (every: number, newFeeds: number, random: Random): number =>
  random() * Math.min(every, (newFeeds * minute) / startsPerMinute);

/** Milliseconds after a success: the interval, give or take a twentieth, so that feeds do not fall into step. */
export const usualPause = (every: number, random: Random): number => every * (0.95 + random() / 10);

/**
 * Milliseconds after a feed could not be had: a minute, then twice as long each time, up to eight intervals.
 * @param failures how many there have been without a success, this one included
 * @param asked milliseconds that the server has asked for (`Retry-After`)
 */
export function pauseAfterFailure(every: number, failures: number, asked: number, random: Random): number {
  const pause = minute * 2 ** Math.min(failures - 1, 30) * (0.75 + random() / 2);
  return Math.min(every * mostIntervals, Math.max(pause, asked));
}

/** Milliseconds after content was refused: the interval, then twice as long each time, up to eight. */
export const pauseAfterRefusal = (every: number, failures: number, random: Random): number =>
  usualPause(every, random) * Math.min(mostIntervals, 2 ** Math.min(failures - 1, 30));
