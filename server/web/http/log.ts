import { AsyncLocalStorage } from 'node:async_hooks';
import { randomFillSync } from 'node:crypto';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Trace } from '../tracing/trace.js';
import type { RepeatedForm } from './repeated-form.js';
import { SharedLifetime } from './shared-lifetime.js';

/** Whether an entry was fresh in the cache, stale in the cache, or made for this request. */
export type Outcome = 'hit' | 'stale' | 'miss';
/** Cache outcome of a response of the marketplace; `bypass` if it is never cached. */
export type CacheOutcome = Outcome | 'bypass';

/** Facts about one request, collected for its log line. */
export interface RequestNotes {
  /** Sixteen base32 characters in groups of four. The first two groups are the support code (D40). */
  readonly id: string;
  /** Name of the route with its edition, such as `article___de-DE` (D69); never the address. */
  route: string;
  readonly upstream: { operation: string; outcome: CacheOutcome | 'failed'; ms: number }[];
  errorCode: string | null;
  /** Form that the error page offers again; null for none. */
  repeat: RepeatedForm | null;
  /** Id of the request whose log line describes the same error; null if its own line does. */
  causedBy: string | null;
  /** User agent of the client; never logged. */
  userAgent: string | undefined;
  /** No visitor waits for the result, as when a cached page is renewed. */
  isBackground: boolean;
  /** Number of running calls that the page cannot do without. */
  subjects: number;
  /** End of the wait for the marketplace, by the clock's `steady`. */
  deadline: number;
  /** Outcome of the page cache; null for pages that it does not hold. */
  page: Outcome | null;
  /** Note for the visitor that the prices of the page could not be checked; null if they could. */
  oldness: string | null;
  /** Trace of the request; null without a collector. */
  trace: Trace | null;
  /** How long a page made from the responses may be cached. */
  readonly lifetime: SharedLifetime;
}

const store = new AsyncLocalStorage<RequestNotes>();
// Crockford's base32 omits I, L, O and U, so that people can read a code aloud.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const idLength = 16;
/** Random bytes for many ids. One system call per id would cost as much. */
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

/** First half of the support code of refused requests; `npm run logs` explains it. */
const shedPrefix = 'BSY0';
const minuteMs = 60_000;

/** Returns the support code of all requests refused within a minute, which are not logged. @param now ms since 1970 */
export function supportCodeOfShedding(now: number): string {
  let minutes = Math.floor(now / minuteMs);
  let code = '';
  for (let index = 0; index < 4; index += 1) {
    code = `${alphabet[minutes & 31]}${code}`;
    minutes >>>= 5;
  }
  return `${shedPrefix}-${code}`;
}

/** Runs `handle` with new notes, which `notes()` returns. @param cause the request that caused the work, if any */
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

/** Returns the notes of the current request; undefined outside of one, as at the start. */
export const notes = (): RequestNotes | undefined => store.getStore();

const reporters = new WeakMap<object, Map<string, string>>();
/** Returns whether to log an error. If requests share it, the first logs it and the others refer to that request. */
export function isFirstReport(error: unknown, event: string): boolean {
  const own = notes();
  if (!own || typeof error !== 'object' || error === null) return true;
  const reported = reporters.get(error) ?? new Map<string, string>();
  const reporter = reported.get(event);
  if (reporter !== undefined && reporter !== own.id) own.causedBy = reporter;
  else reporters.set(error, reported.set(event, own.id));
  return reporter === undefined;
}

/** Returns the part of a request id that people read aloud: `7F3K-20QX`. */
export const supportCode = (requestId: string): string => requestId.slice(0, 9);

/** Creates a log that writes JSON lines with the id of the current request. */
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

/** Most bytes of lines that wait for the end of a turn of the event loop. */
const waitingBytes = 8 * 1024;
/** Level `info` as pino numbers it. */
const infoLevel = 30;

/**
 * Writes to standard output once per turn of the event loop. One system call per line took a quarter of the time of a
 * cached page. Warnings, errors and the last lines before an exit are written at once, because support needs them.
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
    /** pino sets it before each line. */
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

/** Returns an error as the log shows it, without properties, which may hold addresses or bodies. */
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
