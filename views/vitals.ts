/**
 * Buckets of the web-vitals beacon, coarse enough to identify nobody. The browser rounds up, and the server accepts
 * only these values. Larger values count as the last one.
 */

/** Seconds. The limits of good and poor values are among them. */
export const timeBounds = [0.05, 0.1, 0.2, 0.3, 0.5, 0.8, 1.2, 1.8, 2.5, 4, 6, 10, 30] as const;
/** Share of the moved window times its distance. */
export const shiftBounds = [0, 0.05, 0.1, 0.15, 0.25, 0.5, 1] as const;

export const roundUp = <B extends number>(bounds: readonly B[], value: number): B =>
  bounds.find((bound) => value <= bound) ?? (bounds.at(-1) as B);
