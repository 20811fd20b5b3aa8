import type { Clock } from '../../clock/clock.js';

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
   */
  constructor(
    newest: number,
    private readonly clock: Clock,
  ) {
    this.#at = Number.isNaN(newest) ? clock.now() : newest;
    this.#steady = clock.steady();
  }

  /** Hours by which the clock has gone on more than it should have since the last call; 0 where that is plausible. */
  hoursAhead(): number {
    const [at, steady] = [this.clock.now(), this.clock.steady()];
    const ahead = at - this.#at - (steady - this.#steady);
    [this.#at, this.#steady] = [at, steady];
    return ahead > mostAhead ? Math.round(ahead / hour) : 0;
  }
}
