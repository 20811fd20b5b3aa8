/** Front of `npm run dev`: forwards the browser to the running web tier and notifies it of each change. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

const script = '/dev/reload.js';
const changes = '/dev/changes';
/** Brings the page again after a change. */
const reload = `new EventSource('${changes}').onmessage = () => location.reload();`;

export interface Front {
  address: string;
  /** Tells the open pages that there is something new. */
  tell(): void;
  close(): void;
}

/**
 * Hands requests to the web tier of the moment; pages get a script of one line besides.
 *
 * @param target origin of the web tier; requests wait for it.
 * @throws where the address cannot be listened on
 */
export async function openFront(host: string, port: number, target: () => Promise<string>): Promise<Front> {
  const open = new Set<ServerResponse>();
  const server = createServer((message, response) => {
    if (message.url === script) {
      response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' }).end(reload);
    } else if (message.url === changes) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).write(':\n\n');
      open.add(response);
      response.once('close', () => open.delete(response));
    } else {
      handOn(target, message, response).catch((error: unknown) => {
        if (response.headersSent) response.destroy();
        else response.writeHead(502, { 'content-type': 'text/plain' }).end(String(error));
      });
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${typeof address === 'object' ? address?.port : port}`,
    tell() {
      for (const response of open) response.write('data: changed\n\n');
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function handOn(
  target: () => Promise<string>,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { 'accept-encoding': _, ...headers } = message.headers;
  const origin = new URL(await target());
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    const { hostname, port } = origin;
    const call = request({ hostname, port, path: message.url, method: message.method, headers }, resolve);
    call.once('error', reject);
    message.pipe(call);
  });
  const isPage = reply.headers['content-type']?.startsWith('text/html') && message.method === 'GET';
  if (!isPage || reply.statusCode === 304) {
    response.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
    reply.pipe(response);
    return;
  }
  const { 'content-length': __, ...rest } = reply.headers;
  response.writeHead(reply.statusCode ?? 502, rest);
  for await (const chunk of reply) response.write(chunk);
  // After all that the page itself has: whatever of it was sent stays as it is.
  response.end(`<script src="${script}"></script>`);
}
