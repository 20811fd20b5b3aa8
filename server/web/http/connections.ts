import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Clock } from '../../clock/clock.js';
import { ProblemError } from '../../contract/problem.js';
import { events } from './log-events.js';

/** Files that the process needs besides client connections: stores, logs, pictures, connections to the marketplace. */
const otherFiles = 300;
/** Share of the most connections above which idle ones are closed. */
const crowded = 0.75;
/** Milliseconds between two closings of idle connections, and between two log lines about refused ones. */
const pauseMs = { idle: 100, line: 1000 };
/** Connections of clients that read their answer more slowly than this are closed. */
export interface SlowestReader {
  /** Milliseconds that every client may take. */
  leastMs: number;
  bytesPerSecond: number;
}
const usualSlowest: SlowestReader = { leastMs: 10_000, bytesPerSecond: 4096 };
/** Largest body in bytes that the shop reads. */
const maxBodyBytes = 64 * 1024;
/** The one form that may be larger. A signed cart of 250 lines has about 250 kB. */
export const signedCartForm = { path: '/api/Warenkorb/Kasse', bytes: 512 * 1024 } as const;
const isHuge = ({ headers, url }: Pick<IncomingMessage, 'headers' | 'url'>): boolean => {
  const most = url?.split('?')[0] === signedCartForm.path ? signedCartForm.bytes : maxBodyBytes;
  return headers['content-length'] !== undefined && Number(headers['content-length']) > most;
};

/** Refuses a huge body before any code reads it. @throws ProblemError `too_large` */
export function refuseLargeBodies(): RequestHandler {
  return (request, _response, next) => {
    if (isHuge(request)) throw new ProblemError('too_large');
    next();
  };
}

/** Returns the connections that the limit of open files (`ulimit -n`) allows; infinity without a limit. */
export function connectionLimit(read = () => readFileSync('/proc/self/limits', 'utf8')): number {
  let files = Number.POSITIVE_INFINITY;
  try {
    files = Number(/^Max open files\s+(\d+)/m.exec(read())?.[1] ?? files);
  } catch {
    // Only Linux has the file with this limit.
  }
  return Math.max(Math.floor(files / 2), files - otherFiles);
}

/** Limits of one port. */
export interface ConnectionBounds {
  /** Most open connections of the process. */
  most: number;
  log: Pick<Logger, 'warn'>;
  metrics: { connectionClosed(reason: 'limit' | 'slow'): void };
  slowest?: SlowestReader | undefined;
  clock: Clock;
}

/**
 * Keeps the connections of a port within bounds. Above the limit it closes idle connections first, then the newest. It
 * closes clients that do not read their answer, and connections whose body nobody will read.
 */
export function boundConnections(
  server: Server,
  handle: RequestListener,
  { most, log, metrics, slowest = usualSlowest, clock }: ConnectionBounds,
): void {
  let open = 0;
  let refused = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  server.prependListener('connection', (socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
    if (open > most * crowded && clock.steady() - lookedAt > pauseMs.idle) {
      lookedAt = clock.steady();
      server.closeIdleConnections();
    }
    if (open <= most) return;
    socket.destroy();
    metrics.connectionClosed('limit');
    refused += 1;
    if (refused > 1) return;
    clock.after(pauseMs.line, () => {
      log.warn({ count: refused, most }, events.connectionsRefused);
      refused = 0;
    });
  });

  const endSlowReader = (response: ServerResponse): void => {
    const { socket } = response;
    const unread = socket?.writableLength ?? 0;
    if (!socket || unread === 0) return;
    const timer = clock.after(slowest.leastMs + (1000 * unread) / slowest.bytesPerSecond, () => {
      metrics.connectionClosed('slow');
      socket.destroy();
    });
    response.once('close', () => timer.cancel());
  };

  const listener: RequestListener = (message, response) => {
    if (isHuge(message)) response.shouldKeepAlive = false;
    response.once('prefinish', () => endSlowReader(response));
    handle(message, response);
  };
  server.on('request', listener);
  // RFC 9110 (10.1.1) allows to ignore other expectations. So the answer has an id and a log line like all others.
  server.on('checkExpectation', listener);
  server.on('checkContinue', (message, response) => {
    if (!isHuge(message)) response.writeContinue();
    listener(message, response);
  });
}
