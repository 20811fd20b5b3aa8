import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Clock } from '../../clock/clock.js';
import { ProblemError } from '../../contract/problem.js';
import { events } from './log-events.js';

/** Files that the process needs besides connections: stores, logs, pictures, connections to the marketplace. */
const otherFiles = 300;
/** Share of the connections from which on idle ones are closed for new ones. */
const crowded = 0.75;
/** Milliseconds between two looks at idle connections, and two lines about refused ones. */
const pauseMs = { idle: 100, line: 1000 };
/** A client that reads its answer more slowly than this is closed. */
export interface SlowestReader {
  /** Milliseconds that everybody has. */
  leastMs: number;
  bytesPerSecond: number;
}
const usualSlowest: SlowestReader = { leastMs: 10_000, bytesPerSecond: 4096 };
/** Bytes of a body that no form of the shop has: it is not read. */
const hugeBody = 64 * 1024;
/** The one form that may be larger, and how large: a signed cart of 250 lines has about 250 kB. */
export const signedCartForm = { path: '/api/Warenkorb/Kasse', bytes: 512 * 1024 } as const;
const isHuge = ({ headers, url }: Pick<IncomingMessage, 'headers' | 'url'>): boolean => {
  const most = url?.split('?')[0] === signedCartForm.path ? signedCartForm.bytes : hugeBody;
  return headers['content-length'] !== undefined && Number(headers['content-length']) > most;
};

/** Refuses it before anything reads it. @throws ProblemError `too_large` */
export function refuseHugeBodies(): RequestHandler {
  return (request, _response, next) => {
    if (isHuge(request)) throw new ProblemError('too_large');
    next();
  };
}

/** Connections that the limit of open files leaves room for (`ulimit -n`); as many as there are where nobody tells. */
export function connectionLimit(read = () => readFileSync('/proc/self/limits', 'utf8')): number {
  let files = Number.POSITIVE_INFINITY;
  try {
    files = Number(/^Max open files\s+(\d+)/m.exec(read())?.[1] ?? files);
  } catch {
    // Another system than Linux.
  }
  return Math.max(Math.floor(files / 2), files - otherFiles);
}

/** Limits of a port, with log and metrics for connections beyond them. */
export interface ConnectionBounds {
  /** Most connections at once. */
  most: number;
  log: Pick<Logger, 'warn'>;
  metrics: { connectionClosed(reason: 'limit' | 'slow'): void };
  slowest?: SlowestReader | undefined;
  clock: Clock;
}

/**
 * Keeps connections within bounds: of too many the newest are closed, after those that are idle; a client that does not
 * read its answer is closed; a body that nobody will read ends its connection.
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
  // The server may ignore any other expectation (RFC 9110, 10.1.1): the answer has an id and a log line like all
  // others.
  server.on('checkExpectation', listener);
  server.on('checkContinue', (message, response) => {
    if (!isHuge(message)) response.writeContinue();
    listener(message, response);
  });
}
