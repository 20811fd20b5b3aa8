import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { type DestinationStream, type Logger, pino } from 'pino';
import { requestPatience } from './patience.js';
import { SharedLifetime } from './shared-lifetime.js';

/** How something was come by: kept, kept but old, or made for this request. */
export type Outcome = 'hit' | 'stale' | 'miss';
/** How an answer of the marketplace was come by. */
export type CacheOutcome = Outcome | 'bypass';

/** What one request tells its log line; filled in on the way. */
export interface RequestNotes {
  /** Sixteen base32 characters in groups of four; the first two groups are the support code (D40). */
  readonly id: string;
  /** Name of the route with its edition: `article___de-DE` (D69); never the address. */
  route: string;
  readonly upstream: { operation: string; outcome: CacheOutcome | 'failed'; ms: number }[];
  errorCode: string | null;
  /** Request whose line tells the fault that this one has met as well; null where its own does. */
  causedBy: string | null;
  /** Until when it waits for the marketplace, by `performance.now()`. */
  deadline: number;
  /** How the page was come by, where it is one that is kept. */
  page: Outcome | null;
  /** How long what is made of the answers may be kept. */
  readonly lifetime: SharedLifetime;
}

const store = new AsyncLocalStorage<RequestNotes>();
// Crockford's base32: no I, L, O, U, so that a code can be read out on the telephone.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A new id for a request. */
export function newRequestId(): string {
  let id = '';
  let index = 0;
  for (const byte of randomBytes(16)) {
    if (index > 0 && index % 4 === 0) id += '-';
    id += alphabet[byte & 31];
    index += 1;
  }
  return id;
}

/**
 * Runs `handle` with fresh notes; everything it starts sees them through `notes()`.
 *
 * @param cause the request that something is done for, which goes by the same id.
 */
export function withNotes<T>(handle: (notes: RequestNotes) => T, cause?: RequestNotes): T {
  const fresh: RequestNotes = {
    id: cause?.id ?? newRequestId(),
    route: cause?.route ?? 'none',
    upstream: [],
    errorCode: null,
    causedBy: null,
    deadline: performance.now() + requestPatience,
    page: null,
    lifetime: new SharedLifetime(),
  };
  return store.run(fresh, handle, fresh);
}

/** Notes of the request being answered; undefined outside one (start, background refresh after the answer). */
export const notes = (): RequestNotes | undefined => store.getStore();

const tellers = new WeakMap<object, Map<string, string>>();
/**
 * Whether a line is to be written about a fault. One that several requests meet, as all waited for the same call or it is
 * remembered for a moment, is told once; the line of each other request names the one that tells it.
 */
export function tellsFirst(error: unknown, event: string): boolean {
  const own = notes();
  if (!own || typeof error !== 'object' || error === null) return true;
  const told = tellers.get(error) ?? new Map<string, string>();
  const teller = told.get(event);
  if (teller !== undefined && teller !== own.id) own.causedBy = teller;
  else tellers.set(error, told.set(event, own.id));
  return teller === undefined;
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
  // Written at once: the last lines before an end are the ones support looks for, and the address stays the last line of a start.
  return pino(options, destination ?? pino.destination({ dest: 1, sync: true }));
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
