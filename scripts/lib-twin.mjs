/** Static twins of pages: what the lab measures the shop against. */
import { createServer } from 'node:http';
import { brotliCompressSync, constants } from 'node:zlib';

const brotli = (bytes, quality) =>
  brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 18 },
  });

/** Serves twins of pages; everything else it gets from the shop once and keeps. */
export async function startTwin(origin) {
  const pages = new Map();
  const files = new Map();
  const fileOf = async (path, encoding) => {
    const answer = await fetch(origin + path, { headers: { 'accept-encoding': 'identity' } });
    const type = answer.headers.get('content-type') ?? 'text/plain';
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isText = /text|svg|json|javascript/.test(type) && encoding.includes('br');
    return { status: answer.status, type, br: isText, bytes: isText ? brotli(bytes, 5) : bytes };
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
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    /** Takes the page as it is sent now, and compresses its twin with the quality that this takes. */
    async take(path, headers) {
      const plain = await (
        await fetch(origin + path, { headers: { 'accept-encoding': 'identity', ...headers } })
      ).text();
      const sent = await fetch(origin + path, { method: 'HEAD', headers: { 'accept-encoding': 'br', ...headers } });
      const length = Number(sent.headers.get('content-length'));
      const off = (quality) => Math.abs(brotli(plain, quality).length - length);
      const quality = [2, 3, 4, 5, 7, 11].sort((a, b) => off(a) - off(b))[0];
      const html = plain.replace(/<script(?! type="application\/ld\+json")[^>]*>[\s\S]*?<\/script>/g, '');
      pages.set(path, { status: 200, type: 'text/html; charset=utf-8', br: true, bytes: brotli(html, quality) });
      return { wire: length, twin: pages.get(path).bytes.length, quality };
    },
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}
