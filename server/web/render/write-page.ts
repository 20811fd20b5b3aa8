import type { Request, Response } from 'express';
import type { Clock } from '../../clock/clock.js';
import { printOfferTags } from '../../contract/offer-tags.js';
import type { Body, CachedPage, RenderedPage } from '../cache/cached-page.js';
import { unpackTags } from '../cache/offer-changes.js';
import { type Encoding, encode, encodingFor, presentQuality, quickQuality } from '../http/encoding.js';
import { serverTiming } from '../http/request-log.js';
import { rulesAddress } from '../search-engines/speculation-rules.js';

/** Most seconds that caches in front keep a page, because changes of the catalogue do not reach them (D63, D90). */
const sharedSeconds = 60;

/** Headers by which a CDN learns a page's dependencies. It removes them from the response to visitors. */
const tagHeaders = {
  cloudflare: { name: 'Cache-Tag', separator: ',' },
  fastly: { name: 'Surrogate-Key', separator: ' ' },
} as const;

export interface CachesInFront {
  clock: Pick<Clock, 'now'>;
  /** Whether caches may keep shared pages, because they distinguish delivery countries (D56). */
  mayKeep: boolean;
  /** The CDN that receives tags, if any. */
  tagsOf: keyof typeof tagHeaders | undefined;
}

function startPage(request: Request, response: Response, status: number, contentSecurityPolicy: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Security-Policy', contentSecurityPolicy);
  response.setHeader('Speculation-Rules', `"${rulesAddress}"`);
  response.setHeader('Server-Timing', serverTiming(request.notes));
  response.vary('Accept-Encoding');
  // The page itself names its language.
  response.removeHeader('Content-Language');
  // Connections of HTTP/1.1 stay open by themselves; one that must not keeps its header.
  if (response.shouldKeepAlive) response.removeHeader('Connection');
}

function sendBytes(response: Response, bytes: Buffer, encoding: string): void {
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
}

/** Sends a private page, which no cache stores. */
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

/** Sets the headers for caches in front of the shop. */
function setCacheControl(response: Response, page: CachedPage, { clock, tagsOf }: CachesInFront): void {
  const now = clock.now();
  const seconds = (end: number): number => Math.floor(Math.max(0, end - now) / 1000);
  const freshSeconds = Math.min(sharedSeconds, seconds(page.freshUntil));
  if (freshSeconds === 0) return;
  // Staleness begins where freshness ends (RFC 5861). Pages with offers have no more than a minute in all.
  const staleSeconds = page.madeOf.length > 0 ? 0 : Math.min(sharedSeconds, seconds(page.staleUntil) - freshSeconds);
  response.setHeader(
    'CDN-Cache-Control',
    `public, s-maxage=${freshSeconds}, stale-while-revalidate=${staleSeconds}, stale-if-error=${seconds(page.errorUntil) - freshSeconds}`,
  );
  // nginx ignores the header above and does not forward this one.
  response.setHeader('X-Accel-Expires', String(freshSeconds));
  if (!tagsOf || page.madeOf.length === 0) return;
  const { name, separator } = tagHeaders[tagsOf];
  const tags = printOfferTags(unpackTags(page.madeOf.map((each) => each.tags)));
  response.setHeader(name, tags.replaceAll(' ', separator));
}

export interface ChosenBody extends Body {
  encoding: Encoding;
}

/** Returns the bytes in the client's encoding. */
export async function bodyOf(request: Request, page: CachedPage): Promise<ChosenBody> {
  const encoding = encodingFor(request.get('accept-encoding') ?? '');
  return { ...(await page.body(encoding)), encoding };
}

/** Sends a shared page. Browsers revalidate it by its strong ETag each time (D56). */
export function writeSharedPage(
  request: Request,
  response: Response,
  page: CachedPage,
  { bytes, etag, encoding }: ChosenBody,
  forCaches: CachesInFront,
): void {
  startPage(request, response, page.status, page.contentSecurityPolicy);
  // A missing section may be there on the next visit, also after a step back.
  response.setHeader('Cache-Control', page.isWhole ? 'private, max-age=0, must-revalidate' : 'private, no-store');
  if (forCaches.mayKeep) setCacheControl(response, page, forCaches);
  const known = page.status === 200 ? page.known(request.get('if-none-match'), encoding) : undefined;
  response.setHeader('ETag', known ?? etag);
  if (known !== undefined) {
    response.statusCode = 304;
    response.end();
    return;
  }
  sendBytes(response, bytes, encoding);
}
