import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A shop behind a slow connection. */
export interface Trickle {
  origin: string;
  stop(): Promise<void>;
}

/** Some browsers do not know this link, and paint what they have. */
const waitsForFirstView = /<link rel="expect"[^>]*>/;

/**
 * A proxy that delivers pages in `parts` chunks of about equal size, each ending before a tag. The browser then paints
 * partially parsed pages, as on a slow connection.
 * @param painted resolves after the browser's next paint, for which the next chunk waits
 */
export async function startTrickle(shop: string, parts: number, painted: () => Promise<unknown>): Promise<Trickle> {
  const server = createServer((request, response) => {
    const headers = { ...request.headers, 'accept-encoding': 'identity' };
    const passed = ask(shop + request.url, { method: request.method as string, headers }, async (reply) => {
      // Removing the link makes the page shorter.
      const { 'content-length': _, ...kept } = reply.headers;
      response.writeHead(reply.statusCode as number, kept);
      const sent = Buffer.concat(await reply.toArray());
      const isPage = reply.headers['content-type']?.startsWith('text/html');
      const body = isPage ? Buffer.from(sent.toString().replace(waitsForFirstView, '')) : sent;
      const size = isPage ? Math.ceil(body.length / parts) : body.length;
      for (let from = 0, to = 0; from < body.length; from = to) {
        if (from > 0) await painted();
        const tag = body.indexOf('<', from + size);
        to = tag < 0 ? body.length : tag;
        response.write(body.subarray(from, to));
      }
      response.end();
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
