/** Static baselines of pages, with which the lab compares the shop. */
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

/** Serves static baselines of pages. It fetches all other files from the shop once. */
export async function startStaticBaseline(origin: string) {
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
    /** Makes the baseline of a page as the shop sends it now, with about the same quality of compression. */
    async take(path: string, headers: Record<string, string>): Promise<void> {
      const plain = await (
        await fetch(origin + path, { headers: { 'accept-encoding': 'identity', ...headers } })
      ).text();
      const sent = await fetch(origin + path, { method: 'HEAD', headers: { 'accept-encoding': 'br', ...headers } });
      const length = Number(sent.headers.get('content-length'));
      const off = (quality: number): number => Math.abs(brotli(plain, quality).length - length);
      const quality = [2, 3, 4, 5, 7, 11].sort((a, b) => off(a) - off(b))[0] ?? 11;
      const html = plain.replace(/<script(?! type="application\/ld\+json")[^>]*>[\s\S]*?<\/script>/g, '');
      pages.set(path, { status: 200, type: 'text/html; charset=utf-8', br: true, bytes: brotli(html, quality) });
    },
    stop: () => new Promise<unknown>((resolve) => server.close(resolve).closeAllConnections()),
  };
}
