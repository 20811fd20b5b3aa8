import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseOffersVersion, printOffersVersion } from '../../server/contract/offer-changes.js';
import { write } from './marketplace/carts.js';
import { notFound } from './marketplace/entities.js';
import type { OfferLog } from './marketplace/offer-log.js';
import { read } from './marketplace/reads.js';

/**
 * `unknown`: the marketplace works but lacks the thing. The stub implements only this; the others break the response.
 */
export type InjectedFailure =
  | ('error' | 'reset' | 'garbage' | 'hang' | 'unknown')
  | ('busy' | 'slow' | 'cut' | 'html' | 'shape' | 'full');

/** A marketplace with one vehicle, category and product, over real HTTP. It records calls and can fail. */
export interface MarketplaceStub {
  url: string;
  calls: {
    method: string;
    url: string;
    session: string | undefined;
    isSigned: boolean;
    traceParent: string | undefined;
    idempotencyKey?: string | undefined;
  }[];
  /** Breaks the responses of matching addresses. */
  breakOn(pattern: RegExp | null, how?: InjectedFailure): void;
  /** Whether plans and advice of a cart are late. */
  isBesideLate?: boolean;
  generation: string;
  /** The commits of its offers; null to imitate a marketplace without an offer store. */
  offers: OfferLog | null;
  /** Dependencies of a response, as in `x-offer-tags`; empty for none. */
  tagsOf: (path: string) => string;
  /** Its `cache-control`; null for none. */
  cacheControlOf: (path: string) => string | null;
  stop(): Promise<void>;
}

export async function startMarketplaceStub(): Promise<MarketplaceStub> {
  let pattern: RegExp | null = null;
  let how: InjectedFailure = 'error';
  const double: MarketplaceStub = {
    url: '',
    calls: [],
    generation: 'g1',
    cacheControlOf: () => null,
    offers: null,
    tagsOf: () => '',
    breakOn(broken, kind = 'error') {
      pattern = broken;
      how = kind;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
  const server = createServer(async (message, response) => {
    const { pathname, searchParams } = new URL(message.url ?? '/', 'http://double');
    const sid = message.headers['x-session'] as string | undefined;
    const isSigned = message.headers['x-session-signed'] === '1';
    const traceParent = message.headers.traceparent as string | undefined;
    const idempotencyKey = message.headers['idempotency-key'] as string | undefined;
    const call = { method: message.method ?? '', url: message.url ?? '', session: sid, isSigned };
    double.calls.push({ ...call, traceParent, idempotencyKey });
    response.setHeader('content-type', 'application/json');
    response.setHeader('x-catalogue-generation', double.generation);
    const { offers } = double;
    const tags = double.tagsOf(pathname);
    if (offers && tags) {
      response.setHeader('x-offers', printOffersVersion(offers.version));
      response.setHeader('x-offer-tags', tags);
    }
    const cacheControl = double.cacheControlOf(pathname);
    if (cacheControl) response.setHeader('cache-control', cacheControl);
    const isBroken = pattern?.test(message.url ?? '') ?? false;
    if (isBroken && how !== 'unknown') {
      if (how === 'hang') return;
      if (how === 'reset') return void message.socket.destroy();
      if (how === 'garbage') return void response.end('{"cartData":');
      response.statusCode = 500;
      return void response.end('{}');
    }
    const reply = isBroken
      ? notFound
      : message.method === 'POST'
        ? await write(pathname, message, response, sid)
        : pathname === '/changes' && offers
          ? {
              status: 'ready',
              generation: double.generation,
              isDemonstration: true,
              ...offers.changesSince(parseOffersVersion(searchParams.get('since'))),
            }
          : read(pathname, searchParams, sid);
    if (reply === notFound) {
      response.statusCode = 404;
      const code = /Hinzufuegen/.test(pathname)
        ? 'offer_unknown'
        : /Aendern|Loeschen/.test(pathname)
          ? 'line_unknown'
          : 'not_found';
      response.setHeader('content-type', 'application/problem+json');
      response.end(JSON.stringify({ type: 'about:blank', title: 'x', status: 404, code }));
      return;
    }
    if (double.isBesideLate && searchParams.has('besideMs'))
      Object.assign(reply as object, { plans: null, advice: null });
    if (typeof reply === 'string') return void response.setHeader('content-type', 'image/svg+xml').end(reply);
    response.end(JSON.stringify(reply));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  double.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return double;
}
