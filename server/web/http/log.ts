import { AsyncLocalStorage } from 'node:async_hooks';
import { randomFillSync } from 'node:crypto';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Trace } from '../tracing/trace.js';
import type { RepeatedForm } from './repeated-form.js';
import { SharedLifetime } from './shared-lifetime.js';

/** How an entry was obtained: cached, cached but stale, or made for this request. */
export type Outcome = 'hit' | 'stale' | 'miss';
/** How a response of the marketplace was obtained. */
export type CacheOutcome = Outcome | 'bypass';

/** Collected during one request for its log line. */
export interface RequestNotes {
  /** Sixteen base32 characters in groups of four; the first two groups are the support code (D40). */
  readonly id: string;
  /** Name of the route with its edition: `article___de-DE` (D69); never the address. */
  route: string;
  readonly upstream: { operation: string; outcome: CacheOutcome | 'failed'; ms: number }[];
  errorCode: string | null;
  /** What the error page offers once more; null for nothing. */
  repeat: RepeatedForm | null;
  /** Id of the request whose log line describes the same error; null if its own line does. */
  causedBy: string | null;
  /** What the client calls itself; never logged. */
  userAgent: string | undefined;
  /** Nobody waits for what is done, as when a cached page is renewed. */
  isBackground: boolean;
  /** Calls under way without which the page would fail. */
  subjects: number;
  /** Until when it waits for the marketplace, by the clock's `steady`. */
  deadline: number;
  /** How the page was obtained, if pages of its kind are cached. */
  page: Outcome | null;
  /** What a page says whose prices could not be looked at; null for others. */
  oldness: string | null;
  /** Where the operator has a collector of traces; null elsewhere. */
  trace: Trace | null;
  /** How long what is made of the responses may be kept. */
  readonly lifetime: SharedLifetime;
}

const store = new AsyncLocalStorage<RequestNotes>();
// Crockford's base32: no I, L, O, U, so that a code can be read out on the telephone.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const idLength = 16;
/** Random bytes of many ids: asking the system for those of one costs as much. */
const random = Buffer.alloc(256 * idLength);
let used = random.length;

export function newRequestId(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  let id = '';
  for (let index = 0; index < idLength; index += 1) {
    if (index > 0 && index % 4 === 0) id += '-';
    id += alphabet[(random[used + index] ?? 0) & 31];
  }
  used += idLength;
  return id;
}

/** First half of the support code of requests that were not let in; `npm run logs` knows it. */
const shedPrefix = 'BSY0';
const minuteMs = 60_000;

/** The support code of all requests refused within a minute, which have no log line. @param now ms since 1970 */
export function supportCodeOfShedding(now: number): string {
  let minutes = Math.floor(now / minuteMs);
  let code = '';
  for (let index = 0; index < 4; index += 1) {
    code = `${alphabet[minutes & 31]}${code}`;
    minutes >>>= 5;
  }
  return `${shedPrefix}-${code}`;
}

/** Runs `handle` with fresh notes, which `notes()` finds. @param cause the request that the work is for, if any */
export function withNotes<T>(deadline: number, cause: RequestNotes | null, handle: (notes: RequestNotes) => T): T {
  const fresh: RequestNotes = {
    id: cause?.id ?? newRequestId(),
    route: cause?.route ?? 'none',
    upstream: [],
    errorCode: null,
    repeat: null,
    subjects: 0,
    causedBy: null,
    userAgent: cause?.userAgent,
    isBackground: false,
    deadline,
    page: null,
    oldness: null,
    trace: cause?.trace ?? null,
    lifetime: new SharedLifetime(),
  };
  return store.run(fresh, handle, fresh);
}

/** Notes of the request being answered; undefined outside one (start, background refresh after the response). */
export const notes = (): RequestNotes | undefined => store.getStore();

const reporters = new WeakMap<object, Map<string, string>>();
/** Whether to log an error: one that requests share is logged once, and the other lines refer to that request. */
export function isFirstReport(error: unknown, event: string): boolean {
  const own = notes();
  if (!own || typeof error !== 'object' || error === null) return true;
  const reported = reporters.get(error) ?? new Map<string, string>();
  const reporter = reported.get(event);
  if (reporter !== undefined && reporter !== own.id) own.causedBy = reporter;
  else reporters.set(error, reported.set(event, own.id));
  return reporter === undefined;
}

/** The part of a request id that people read out: `7F3K-20QX`. */
export const supportCode = (requestId: string): string => requestId.slice(0, 9);

/** JSON lines on standard output, each with the request id of the request it belongs to. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    messageKey: 'event',
    mixin: (line: object) => {
      const id = notes()?.id;
      return id && !('reqId' in line) ? { reqId: id } : {};
    },
  };
  return pino(options, destination ?? standardOutput());
}

/** Bytes of lines that wait for the end of a turn at most. */
const waitingBytes = 8 * 1024;
/** As pino numbers it. */
const infoLevel = 30;

/**
 * Standard output, written once in a turn of the event loop: a call of the system for each line took a quarter of the
 * time of a cached page. Warnings and errors are written at once, and whatever waits before the process ends by itself:
 * the last lines before an end are the ones support looks for.
 */
function standardOutput(): DestinationStream {
  const file = pino.destination({ dest: 1, sync: true, minLength: waitingBytes });
  let isWaiting = false;
  let isTurnSeen = false;
  const flush = (): void => {
    if (!isWaiting) return;
    isWaiting = false;
    file.flush();
  };
  process.once('exit', flush);
  const stream = {
    [pino.symbols.needsMetadataGsym]: true as const,
    /** Set by pino before each line. */
    lastLevel: 0,
    write(line: string): void {
      isWaiting = true;
      file.write(line);
      if (stream.lastLevel > infoLevel) flush();
      else if (!isTurnSeen) {
        isTurnSeen = true;
        setImmediate(() => {
          isTurnSeen = false;
          flush();
        });
      }
    },
    flush,
  };
  return stream;
}

/** An error as the log keeps it: no properties of foreign errors, which may hold addresses or bodies. */
export function describeError(error: unknown): {
  name: string;
  message: string;
  stack: string | undefined;
  cause?: string;
} {
  if (!(error instanceof Error)) return { name: typeof error, message: String(error), stack: undefined };
  const cause = error.cause instanceof Error ? `${error.cause.name}: ${error.cause.message}` : undefined;
  return { name: error.name, message: error.message, stack: error.stack, ...(cause && { cause }) };
}
