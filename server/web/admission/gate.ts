import type { Clock } from '../../clock/clock.js';
import { ProblemError } from '../../contract/problem.js';

/** Waiting party of the work; nobody (`background`) waits for the renewal of a cached page. */
export type Urgency = 'person' | 'crawler' | 'background';

interface Options {
  /** Least and most slots. */
  slots: { least: number; most: number };
  /** Most milliseconds that a person waits for a slot, as estimated on arrival. */
  patienceMs: number;
  clock: Pick<Clock, 'steady'>;
}

interface Waiting {
  go: () => void;
  isGone: () => boolean;
}

/** Crawlers and renewals wait this share of a person's time, so they are refused first. */
const shareOfOthers = 0.25;
/** Slots before anything was measured. */
const firstLimit = 8;
/**
 * The number of waiting works is estimated from their duration compared to the shortest one (TCP Vegas). Below `few`
 * the gate adds a slot, above `many` it removes one.
 */
const queued = { few: 3, many: 6 };
/**
 * The shortest duration grows by this factor every so many milliseconds, because work may have become slower for good.
 * Short work brings it down again.
 */
const forgetting = { growth: 1.5, everyMs: 10_000 };
/** Weight of the latest value in a mean. */
const weight = 0.1;
/** Milliseconds over which freed slots are counted, so that one long turn of the event loop is no overload. */
const countedMs = 500;

/** One object for all refusals, because all are alike. */
const refusal = new ProblemError('busy', 'no slot was free in time');

/**
 * Slots for one kind of work, with a queue bounded by time. Work that would wait too long is refused at once; admitted
 * work is never cancelled. The number of slots follows the measured durations. Persons go before crawlers and renewals.
 */
export class Gate {
  readonly #options: Options;
  readonly #persons: Waiting[] = [];
  readonly #others: Waiting[] = [];
  #limit: number;
  #busy = 0;
  /** Slots freed in a millisecond while all are taken: a sum over the past that fades with `countedMs`. */
  #freedPerMs = 0.2;
  #lastFreed = 0;
  #mean = 0;
  #shortest = Number.POSITIVE_INFINITY;
  #shortestUntil = 0;
  #finished = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#limit = Math.min(options.slots.most, Math.max(options.slots.least, firstLimit));
  }

  get limit(): number {
    return this.#limit;
  }
  get busy(): number {
    return this.#busy;
  }
  get waiting(): number {
    return this.#persons.length + this.#others.length;
  }
  get isFree(): boolean {
    return this.#busy < this.#limit;
  }
  /** Returns whether work that arrived now would be refused. */
  isFull(urgency: Urgency = 'person'): boolean {
    if (this.#busy < this.#limit) return false;
    const ahead = urgency === 'person' ? this.#persons.length : this.waiting;
    const patienceMs = urgency === 'person' ? this.#options.patienceMs : this.#options.patienceMs * shareOfOthers;
    return ahead + 1 > patienceMs * this.#freedPerMs;
  }

  /**
   * Takes a slot, or waits for one. `leave` must return it.
   * @param isGone returns whether nobody wants the work any more, so that another one gets the slot
   * @returns undefined if the slot was taken at once
   * @throws ProblemError `busy` at once if the wait would be too long
   */
  enter(urgency: Urgency, isGone: () => boolean = () => false): Promise<void> | undefined {
    if (this.#busy < this.#limit) {
      this.#busy += 1;
      return undefined;
    }
    if (this.isFull(urgency)) throw refusal;
    const { promise, resolve } = Promise.withResolvers<void>();
    (urgency === 'person' ? this.#persons : this.#others).push({ go: resolve, isGone });
    return promise;
  }

  /** Returns a slot. @param tookMs milliseconds of the work, without the wait for the slot */
  leave(tookMs: number): void {
    const now = this.#options.clock.steady();
    if (this.#busy >= this.#limit) {
      if (this.#lastFreed > 0) {
        const gapMs = Math.min(now - this.#lastFreed, this.#options.patienceMs);
        this.#freedPerMs = this.#freedPerMs * Math.exp(-gapMs / countedMs) + 1 / countedMs;
      }
      this.#lastFreed = now;
    } else this.#lastFreed = 0;
    this.#learn(now, tookMs);
    this.#busy -= 1;
    while (this.#busy < this.#limit) {
      const next = this.#persons.shift() ?? this.#others.shift();
      if (!next) return;
      if (next.isGone()) continue;
      this.#busy += 1;
      next.go();
    }
  }

  /** Runs work in a slot. @throws ProblemError `busy` if no slot is free in time; what the work throws */
  async run<T>(urgency: Urgency, work: () => Promise<T>): Promise<T> {
    const wait = this.enter(urgency);
    if (wait !== undefined) await wait;
    const started = this.#options.clock.steady();
    try {
      return await work();
    } finally {
      this.leave(this.#options.clock.steady() - started);
    }
  }

  #learn(now: number, tookMs: number): void {
    if (now > this.#shortestUntil) {
      this.#shortest *= forgetting.growth;
      this.#shortestUntil = now + forgetting.everyMs;
    }
    this.#shortest = Math.min(this.#shortest, tookMs);
    this.#mean = this.#mean === 0 ? tookMs : this.#mean + weight * (tookMs - this.#mean);
    this.#finished += 1;
    // A gate with little work says nothing about the best number of slots.
    if (this.#finished < this.#limit || this.#busy < this.#limit / 2) return;
    this.#finished = 0;
    const { least, most } = this.#options.slots;
    const inside = this.#limit * (1 - Math.min(1, this.#shortest / this.#mean));
    if (inside < queued.few) this.#limit = Math.min(most, this.#limit + 1);
    else if (inside > queued.many) this.#limit = Math.max(least, this.#limit - 1);
  }
}
