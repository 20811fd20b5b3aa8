import { accessSync, closeSync, constants, createReadStream, openSync, readSync, statSync } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { FeedError } from './import-errors.js';

/** Limits of a file's content, in bytes. */
const maxBytes = 4 * 1024 ** 3;
/** How many times its packed size a larger content may have. */
const maxRatio = 100;
const freelyUnpackedBytes = 32 * 1024 ** 2;

/** Size of a file on disk. @throws FeedError if it is missing, unreadable or empty */
export function sizeOf(file: string): number {
  let size: number;
  try {
    const info = statSync(file);
    if (!info.isFile()) throw new FeedError(`${file} is not a file.`);
    accessSync(file, constants.R_OK);
    size = info.size;
  } catch (error) {
    if (error instanceof FeedError) throw error;
    throw new FeedError(`${file} cannot be read: ${(error as Error).message}.`);
  }
  if (size === 0) throw new FeedError(`${file} is empty.`);
  return size;
}

/** @throws FeedError for a ZIP archive */
function isGzip(file: string): boolean {
  const handle = openSync(file, 'r');
  try {
    const start = Buffer.alloc(4);
    readSync(handle, start, 0, 4, 0);
    if (start.toString('latin1') === 'PK\x03\x04')
      throw new FeedError(`${file} is a ZIP archive; unpack it first, or pack it with gzip.`);
    return start[0] === 0x1f && start[1] === 0x8b;
  } finally {
    closeSync(handle);
  }
}

/**
 * Reads the content of a file piece by piece, and unpacks gzip.
 * @param onRead receives how many bytes of the file were read so far
 * @throws FeedError for a damaged file, for more than 4 GB, and for more than 100 times the packed size
 */
export async function* contentOf(file: string, onRead: (bytes: number) => void = () => {}): AsyncGenerator<Buffer> {
  const size = sizeOf(file);
  const packed = isGzip(file);
  const source = createReadStream(file, { highWaterMark: 256 * 1024 });
  const unpacked = packed ? source.pipe(createGunzip({ chunkSize: 256 * 1024 })) : source;
  if (packed) source.on('error', (error) => unpacked.destroy(error));
  let total = 0;
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      total += chunk.length;
      if (total > maxBytes)
        throw new FeedError(`${file} has more than ${Math.ceil(maxBytes / 1024 ** 2)} MB of content.`);
      if (packed && total > freelyUnpackedBytes && total > size * maxRatio)
        throw new FeedError(
          `${file} unpacks to more than ${maxRatio} times its size, as no catalogue does; it is not read any further.`,
        );
      onRead(Math.min(source.bytesRead, size));
      yield chunk;
    }
  } catch (error) {
    throw error === unpacked.errored
      ? new FeedError(`${file} is damaged or cut off: ${(error as Error).message}.`)
      : error;
  } finally {
    source.destroy();
    unpacked.destroy();
  }
}
