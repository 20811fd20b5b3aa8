import type { Clock } from '../../clock/clock.js';
import { isAllowedHost } from '../../env-lists.js';
import { createOutbound, OutboundError, type OutboundRules, outboundErrorCode } from '../../outbound/outbound.js';
import { PictureError } from './picture-error.js';

/** Most bytes of an original. */
const maxBytes = 8 * 1024 * 1024;
const maxRedirects = 3;

export interface FetchRules extends OutboundRules {
  clock: Clock;
  hosts: readonly string[];
  /** Most milliseconds of a download, redirects included. */
  milliseconds: number;
}
export interface Fetcher {
  /** @throws PictureError */
  fetch(url: string): Promise<Buffer>;
  close(): Promise<void>;
}

const startsWith = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.toString('latin1', at, at + text.length) === text;

/** Returns whether the first bytes are those of a photograph. SVG is refused, because it can run and load things. */
function isPhotograph(bytes: Buffer): boolean {
  return (
    startsWith(bytes, 0, '\xff\xd8\xff') ||
    startsWith(bytes, 0, '\x89PNG\r\n\x1a\n') ||
    startsWith(bytes, 0, 'GIF8') ||
    (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP')) ||
    startsWith(bytes, 4, 'ftypavif')
  );
}

/**
 * Makes a fetcher of merchants' photographs that cannot reach the operator's network. It accepts only named hosts and
 * public addresses, within limits of time and size.
 */
export function createFetcher({ clock, hosts, milliseconds, ...rules }: FetchRules): Fetcher {
  const outbound = createOutbound(rules, milliseconds);

  const read = async (address: string, signal: AbortSignal): Promise<Buffer> => {
    const { statusCode, headers, body } = await outbound.request(address, {
      headers: { accept: 'image/avif,image/webp,image/jpeg,image/png' },
      signal,
      maxRedirects,
      check({ host }) {
        if (!isAllowedHost(hosts, host)) throw new PictureError('host');
      },
    });
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
  };

  return {
    async fetch(address) {
      const ended = new AbortController();
      const timer = clock.after(milliseconds, () => ended.abort(new OutboundError('time')));
      try {
        return await read(address, ended.signal);
      } catch (error) {
        throw error instanceof PictureError ? error : new PictureError(outboundErrorCode(error));
      } finally {
        timer.cancel();
        ended.abort();
      }
    },
    close: () => outbound.close(),
  };
}
