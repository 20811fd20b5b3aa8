import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const unbrotli = promisify(brotliDecompress);
const gz = promisify(gzip);
const ungz = promisify(gunzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** Brotli for what is sent once: 4 costs least time per saved byte (performance research). */
const quickQuality = 4;
/** Brotli for what somebody waits for and others get as well: a fourteenth smaller than 4. */
export const keptQuality = 5;
/** Brotli for what many will get. */
export const bestQuality = 11;
/** Brotli while answers queue up: half the time of 4 for a seventh more bytes, since waiting costs shoppers more. */
const crowdedQuality = 2;
/** As many compressions at a time as Node's pool has threads; more of them wait. */
const poolThreads = 4;
let underWay = 0;

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

/** Bytes of a text in an encoding; compressed off the main thread, less well while many wait for theirs. */
export async function encode(bytes: Buffer, encoding: Encoding, quality = quickQuality): Promise<Buffer> {
  if (encoding === 'identity') return bytes;
  underWay += 1;
  const isCrowded = underWay > poolThreads && quality < bestQuality;
  try {
    if (encoding === 'gzip') return await gz(bytes);
    return await brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: isCrowded ? crowdedQuality : quality,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        // 256 KiB hold a whole page; the usual 4 MiB cost time and memory and save nothing.
        [constants.BROTLI_PARAM_LGWIN]: 18,
      },
    });
  } finally {
    underWay -= 1;
  }
}

/** The text that `encode` was given. */
export async function decode(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return bytes;
  return encoding === 'gzip' ? ungz(bytes) : unbrotli(bytes);
}
