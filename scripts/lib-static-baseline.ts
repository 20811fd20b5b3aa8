/** Pages as static files, with which the lab compares the shop. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants } from 'node:zlib';

const brotli = (bytes: Buffer | string, quality: number): Buffer =>
  brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 18 },
  });

interface Sent {
  status: number;
  type: string;
  br: boolean;
  bytes: Buffer;
}

const sent = (type: string, text: string, quality: number): Sent => ({
  status: 200,
  type,
  br: true,
  bytes: brotli(text, quality),
});

/** Serves pages as static files. It fetches all other files from the shop once. */
export async function startStaticPages(origin: string) {
  const pages = new Map<string, Sent>();
  const files = new Map<string, Sent>();
  const fileOf = async (path: string, encoding: string): Promise<Sent> => {
    const response = await fetch(origin + path, { headers: { 'accept-encoding': 'identity' } });
    const type = response.headers.get('content-type') ?? 'text/plain';
    const bytes = Buffer.from(await response.arrayBuffer());
    const isText = /text|svg|json|javascript/.test(type) && encoding.includes('br');
    return { status: response.status, type, br: isText, bytes: isText ? brotli(bytes, 5) : bytes };
  };
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    let found = pages.get(path) ?? files.get(path);
    if (!found) {
      found = await fileOf(path, String(request.headers['accept-encoding']));
      files.set(path, found);
    }
    response.statusCode = found.status;
    response.setHeader('content-type', found.type);
    if (found.br) response.setHeader('content-encoding', 'br');
    response.setHeader('content-length', found.bytes.length);
    response.end(found.bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Adds the HTML of a page, compressed as far as possible. */
    addPage: (path: string, html: string) => pages.set(path, sent('text/html; charset=utf-8', html, 11)),
    addDrawing: (path: string, drawing: string) => files.set(path, sent('image/svg+xml', drawing, 11)),
    /** Adds the static baseline of a page: its HTML as the shop sends it now, with about the same quality of compression. */
    async addBaseline(path: string, headers: Record<string, string>): Promise<void> {
      const get = (method: string, encoding: string) =>
        fetch(origin + path, { method, headers: { 'accept-encoding': encoding, ...headers } });
      const html = await (await get('GET', 'identity')).text();
      const length = Number((await get('HEAD', 'br')).headers.get('content-length'));
      const off = (quality: number): number => Math.abs(brotli(html, quality).length - length);
      const [quality = 11] = [2, 3, 4, 5, 7, 10, 11].sort((a, b) => off(a) - off(b));
      pages.set(path, sent('text/html; charset=utf-8', html, quality));
    },
    stop: () => new Promise<unknown>((resolve) => server.close(resolve).closeAllConnections()),
  };
}
