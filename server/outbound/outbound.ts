import { lookup as resolveName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, type Dispatcher } from 'undici';
import { isPublicAddress } from './public-address.js';

/** Why nothing was got; never with an address, so that a log tells nothing about hosts behind the shop. */
export type OutboundErrorCode = 'address' | 'host' | 'redirects' | 'time' | 'network';

/** A call to somebody else's server that may not be made, or that has failed. */
export class OutboundError extends Error {
  override name = 'OutboundError';

  constructor(readonly code: OutboundErrorCode) {
    super(code);
  }
}

/** Where calls may go. */
export interface OutboundRules {
  /**
   * Whether a connection to the IP address may be opened; asked when it is opened, so that no later answer of DNS
   * counts.
   */
  mayConnect(address: string): boolean;
  /** Plain http as well; for a server on the same machine. */
  isPlainAllowed: boolean;
}

/** https to the open net. */
export const openNet: OutboundRules = { mayConnect: isPublicAddress, isPlainAllowed: false };
/** The machine itself as well, and plain http; for trying out and for tests. */
export const openNetAndLoopback: OutboundRules = {
  mayConnect: (address) => isPublicAddress(address) || address === '::1' || /^127\.[\d.]+$/.test(address),
  isPlainAllowed: true,
};

export interface OutboundRequest {
  readonly method?: 'GET' | 'POST';
  /** `authorization` goes to the origin of the address only, and not on with a redirect to another one. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
  /** Redirects that are followed; each is judged like the first address. */
  readonly maxRedirects?: number;
  /** Milliseconds of silence after which an answer is given up. */
  readonly silence?: number;
  /** Judges each address besides the rules. @throws to refuse it */
  check?(url: URL): void;
}

/** Calls to servers of other people. */
export interface Outbound {
  /**
   * The answer, whatever its status; redirects that may not be followed are answers.
   * @throws OutboundError, and what `check` throws
   */
  request(address: string, options: OutboundRequest): Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
}

/** Names lead only to addresses that may be connected to. */
const guardedLookup =
  (mayConnect: OutboundRules['mayConnect']): LookupFunction =>
  (name, options, done) => {
    resolveName(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, []);
      const allowed = found.filter(({ address }) => mayConnect(address));
      const [first] = allowed;
      if (!first) return done(new OutboundError('host'), []);
      if (options.all) done(null, allowed);
      else done(null, first.address, first.family);
    });
  };

/** Cause of a failed call, or of an answer that broke off, without what it says about the host. */
export function outboundErrorCode(error: unknown): OutboundErrorCode {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutboundError) return cause.code;
    if (/Timeout|Abort/.test(cause.name)) return 'time';
  }
  return 'network';
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

/**
 * Calls that are nobody's way into the operator's network: only addresses of the open net, each redirect judged like a
 * first address, no names and passwords in addresses.
 * @param connectTimeout milliseconds until a connection stands
 */
export function createOutbound({ mayConnect, isPlainAllowed }: OutboundRules, connectTimeout: number): Outbound {
  const agent = new Agent({ connect: { timeout: connectTimeout, lookup: guardedLookup(mayConnect) } });

  const checked = (address: string, base: string | undefined, check: OutboundRequest['check']): URL => {
    const url = URL.parse(address, base);
    const isKnownScheme = url?.protocol === 'https:' || (isPlainAllowed && url?.protocol === 'http:');
    if (!url || !isKnownScheme || url.username || url.password) throw new OutboundError('address');
    // A name is judged when it is resolved; an IP address never is.
    const literal = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) !== 0 && !mayConnect(literal)) throw new OutboundError('host');
    check?.(url);
    return url;
  };

  return {
    async request(address, { method = 'GET', headers = {}, body = null, signal, maxRedirects = 0, silence, check }) {
      const first = checked(address, undefined, check);
      const { authorization: _, ...harmless } = headers;
      let url = first;
      for (let hops = 0; ; hops++) {
        const response = await agent
          .request({
            origin: url.origin,
            path: url.pathname + url.search,
            method,
            headers: url.origin === first.origin ? headers : harmless,
            body,
            signal,
            ...(silence !== undefined && { headersTimeout: silence, bodyTimeout: silence }),
          })
          .catch((error) => {
            throw new OutboundError(outboundErrorCode(error));
          });
        // Left unread where the answer is refused; ending the call is then no error of its own.
        response.body.on('error', () => {});
        const { location } = response.headers;
        if (!isRedirect(response.statusCode) || typeof location !== 'string' || maxRedirects === 0) return response;
        response.body.destroy();
        if (hops === maxRedirects) throw new OutboundError('redirects');
        url = checked(location, url.href, check);
      }
    },
    close: () => agent.destroy(),
  };
}
