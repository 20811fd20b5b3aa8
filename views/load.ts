/** Seconds within which 50, 95 and 99 per cent of the requests were answered. */
export interface AnswerTimes {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}
/** Requests of a process in a period. */
export interface Load {
  /** Pages and calls of the shop; files, probes and portals are not timed. */
  readonly requests: number;
  /** Times of the answers; null without requests. */
  readonly times: AnswerTimes | null;
  /** Answers with a status of 500 and above. */
  readonly failed: number;
  /** Answers with 429 or 503: too many requests of one client, or too many for the process. */
  readonly refused: number;
}
/** A period in equal steps; the last one is still running. */
export interface LoadSpan {
  readonly whole: Load;
  readonly steps: readonly (Load & { /** Begin of a step in ISO 8601, UTC. */ readonly from: string })[];
  /** Time of reading, ISO 8601, UTC. */
  readonly to: string;
}
export interface RecentLoad {
  /** Start of the counts, ISO 8601, UTC. */
  readonly since: string;
  readonly hour: LoadSpan;
  readonly day: LoadSpan;
}
