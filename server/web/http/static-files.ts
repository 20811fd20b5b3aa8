import { readdirSync } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import contentTypes from './content-types.json' with { type: 'json' };
import { rawPath } from './edition-path.js';
import { type Encoding, encodingFor } from './encoding.js';
import { keptForever } from './timeouts.js';

const types: Readonly<Record<string, string>> = contentTypes;
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
const dayInSeconds = 86_400;
/** Bytes of a folder's files that stay in memory, and of the largest such file. Larger files are streamed from disk. */
const cacheBytes = 8 * 1024 * 1024;
const maxCachedBytes = 512 * 1024;

interface File {
  path: string;
  type: string;
  /** The name changes with the content. */
  isHashed: boolean;
  encodings: ReadonlyMap<Encoding, string>;
}

function scan(folder: string, prefix: string): Map<string, File> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const all = new Set(paths);
  const files = new Map<string, File>();
  for (const path of paths) {
    const type = types[extname(path)];
    if (!type) continue;
    const address = `${prefix}/${relative(folder, path).split(sep).map(encodeURIComponent).join('/')}`;
    files.set(address, {
      path,
      type,
      isHashed: address.startsWith('/build/'),
      encodings: new Map(
        encodings.filter(([, ending]) => all.has(path + ending)).map(([name, ending]) => [name, path + ending]),
      ),
    });
  }
  return files;
}

/**
 * Serves icons, pictures and browser files. The folder is listed once at the start, so only its files have addresses.
 * Files are sent as the build compressed them. Browsers cache files with a hash in their name for ever (D66). A
 * replaced file is sent again, a removed one is not found.
 */
export function staticFiles(folder: string, prefix = ''): RequestHandler {
  const files = scan(folder, prefix);
  const cache = new LRUCache<string, Buffer>({ maxSize: cacheBytes, sizeCalculation: ({ length }) => length + 1 });
  return async (request, response, next) => {
    const file = request.method === 'GET' || request.method === 'HEAD' ? files.get(rawPath(request)) : undefined;
    if (!file) return next();
    const encoding = encodingFor(request.get('accept-encoding') ?? '', [...file.encodings.keys()]);
    const path = file.encodings.get(encoding) ?? file.path;
    const state = await stat(path).catch(() => null);
    if (!state) return next();
    request.notes.route = 'static';
    const etag = `W/"${state.size.toString(36)}-${Math.round(state.mtimeMs).toString(36)}"`;
    response.setHeader('Cache-Control', file.isHashed ? keptForever : `public, max-age=${dayInSeconds}`);
    response.setHeader('Vary', 'Accept-Encoding');
    response.setHeader('ETag', etag);
    response.setHeader('Content-Type', file.type);
    if (request.get('if-none-match') === etag) {
      response.status(304).end();
      return;
    }
    if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
    if (state.size > maxCachedBytes) {
      await using handle = await open(path);
      response.setHeader('Content-Length', (await handle.stat()).size);
      // A client that leaves early causes no error.
      if (request.method === 'HEAD') response.end();
      else await pipeline(handle.createReadStream({ autoClose: false }), response).catch(() => response.destroy());
      return;
    }
    const name = `${path} ${etag}`;
    const body = cache.get(name) ?? (await readFile(path));
    cache.set(name, body);
    response.setHeader('Content-Length', body.length);
    response.end(body);
  };
}
