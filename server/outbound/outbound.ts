import { lookup as resolveName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, type Dispatcher } from 'undici';
import { isPublicAddress } from './public-address.js';

/** The reason of a failure, never with an address: a log must not reveal hosts behind the shop. */
export type OutboundErrorCode = 'address' | 'host' | 'redirects' | 'time' | 'network';

/** A call to a foreign server that is forbidden, or that has failed. */
export class OutboundError extends Error {
  override name = 'OutboundError';

  constructor(readonly code: OutboundErrorCode) {
    super(code);
  }
}

export interface OutboundRules {
  /**
   * Whether a connection to the IP address may be opened. The check at this moment makes later DNS answers harmless.
   */
  mayConnect(address: string): boolean;
  /** Allows plain http, for a server on the same machine. */
  isPlainAllowed: boolean;
}

/** Allows https to the open net. */
export const openNet: OutboundRules = { mayConnect: isPublicAddress, isPlainAllowed: false };
/** Allows the machine itself and plain http as well, for trials and tests. */
export const openNetAndLoopback: OutboundRules = {
  mayConnect: (address) => isPublicAddress(address) || address === '::1' || /^127\.[\d.]+$/.test(address),
  isPlainAllowed: true,
};

export interface OutboundRequest {
  readonly method?: 'GET' | 'POST';
  /** Only the origin of the address gets `authorization`, no redirect to another origin does. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
  /** Redirects to follow. Each must pass the same checks as the address. */
  readonly maxRedirects?: number;
  /** Milliseconds without data after which the call fails. */
  readonly silenceMs?: number;
  /** Checks each address in addition to the rules. @throws to refuse it */
  check?(url: URL): void;
}

export interface Outbound {
  /**
   * Returns the answer of any status. Without `maxRedirects` a redirect is an answer.
   * @throws OutboundError, and what `check` throws
   */
  request(address: string, options: OutboundRequest): Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
}

/** Resolves names to the addresses that the rules allow. */
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

/** The reason of a failed call or an interrupted answer, without any words about the host. */
export function outboundErrorCode(error: unknown): OutboundErrorCode {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutboundError) return cause.code;
    if (/Timeout|Abort/.test(cause.name)) return 'time';
  }
  return 'network';
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

/**
 * Makes calls that cannot reach into the operator's network. It checks each address and redirect against the rules, and
 * refuses addresses with a name or password.
 */
export function createOutbound({ mayConnect, isPlainAllowed }: OutboundRules, connectTimeoutMs: number): Outbound {
  const agent = new Agent({ connect: { timeout: connectTimeoutMs, lookup: guardedLookup(mayConnect) } });

  const checked = (address: string, base: string | undefined, check: OutboundRequest['check']): URL => {
    const url = URL.parse(address, base);
    const isKnownScheme = url?.protocol === 'https:' || (isPlainAllowed && url?.protocol === 'http:');
    if (!url || !isKnownScheme || url.username || url.password) throw new OutboundError('address');
    // The lookup checks names; it never sees an IP address.
    const literal = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) !== 0 && !mayConnect(literal)) throw new OutboundError('host');
    check?.(url);
    return url;
  };

  return {
    async request(address, { method = 'GET', headers = {}, body = null, signal, maxRedirects = 0, silenceMs, check }) {
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
            headersTimeout: silenceMs,
            bodyTimeout: silenceMs,
          })
          .catch((error) => {
            throw new OutboundError(outboundErrorCode(error));
          });
        // Ending the call with an unread answer must not raise an error of its own.
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
