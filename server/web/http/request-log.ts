import type { Request, RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Clock } from '../../clock/clock.js';
import type { Tracing } from '../tracing/trace.js';
import { type CacheOutcome, type RequestNotes, supportCode, withNotes } from './log.js';
import { events } from './log-events.js';

declare global {
  namespace Express {
    interface Request {
      notes: RequestNotes;
    }
  }
}

export interface CountedRequest {
  /** Name such as `article___de-DE` (D69), never an address, so that the number of series stays bounded. */
  route: string;
  status: number;
  /** Outcome of the page cache, else of the responses. */
  cache: CacheOutcome | 'failed';
  /** The client closed the connection before the end. */
  isAborted: boolean;
  seconds: number;
}
interface Needs {
  log: Logger;
  metrics: { request(counted: CountedRequest): void };
  /** Milliseconds that all calls of a request share. */
  timeoutMs: number;
  /** Traces of requests; null without a collector. */
  tracing: Tracing | null;
  clock: Clock;
}

const worst = ['failed', 'miss', 'stale', 'hit'] as const;

/** Returns the slowest outcome among the responses; `bypass` if none of them is cacheable. */
function cacheSummary({ upstream }: RequestNotes): CacheOutcome | 'failed' {
  return worst.find((outcome) => upstream.some((call) => call.outcome === outcome)) ?? 'bypass';
}

/**
 * Returns the `Server-Timing` header: `rid` with the support code, and `cache` with the outcome of the page cache, else
 * of the responses (D57). `data` has the responses' outcome if the page was made. `old` has the percent-encoded note
 * that the prices could not be checked.
 */
export function serverTiming(notes: RequestNotes): string {
  const old = notes.oldness === null ? '' : `, old;desc="${encodeURIComponent(notes.oldness)}"`;
  const code = `rid;desc="${supportCode(notes.id)}"${old}`;
  const data = notes.upstream.length > 0 ? cacheSummary(notes) : null;
  if (notes.page === null) return data ? `${code}, cache;desc=${data}` : code;
  return notes.page === 'miss' && data
    ? `${code}, cache;desc=miss, data;desc=${data}`
    : `${code}, cache;desc=${notes.page}`;
}

/**
 * Opens the notes of a request, sends its id, and writes one log line at the end. The line has the route instead of the
 * address, which may contain search terms, plates and personal ids. It has no header, cookie or IP address.
 */
export function requestLog({ log, metrics, timeoutMs, tracing, clock }: Needs): RequestHandler {
  return (request: Request, response, next) => {
    const started = clock.steady();
    withNotes(started + timeoutMs, null, (notes) => {
      request.notes = notes;
      notes.userAgent = request.headers['user-agent'];
      const traceParent = request.headers.traceparent;
      notes.trace =
        tracing?.begin(notes.id, request.method, typeof traceParent === 'string' ? traceParent : undefined) ?? null;
      response.setHeader('X-Request-Id', notes.id);
      response.setHeader('Server-Timing', serverTiming(notes));
      response.once('close', () => {
        const { upstream, errorCode, causedBy, route } = notes;
        const milliseconds = clock.steady() - started;
        const cache = cacheSummary(notes);
        const { statusCode: status } = response;
        const isAborted = !response.writableFinished;
        metrics.request({ route, status, cache: notes.page ?? cache, isAborted, seconds: milliseconds / 1000 });
        notes.trace?.end(route, status, { 'partavo.cache': notes.page ?? cache }, errorCode);
        log.info(
          {
            reqId: notes.id,
            ...(notes.trace && { traceId: notes.trace.id }),
            route,
            method: request.method,
            status,
            ms: Math.round(milliseconds * 10) / 10,
            cache,
            ...(notes.page && { page: notes.page }),
            ...(upstream.length > 0 && { upstream }),
            ...(errorCode && { errorCode }),
            ...(causedBy && { causedBy }),
            ...(isAborted && { aborted: true }),
          },
          events.request,
        );
      });
      next();
    });
  };
}
