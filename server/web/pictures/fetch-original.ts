import { lookup as resolveName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { isAllowedHost } from './hosts.js';
import { PictureError } from './picture-error.js';

/** Bytes of a photograph as a merchant keeps it. */
const maxBytes = 8 * 1024 * 1024;
const maxRedirects = 3;

/** What may be asked for photographs. */
export interface FetchRules {
  hosts: readonly string[];
  /** Whether a connection to the IP address may be opened; asked when it is opened, so that no later answer of DNS counts. */
  mayConnect(address: string): boolean;
  /** Plain http as well; for a host of pictures on the same machine. */
  isPlainAllowed: boolean;
  /** Milliseconds from the first byte sent to the last one received, redirects included. */
  milliseconds: number;
}
export interface Fetcher {
  /** @throws PictureError */
  fetch(url: string): Promise<Buffer>;
  close(): Promise<void>;
}

const startsWith = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.toString('latin1', at, at + text.length) === text;

/** Whether the content is a photograph's, whatever its host calls it. SVG, which can run and load things, is none. */
function isPhotograph(bytes: Buffer): boolean {
  return (
    startsWith(bytes, 0, '\xff\xd8\xff') ||
    startsWith(bytes, 0, '\x89PNG\r\n\x1a\n') ||
    startsWith(bytes, 0, 'GIF8') ||
    (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP')) ||
    startsWith(bytes, 4, 'ftypavif')
  );
}

/** Names lead only to addresses that may be connected to. */
const guardedLookup =
  (mayConnect: FetchRules['mayConnect']): LookupFunction =>
  (name, options, done) => {
    resolveName(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, []);
      const allowed = found.filter(({ address }) => mayConnect(address));
      const [first] = allowed;
      if (!first) return done(new PictureError('host'), []);
      if (options.all) done(null, allowed);
      else done(null, first.address, first.family);
    });
  };

/** Cause of a failed call without what it says about the host. */
function errorOf(error: unknown): PictureError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof PictureError) return cause;
    if (/Timeout|Abort/.test(cause.name)) return new PictureError('time');
  }
  return new PictureError('network');
}

/**
 * Gets merchants' photographs without becoming anybody's way into the operator's network: only named hosts, only
 * addresses of the open net, each redirect judged like a first address, no credentials, limits of time and size.
 */
export function createFetcher({ hosts, mayConnect, isPlainAllowed, milliseconds }: FetchRules): Fetcher {
  const agent = new Agent({ connect: { timeout: milliseconds, lookup: guardedLookup(mayConnect) } });

  const checked = (address: string, base?: string): URL => {
    const url = URL.parse(address, base);
    const isKnownScheme = url?.protocol === 'https:' || (isPlainAllowed && url?.protocol === 'http:');
    if (!url || !isKnownScheme || url.username || url.password) throw new PictureError('address');
    if (!isAllowedHost(hosts, url.host)) throw new PictureError('host');
    // A name is judged when it is resolved; an IP address never is.
    const literal = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) !== 0 && !mayConnect(literal)) throw new PictureError('host');
    return url;
  };

  const read = async (first: URL, signal: AbortSignal): Promise<Buffer> => {
    let url = first;
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      const { origin, pathname, search } = url;
      const { statusCode, headers, body } = await agent.request({
        origin,
        path: pathname + search,
        method: 'GET',
        headers: { accept: 'image/avif,image/webp,image/jpeg,image/png' },
        signal,
      });
      // Left unread when the response is refused; ending the call is then no error of its own.
      body.on('error', () => {});
      const { location } = headers;
      if (statusCode >= 300 && statusCode < 400 && typeof location === 'string') {
        url = checked(location, url.href);
        continue;
      }
      if (statusCode !== 200) throw new PictureError('status');
      if (Number(headers['content-length'] ?? 0) > maxBytes) throw new PictureError('size');
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of body) {
        size += chunk.length;
        if (size > maxBytes) throw new PictureError('size');
        chunks.push(chunk);
      }
      const bytes = Buffer.concat(chunks);
      if (!isPhotograph(bytes)) throw new PictureError('type');
      return bytes;
    }
    throw new PictureError('redirects');
  };

  return {
    async fetch(address) {
      const url = checked(address);
      const ended = new AbortController();
      const clock = setTimeout(() => ended.abort(new PictureError('time')), milliseconds);
      try {
        return await read(url, ended.signal);
      } catch (error) {
        throw errorOf(error);
      } finally {
        clearTimeout(clock);
        ended.abort();
      }
    },
    close: () => agent.destroy(),
  };
}
