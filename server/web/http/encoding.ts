import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, brotliDecompress, constants, gunzip, gzip, gzipSync } from 'node:zlib';

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
/** Brotli for a busy and for a crowded shop: half the time of 4 for 7 % more bytes, a fifth of it for 15 %. */
const busyQuality = 2;
const crowdedQuality = 1;

/** The quality under load, when waiting costs shoppers more than bytes. @param utilization busy share of the thread */
export function qualityAt(utilization: number, wish: number): number {
  if (utilization < 0.5) return wish;
  return Math.min(wish, utilization < 0.8 ? busyQuality : crowdedQuality);
}

/** Milliseconds over which utilization is measured, so that a single page does not count as load. */
const span = 1000;
/** From the first page on, so that the work of the start does not count. */
let seen: { loop: EventLoopUtilization; utilization: number } | undefined;

export function presentQuality(wish: number): number {
  const loop = performance.eventLoopUtilization();
  seen ??= { loop, utilization: 0 };
  const { idle, active, utilization } = performance.eventLoopUtilization(loop, seen.loop);
  if (idle + active > span) seen = { loop, utilization };
  return qualityAt(seen.utilization, wish);
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
 * Bytes of a text in an encoding. Long texts are compressed off the main thread. Short ones are compressed at once,
 * because handing them over costs more.
 *
 * @param quality as of brotli; gzip has a quick and a usual one.
 */
export async function encode(bytes: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'identity') return bytes;
  const isQuick = quality <= busyQuality;
  if (encoding === 'gzip') return isQuick ? gzipSync(bytes, { level: 1 }) : gz(bytes);
  const options = {
    // One piece of output, as nearly every page has.
    chunkSize: 32 * 1024,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      // 256 KiB hold a whole page; the usual 4 MiB cost time and memory and save nothing.
      [constants.BROTLI_PARAM_LGWIN]: 18,
    },
  };
  return isQuick ? brotliCompressSync(bytes, options) : brotli(bytes, options);
}

/** The text that `encode` was given. */
export async function decode(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return bytes;
  return encoding === 'gzip' ? ungz(bytes) : unbrotli(bytes);
}
