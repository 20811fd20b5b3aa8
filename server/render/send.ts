import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { serverTiming } from '../middleware/request-log.js';
import type { RenderedPage } from './render-page.js';

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);
/** What is made per visitor is compressed at the quality that costs least time per saved byte (performance research). */
const quality = 4;

export type Encoding = 'br' | 'gzip' | 'identity';

/** The best of the encodings at hand that the client takes; one given with `q=0` is refused. */
export function encodingFor(header: string, atHand: readonly Encoding[] = ['br', 'gzip']): Encoding {
  const offered = header
    .toLowerCase()
    .split(',')
    .map((item) => item.trim())
    .filter((item) => !/;\s*q=0(\.0*)?$/.test(item))
    .map((item) => item.split(';')[0]?.trim());
  return atHand.find((encoding) => offered.includes(encoding)) ?? 'identity';
}

async function encode(html: string, encoding: Encoding): Promise<Buffer> {
  const bytes = Buffer.from(html);
  if (encoding === 'identity') return bytes;
  if (encoding === 'gzip') return gz(bytes);
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotli(bytes, { params });
}

/**
 * Sends a page: `no-store` for one visitor's, otherwise to be asked for again with a strong ETag (D56). The tag names
 * the encoding, since two encodings of a page are not the same bytes (RFC 9110, 8.8.3.3).
 */
export async function sendPage(
  request: Request,
  response: Response,
  page: RenderedPage,
  { status, cache }: { status: number; cache: 'shared' | 'private' },
): Promise<void> {
  const encoding = encodingFor(request.get('accept-encoding') ?? '');
  response.status(status);
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Security-Policy', page.contentSecurityPolicy);
  response.setHeader('Server-Timing', serverTiming(request.notes));
  response.vary('Accept-Encoding');
  if (cache === 'private') response.setHeader('Cache-Control', 'private, no-store');
  else {
    const hash = createHash('sha256').update(page.html).digest('base64url').slice(0, 22);
    const etag = `"${hash}-${encoding}"`;
    response.setHeader('Cache-Control', 'private, max-age=0, must-revalidate');
    response.setHeader('ETag', etag);
    if (status === 200 && request.get('if-none-match')?.includes(etag)) {
      response.status(304).end();
      return;
    }
  }
  const body = await encode(page.html, encoding);
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', body.length);
  response.end(body);
}
