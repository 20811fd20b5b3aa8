import { accessSync, closeSync, constants, createReadStream, openSync, readSync, statSync } from 'node:fs';
import { Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { FeedError } from './import-errors.js';

/** Bounds of what a file may ask of this machine. Sizes in bytes. */
export interface InputLimits {
  /** Unpacked. */
  readonly bytes: number;
  /** How many times larger than the packed file its content may be, once it is larger than `freely`. */
  readonly ratio: number;
  readonly freely: number;
}
export const usualLimits: InputLimits = { bytes: 4 * 1024 ** 3, ratio: 100, freely: 32 * 1024 ** 2 };

const mega = (bytes: number): string => `${Math.ceil(bytes / 1024 ** 2)} MB`;

/** Size of a file on the disk. @throws FeedError where there is no such file, or nothing in it */
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

/** @throws FeedError where it is packed in another way */
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
 * The content of a file piece by piece, unpacked where its first bytes say that it is gzip.
 * @param onRead receives the number of bytes of the file itself that have been read so far
 * @throws FeedError where it is larger than the limits allow, or damaged
 */
export async function* contentOf(
  file: string,
  limits: InputLimits = usualLimits,
  onRead: (bytes: number) => void = () => {},
): AsyncGenerator<Buffer> {
  const size = sizeOf(file);
  let read = 0;
  const source = createReadStream(file, { highWaterMark: 256 * 1024 });
  const counted = source.pipe(
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        read += chunk.length;
        done(null, chunk);
      },
    }),
  );
  const packed = isGzip(file);
  const unpacked = packed ? counted.pipe(createGunzip({ chunkSize: 256 * 1024 })) : counted;
  source.on('error', (error) => unpacked.destroy(error));
  let total = 0;
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      total += chunk.length;
      if (total > limits.bytes) throw new FeedError(`${file} has more than ${mega(limits.bytes)} of content.`);
      if (packed && total > limits.freely && total > size * limits.ratio) {
        throw new FeedError(
          `${file} unpacks to more than ${limits.ratio} times its size, as no catalogue does; it is not read any further.`,
        );
      }
      onRead(Math.min(read, size));
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
