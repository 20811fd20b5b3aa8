import type { Clock } from '../../clock/clock.js';
import { ProblemError } from '../../contract/problem.js';

/** Who waits for the work: a person, a crawler, or nobody, as when a cached page is renewed. */
export type Urgency = 'person' | 'crawler' | 'background';

interface Options {
  /** Fewest and most pieces of work under way at once. */
  slots: { least: number; most: number };
  /** Milliseconds that a person waits for a slot at most, by what the gate knows when they come. */
  patienceMs: number;
  clock: Pick<Clock, 'steady'>;
}

interface Waiting {
  go: () => void;
  isGone: () => boolean;
}

/** Share of a person's patience that others have: they go first when there is less room. */
const shareOfOthers = 0.25;
/** Slots at the start, before anything has been measured. */
const firstLimit = 8;
/**
 * Work that waits inside is estimated from how much longer it takes than it could (TCP Vegas): below `few` there is
 * room for one more slot, above `many` there is one too many.
 */
const queued = { few: 3, many: 6 };
/** The shortest time counts as what work could take. It grows by so much each so many milliseconds, as work may have
 * become slower for good; short work brings it down again. */
const forgetting = { growth: 1.5, everyMs: 10_000 };
/** Weight of the latest figure in a mean. */
const weight = 0.1;
/** The same of gaps: pieces of work end by several in one turn of the event loop, and one long turn is no slow shop. */
const weightOfGap = 0.02;

/** Refusal before any work was done; one object, as nothing of it differs. */
const refusal = new ProblemError('busy', 'no slot was free in time');

/**
 * Slots for one kind of work, and a queue that is bounded by time: a caller that would wait longer than their patience
 * is refused at once, and nobody who was let in is thrown out later. The number of slots follows the measured time of
 * the work. Persons go before crawlers, and these before renewals that nobody waits for.
 */
export class Gate {
  readonly #options: Options;
  readonly #persons: Waiting[] = [];
  readonly #others: Waiting[] = [];
  #limit: number;
  #busy = 0;
  /** Mean milliseconds between two slots that become free while all are taken. */
  #gap = 5;
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
  /** Whether a piece of work that came now would be refused. */
  isFull(urgency: Urgency = 'person'): boolean {
    if (this.#busy < this.#limit) return false;
    const ahead = urgency === 'person' ? this.#persons.length : this.waiting;
    const patience = urgency === 'person' ? this.#options.patienceMs : this.#options.patienceMs * shareOfOthers;
    return (ahead + 1) * this.#gap > patience;
  }

  /**
   * Takes a slot, waiting for it where that is not too long.
   * @param isGone whether nobody wants the work any more; the slot is given on then
   * @returns undefined where the slot is taken at once. Either way `leave` gives it back.
   * @throws ProblemError `busy` at once, where the wait would be too long
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

  /** Gives a slot back. @param tookMs milliseconds of the work, without the wait for the slot */
  leave(tookMs: number): void {
    const now = this.#options.clock.steady();
    if (this.#busy >= this.#limit) {
      if (this.#lastFreed > 0)
        this.#gap += weightOfGap * (Math.min(now - this.#lastFreed, this.#options.patienceMs) - this.#gap);
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

  /** Does work in a slot. @throws ProblemError `busy` where there is none in time; what the work throws */
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
    // A gate that is hardly used says nothing about how many slots there should be.
    if (this.#finished < this.#limit || this.#busy < this.#limit / 2) return;
    this.#finished = 0;
    const { least, most } = this.#options.slots;
    const inside = this.#limit * (1 - Math.min(1, this.#shortest / this.#mean));
    if (inside < queued.few) this.#limit = Math.min(most, this.#limit + 1);
    else if (inside > queued.many) this.#limit = Math.max(least, this.#limit - 1);
  }
}
