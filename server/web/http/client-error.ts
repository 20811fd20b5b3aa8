import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { newRequestId } from './log.js';
import { events } from './log-events.js';
import { safeHeaders } from './security.js';

/** Statuses of faults that Node finds before there is a request, by Node's code. All others are 400. */
const statuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

const headerLines = Object.entries(safeHeaders)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

/** Returns the fault of a request of an unknown HTTP version or transfer coding (RFC 9112, 2.3, 6.1). */
function refusalOf({ httpVersion, headers }: IncomingMessage): readonly [status: string, errorCode: string] | null {
  if (httpVersion === '0.9') return ['400 Bad Request', 'http_version'];
  if (!httpVersion.startsWith('1.')) return ['505 HTTP Version Not Supported', 'http_version'];
  const coding = headers['transfer-encoding']?.toLowerCase() ?? 'chunked';
  return coding === 'chunked' ? null : ['501 Not Implemented', 'transfer_coding'];
}

/**
 * Answers broken requests and CONNECT with an id and a log line, as all other requests get them.
 * @returns a listener that passes valid requests to `handle`
 */
export function respondToBrokenRequests(server: Server, handle: RequestListener, log: Logger): RequestListener {
  const respond = (socket: Duplex, status: string, errorCode: string | undefined, more = ''): void => {
    const reqId = newRequestId();
    log.info({ reqId, route: 'broken', status: Number(status.slice(0, 3)), errorCode }, events.request);
    socket.end(
      `HTTP/1.1 ${status}\r\nX-Request-Id: ${reqId}\r\n${headerLines}${more}Connection: close\r\nContent-Length: 0\r\n\r\n`,
    );
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    respond(socket, statuses[error.code ?? ''] ?? '400 Bad Request', error.code);
  });
  // Without this listener Node closes the connection and logs nothing.
  server.on('connect', (_message, socket) =>
    respond(socket, '405 Method Not Allowed', 'method', 'Allow: GET, HEAD, POST\r\n'),
  );
  return (message, response) => {
    const fault = refusalOf(message);
    if (fault) respond(message.socket, ...fault);
    else handle(message, response);
  };
}
