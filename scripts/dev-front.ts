/** The proxy of `npm run dev`: it forwards requests to the present web tier, and reloads pages after a change. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

const script = '/dev/reload.js';
const changes = '/dev/changes';
const reloadScript = `new EventSource('${changes}').onmessage = () => location.reload();`;

export interface Front {
  address: string;
  /** Reloads the open pages. */
  reload(): void;
  close(): void;
}

/**
 * Forwards requests to the present web tier, and adds a script of one line to each page.
 * @param target returns the origin of the web tier; requests wait for it
 * @throws where the port is not available
 */
export async function openFront(host: string, port: number, target: () => Promise<string>): Promise<Front> {
  const open = new Set<ServerResponse>();
  const server = createServer((message, response) => {
    if (message.url === script) {
      response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' }).end(reloadScript);
    } else if (message.url === changes) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).write(':\n\n');
      open.add(response);
      response.once('close', () => open.delete(response));
    } else {
      forward(target, message, response).catch((error: unknown) => {
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
    reload() {
      for (const response of open) response.write('data: changed\n\n');
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function forward(
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
  // The script follows the page itself, which stays unchanged.
  response.end(`<script src="${script}"></script>`);
}
