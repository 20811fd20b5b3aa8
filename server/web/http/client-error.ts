import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { newRequestId } from './log.js';
import { events } from './log-events.js';

/** Faults that Node finds before there is a request, by its code; everything else is 400. */
const statuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers what is no HTTP request with an id and a log line, as every other answer has them. */
export function respondToBrokenRequests(server: Server, log: Logger): void {
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const status = statuses[error.code ?? ''] ?? '400 Bad Request';
    const reqId = newRequestId();
    log.info({ reqId, route: 'broken', status: Number(status.slice(0, 3)), errorCode: error.code }, events.request);
    socket.end(`HTTP/1.1 ${status}\r\nX-Request-Id: ${reqId}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  });
}
