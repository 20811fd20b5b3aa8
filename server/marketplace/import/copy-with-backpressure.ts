import { closeSync, constants, copyFileSync, fdatasyncSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import type { Clock } from '../../clock/clock.js';

/**
 * Size of one write call. Many kernels do not preempt a write, so a small size keeps the core available to requests.
 */
const pieceBytes = 64 * 1024;
const megabyte = 1024 ** 2;
/** Bytes between two flushes, and the longest pause after a flush. */
interface Pace {
  readonly stepBytes: number;
  readonly longestPauseMs: number;
}
/** Pace for files that are copied within a second. */
const quick: Pace = { stepBytes: 4 * megabyte, longestPauseMs: 0 };
/** For larger files: the pause is as long as the last step, so that others get half of the time. */
const slow: Pace = { stepBytes: megabyte / 2, longestPauseMs: 5 };
const largestQuickBytes = 128 * megabyte;

/**
 * Copies a file without slowing readers down. If the file system cannot share blocks, each step is flushed to the disk
 * before the next one. An unthrottled copy would fill the page cache and block readers during its flush.
 * @throws if the target exists, or the disk is full
 */
export function copyWithBackpressure(from: string, to: string, clock: Clock): void {
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE_FORCE | constants.COPYFILE_EXCL);
    return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
  }
  const source = openSync(from, 'r');
  const target = openSync(to, 'wx');
  try {
    const { stepBytes, longestPauseMs } = fstatSync(source).size > largestQuickBytes ? slow : quick;
    const buffer = Buffer.allocUnsafeSlow(pieceBytes);
    for (let copied = stepBytes; copied === stepBytes; ) {
      const began = clock.steady();
      copied = copyStep(source, target, buffer, stepBytes);
      fdatasyncSync(target);
      sleep(Math.min(longestPauseMs, clock.steady() - began));
    }
  } finally {
    closeSync(source);
    closeSync(target);
  }
}

/** Copies one step, or what is left. @returns the bytes copied */
function copyStep(source: number, target: number, buffer: Buffer, stepBytes: number): number {
  let copied = 0;
  while (copied < stepBytes) {
    const length = readSync(source, buffer, 0, Math.min(pieceBytes, stepBytes - copied), null);
    if (length === 0) break;
    for (let written = 0; written < length; ) written += writeSync(target, buffer, written, length - written);
    copied += length;
  }
  return copied;
}

const nothing = new Int32Array(new SharedArrayBuffer(4));

function sleep(milliseconds: number): void {
  Atomics.wait(nothing, 0, 0, milliseconds);
}
