import { readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { RequestHandler } from 'express';
import { type Encoding, encodingFor } from '../render/encoding.js';
import { rawPath } from './place.js';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
const year = 31_536_000;
const day = 86_400;

interface File {
  path: string;
  type: string;
  etag: string;
  /** Its name changes with its content. */
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
    const { mtimeMs, size } = statSync(path);
    const address = `${prefix}/${relative(folder, path).split(sep).map(encodeURIComponent).join('/')}`;
    files.set(address, {
      path,
      type,
      etag: `W/"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`,
      isHashed: address.startsWith('/build/'),
      encodings: new Map(
        encodings.filter(([, ending]) => all.has(path + ending)).map(([name, ending]) => [name, path + ending]),
      ),
    });
  }
  return files;
}

/**
 * Icons, pictures and browser files. The folder is listed once at start, so that only what is in it has an address;
 * files are sent as the build has compressed them, those named by their hash for ever (D66).
 */
export function staticFiles(folder: string, prefix = ''): RequestHandler {
  const files = scan(folder, prefix);
  const contents = new Map<string, Promise<Buffer>>();
  const read = (path: string): Promise<Buffer> => {
    const known = contents.get(path) ?? readFile(path);
    contents.set(path, known);
    known.catch(() => contents.delete(path));
    return known;
  };
  return async (request, response, next) => {
    const file = request.method === 'GET' || request.method === 'HEAD' ? files.get(rawPath(request)) : undefined;
    if (!file) return next();
    request.notes.route = 'static';
    response.setHeader(
      'Cache-Control',
      file.isHashed ? `public, max-age=${year}, immutable` : `public, max-age=${day}`,
    );
    response.setHeader('Vary', 'Accept-Encoding');
    response.setHeader('ETag', file.etag);
    response.setHeader('Content-Type', file.type);
    if (request.get('if-none-match') === file.etag) {
      response.status(304).end();
      return;
    }
    const encoding = encodingFor(request.get('accept-encoding') ?? '', [...file.encodings.keys()]);
    if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
    const body = await read(file.encodings.get(encoding) ?? file.path);
    response.setHeader('Content-Length', body.length);
    response.end(body);
  };
}
