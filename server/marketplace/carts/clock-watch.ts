const hour = 3_600_000;
/** Milliseconds that the clock may be ahead of what is expected: a shop without a visitor for a day is a quiet one. */
const mostAhead = 24 * hour;

/**
 * Tells whether the clock may be believed where rows are deleted for good by their age: a machine that starts with a
 * wrong clock is usually put right within minutes.
 */
export class ClockWatch {
  #at: number;
  #steady: number;

  /**
   * @param newest when the state was last changed, in milliseconds since 1970; NaN = never
   * @param wall time of day, in milliseconds since 1970
   * @param steady milliseconds that go on evenly, whatever is done to the clock
   */
  constructor(
    newest: number,
    private readonly wall: () => number = Date.now,
    private readonly steady: () => number = () => performance.now(),
  ) {
    this.#at = Number.isNaN(newest) ? wall() : newest;
    this.#steady = steady();
  }

  /** Hours by which the clock has gone on more than it should have since the last call; 0 where that is plausible. */
  hoursAhead(): number {
    const [at, steady] = [this.wall(), this.steady()];
    const ahead = at - this.#at - (steady - this.#steady);
    [this.#at, this.#steady] = [at, steady];
    return ahead > mostAhead ? Math.round(ahead / hour) : 0;
  }
}
