import type { Request, Response } from 'express';
import type { CachedPage, RenderedPage } from '../cache/cached-page.js';
import { encode, encodingFor, presentQuality, quickQuality } from '../http/encoding.js';
import { serverTiming } from '../http/request-log.js';
import { rulesAddress } from '../search-engines/speculation-rules.js';

/** Seconds that caches in front keep a page at most: no change of the catalogue reaches them (D63). */
const sharedSeconds = 60;

function startPage(request: Request, response: Response, status: number, contentSecurityPolicy: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Security-Policy', contentSecurityPolicy);
  response.setHeader('Speculation-Rules', `"${rulesAddress}"`);
  response.setHeader('Server-Timing', serverTiming(request.notes));
  response.vary('Accept-Encoding');
}

function sendBytes(response: Response, bytes: Buffer, encoding: string): void {
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
}

/** Sends a page that is one visitor's: nobody keeps it. */
export async function writePrivatePage(
  request: Request,
  response: Response,
  page: RenderedPage,
  status: number,
): Promise<void> {
  const encoding = encodingFor(request.get('accept-encoding') ?? '');
  const bytes = await encode(page.bytes, encoding, presentQuality(quickQuality));
  startPage(request, response, status, page.contentSecurityPolicy);
  response.setHeader('Cache-Control', 'private, no-store');
  sendBytes(response, bytes, encoding);
}

/** What caches in front of the shop are told, where they are known to tell delivery countries apart (D56). */
function setCacheControl(response: Response, page: CachedPage): void {
  const now = Date.now();
  const seconds = (end: number): number => Math.floor(Math.max(0, end - now) / 1000);
  const fresh = Math.min(sharedSeconds, seconds(page.freshUntil));
  if (fresh === 0) return;
  // Their times of staleness begin where freshness ends (RFC 5861).
  const stale = Math.min(sharedSeconds, seconds(page.staleUntil) - fresh);
  response.setHeader(
    'CDN-Cache-Control',
    `public, s-maxage=${fresh}, stale-while-revalidate=${stale}, stale-if-error=${seconds(page.errorUntil) - fresh}`,
  );
  // For nginx, which takes no notice of the header above; it goes no further.
  response.setHeader('X-Accel-Expires', String(fresh));
}

/**
 * Sends a shared page: browsers ask again with its strong ETag each time (D56).
 *
 * @param forCaches caches in front of the shop may keep it.
 */
export async function writeSharedPage(
  request: Request,
  response: Response,
  page: CachedPage,
  forCaches: boolean,
): Promise<void> {
  const encoding = encodingFor(request.get('accept-encoding') ?? '');
  const { bytes, etag } = page.ready(encoding) ?? (await page.body(encoding));
  startPage(request, response, page.status, page.contentSecurityPolicy);
  // What could not be loaded may be there at the next look, also at the one back.
  response.setHeader('Cache-Control', page.isWhole ? 'private, max-age=0, must-revalidate' : 'private, no-store');
  if (forCaches) setCacheControl(response, page);
  const known = page.status === 200 ? page.known(request.get('if-none-match'), encoding) : undefined;
  response.setHeader('ETag', known ?? etag);
  if (known !== undefined) {
    response.statusCode = 304;
    response.end();
    return;
  }
  sendBytes(response, bytes, encoding);
}
