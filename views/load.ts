/** Seconds within which half, 95 and 99 per cent of the requests of a time were answered. */
export interface AnswerTimes {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}
/** Work of a process in a period. */
export interface Load {
  /** Pages and calls of the shop; files, probes and requests of the portals are not timed. */
  readonly requests: number;
  /** Null where there were none. */
  readonly times: AnswerTimes | null;
  /** Answers with a status of 500 and above. */
  readonly failed: number;
  /**
   * Answers that asked the client to come back later: too many requests of one address, or more than the process can
   * do.
   */
  readonly refused: number;
}
/** A span of time in equal steps, the latest last, which is under way. */
export interface LoadSpan {
  readonly whole: Load;
  readonly steps: readonly (Load & { /** ISO 8601, UTC. */ readonly from: string })[];
  /** When it was read, ISO 8601, UTC. */
  readonly to: string;
}
/** Recent work of a process. */
export interface RecentLoad {
  /** Since when it counts, ISO 8601, UTC. */
  readonly since: string;
  readonly hour: LoadSpan;
  readonly day: LoadSpan;
}
