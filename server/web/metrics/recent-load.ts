import type { AnswerTimes, Load, LoadSpan, RecentLoad } from '../../../views/load.js';
import { type Clock, timestampOf } from '../../clock/clock.js';

/** Bounds in seconds above those of the metrics. No request runs longer. */
const longest = [5, 10, 30];
const minuteMs = 60_000;

/** A ring of equal time steps, each with several counts. New steps overwrite the oldest. */
class Ring {
  readonly #counts: Uint32Array;
  /** Number of the step at each place of the ring, counted from 1970. */
  readonly #held: Float64Array;

  /** @param columns counts per step */
  constructor(
    private readonly step: number,
    private readonly steps: number,
    private readonly columns: number,
  ) {
    this.#counts = new Uint32Array(steps * columns);
    this.#held = new Float64Array(steps).fill(-1);
  }

  add(column: number, now: number): void {
    const number = Math.floor(now / this.step);
    const place = number % this.steps;
    const start = place * this.columns;
    if (this.#held[place] !== number) {
      this.#held[place] = number;
      this.#counts.fill(0, start, start + this.columns);
    }
    this.#counts[start + column] = (this.#counts[start + column] ?? 0) + 1;
  }

  /** Returns the steps up to now, the latest last. */
  read(now: number): { from: number; counts: Uint32Array }[] {
    const last = Math.floor(now / this.step);
    return Array.from({ length: this.steps }, (_, at) => {
      const number = last - this.steps + 1 + at;
      const place = ((number % this.steps) + this.steps) % this.steps;
      const start = place * this.columns;
      const counts =
        this.#held[place] === number ? this.#counts.slice(start, start + this.columns) : new Uint32Array(this.columns);
      return { from: number * this.step, counts };
    });
  }
}

/** Counts requests in 10 kB of memory: the last hour by minutes, the last day by quarter hours. */
export class RecentWork {
  readonly #bounds: readonly number[];
  readonly #hour: Ring;
  readonly #day: Ring;
  readonly #since: string;

  /** @param bounds of the histogram of request times, in seconds */
  constructor(
    bounds: readonly number[],
    private readonly clock: Pick<Clock, 'now'>,
  ) {
    this.#bounds = [...bounds, ...longest];
    // One column for each bound, one for longer times, then failed and refused requests.
    const columns = this.#bounds.length + 3;
    this.#hour = new Ring(minuteMs, 60, columns);
    this.#day = new Ring(15 * minuteMs, 96, columns);
    this.#since = timestampOf(clock);
  }

  #add(column: number): void {
    const now = this.clock.now();
    this.#hour.add(column, now);
    this.#day.add(column, now);
  }
  timed(seconds: number): void {
    let column = 0;
    while (column < this.#bounds.length && seconds > (this.#bounds[column] ?? 0)) column += 1;
    this.#add(column);
  }
  failed(): void {
    this.#add(this.#bounds.length + 1);
  }
  refused(): void {
    this.#add(this.#bounds.length + 2);
  }

  read(): RecentLoad {
    return {
      since: this.#since,
      hour: this.#span(this.#hour),
      day: this.#span(this.#day),
    };
  }

  #span(ring: Ring): LoadSpan {
    const now = this.clock.now();
    const steps = ring.read(now);
    const sums = new Uint32Array(this.#bounds.length + 3);
    for (const { counts } of steps) for (const [at, count] of counts.entries()) sums[at] = (sums[at] ?? 0) + count;
    return {
      whole: this.#load(sums),
      steps: steps.map(({ from, counts }) => ({ from: new Date(from).toISOString(), ...this.#load(counts) })),
      to: new Date(now).toISOString(),
    };
  }

  #load(counts: Uint32Array): Load {
    const timed = counts.subarray(0, this.#bounds.length + 1);
    const requests = timed.reduce((sum, count) => sum + count, 0);
    const within = (share: number): number => this.#within(timed, share * requests);
    const times: AnswerTimes | null =
      requests === 0 ? null : { p50: within(0.5), p95: within(0.95), p99: within(0.99) };
    return { requests, times, failed: counts.at(-2) ?? 0, refused: counts.at(-1) ?? 0 };
  }

  /**
   * Returns the seconds within which `wanted` requests were answered. Like `histogram_quantile` of Prometheus, it
   * assumes that requests are spread evenly within a bound.
   */
  #within(timed: Uint32Array, wanted: number): number {
    let below = 0;
    for (const [at, count] of timed.entries()) {
      const upper = this.#bounds[at];
      if (upper === undefined) break;
      if (count > 0 && below + count >= wanted) {
        const lower = this.#bounds[at - 1] ?? 0;
        return lower + ((upper - lower) * (wanted - below)) / count;
      }
      below += count;
    }
    return this.#bounds.at(-1) ?? 0;
  }
}
