import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const unbrotli = promisify(brotliDecompress);
const gz = promisify(gzip);
const ungz = promisify(gunzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** Brotli for what is sent once: 4 costs least time per saved byte (performance research). */
export const quickQuality = 4;
/** Brotli for what somebody waits for and others get as well: an eleventh smaller than 4, and as quick as 5. */
export const keptQuality = 7;
/** Brotli for what many will get. */
export const bestQuality = 11;
/**
 * Brotli while others wait for theirs, since waiting costs shoppers more than bytes: 2 takes half the time of 4 for a
 * fourteenth more of them, 1 a fifth of it for a seventh more.
 */
const busyQuality = 2;
const crowdedQuality = 1;
/** As many compressions at a time as Node's pool has threads; more of them wait. */
const poolThreads = 4;
let underWay = 0;

/** What a wish for a quality comes to at this moment. */
export function presentQuality(wish: number): number {
  if (underWay === 0) return wish;
  return underWay < poolThreads ? busyQuality : crowdedQuality;
}

/** The best of the encodings at hand that the client takes; one given with `q=0` is refused. */
export function encodingFor(header: string, atHand: readonly Encoding[] = ['br', 'gzip']): Encoding {
  const offered = header
    .toLowerCase()
    .split(',')
    .map((item) => item.trim())
    .filter((item) => !/;\s*q=0(\.0*)?$/.test(item))
    .map((item) => item.split(';')[0]?.trim());
  return atHand.find((encoding) => offered.includes(encoding)) ?? 'identity';
}

/**
 * Bytes of a text in an encoding, compressed off the main thread.
 *
 * @param quality as of brotli; gzip has a quick and a usual one.
 */
export async function encode(bytes: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'identity') return bytes;
  // Nobody waits for the best.
  const counts = quality < bestQuality ? 1 : 0;
  underWay += counts;
  try {
    if (encoding === 'gzip') return await gz(bytes, { level: quality > busyQuality ? 6 : 1 });
    return await brotli(bytes, {
      // One piece of output, as nearly every page has.
      chunkSize: 32 * 1024,
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        // 256 KiB hold a whole page; the usual 4 MiB cost time and memory and save nothing.
        [constants.BROTLI_PARAM_LGWIN]: 18,
      },
    });
  } finally {
    underWay -= counts;
  }
}

/** The text that `encode` was given. */
export async function decode(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return bytes;
  return encoding === 'gzip' ? ungz(bytes) : unbrotli(bytes);
}
