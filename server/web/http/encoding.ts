import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, brotliDecompress, constants, gunzip, gzip, gzipSync } from 'node:zlib';

const brotli = promisify(brotliCompress);
const unbrotli = promisify(brotliDecompress);
const gz = promisify(gzip);
const ungz = promisify(gunzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** Brotli quality of a body that is sent once. 4 costs the least time per saved byte. */
export const quickQuality = 4;
/** Brotli quality of a cached body. It is an eleventh smaller than with 4, and no slower than 5. */
export const keptQuality = 7;
/** Bytes of a body that arrive in one round trip: ten segments of 1,460 bytes (RFC 6928), less those of the headers. */
const roundTripBytes = 13_540;
export const isJustTooLong = (bytes: number): boolean => bytes > roundTripBytes && bytes < 1.1 * roundTripBytes;
/** Brotli quality of a body that many visitors receive, or that is just too long for one round trip: 8 % smaller. */
export const bestQuality = 11;
/** Brotli qualities under load: 2 takes half the time of 4 for 7 % more bytes, 1 takes a fifth for 15 %. */
const busyQuality = 2;
const crowdedQuality = 1;

/** Returns the quality under load, when time matters more than bytes. @param utilization busy share of the thread */
export function qualityAt(utilization: number, wish: number): number {
  if (utilization < 0.5) return wish;
  return Math.min(wish, utilization < 0.8 ? busyQuality : crowdedQuality);
}

/** Milliseconds over which utilization is measured. A single page then does not count as load. */
const spanMs = 1000;
/** Set by the first page, so that the work of the start does not count. */
let seen: { loop: EventLoopUtilization; utilization: number } | undefined;

export function presentQuality(wish: number): number {
  const loop = performance.eventLoopUtilization();
  seen ??= { loop, utilization: 0 };
  const { idle, active, utilization } = performance.eventLoopUtilization(loop, seen.loop);
  if (idle + active > spanMs) seen = { loop, utilization };
  return qualityAt(seen.utilization, wish);
}

/** Returns the best available encoding that the client accepts. `q=0` refuses an encoding. */
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
 * Encodes a body. Long bodies are compressed off the main thread; for short ones the transfer would cost more.
 * @param quality of brotli; gzip has only a quick and a usual one
 */
export async function encode(bytes: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'identity') return bytes;
  const isQuick = quality <= busyQuality;
  if (encoding === 'gzip') return isQuick ? gzipSync(bytes, { level: 1 }) : gz(bytes);
  const options = {
    // Nearly every page fits into one chunk of output.
    chunkSize: 32 * 1024,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      // A window of 256 KiB holds a whole page. The default of 4 MiB costs time and memory and saves nothing.
      [constants.BROTLI_PARAM_LGWIN]: 18,
    },
  };
  return isQuick ? brotliCompressSync(bytes, options) : brotli(bytes, options);
}

/** Decodes bytes; the inverse of `encode`. */
export async function decode(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return bytes;
  return encoding === 'gzip' ? ungz(bytes) : unbrotli(bytes);
}
