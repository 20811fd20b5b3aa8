import { closeSync, constants, copyFileSync, fdatasyncSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import type { Clock } from '../../clock/clock.js';

/**
 * Bytes of one write call. Many kernels do not preempt a write, so a small size keeps the core available to requests.
 */
const piece = 64 * 1024;
const megabyte = 1024 ** 2;
/** Bytes that are written before a flush, and the longest pause after it in milliseconds. */
interface Pace {
  readonly step: number;
  readonly longestPause: number;
}
/** Of files that are copied within a second. */
const quick: Pace = { step: 4 * megabyte, longestPause: 0 };
/** Of larger ones: a pause as long as the last step took, so that others have half of the time. */
const slow: Pace = { step: megabyte / 2, longestPause: 5 };
const largestQuick = 128 * megabyte;

/**
 * Copies a file with backpressure, so that readers are not slowed down: if the file system cannot share blocks, each
 * step is flushed to the disk before the next one is read. An unthrottled copy would fill the page cache and block
 * readers while it is flushed.
 * @throws when the target is there already, or the disk is full
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
    const { step, longestPause } = fstatSync(source).size > largestQuick ? slow : quick;
    const buffer = Buffer.allocUnsafeSlow(piece);
    for (let copied = step; copied === step; ) {
      const began = clock.steady();
      copied = copyStep(source, target, buffer, step);
      fdatasyncSync(target);
      sleep(Math.min(longestPause, clock.steady() - began));
    }
  } finally {
    closeSync(source);
    closeSync(target);
  }
}

/** Copies as much as a step has, or what is left. @returns the bytes copied */
function copyStep(source: number, target: number, buffer: Buffer, step: number): number {
  let copied = 0;
  while (copied < step) {
    const length = readSync(source, buffer, 0, Math.min(piece, step - copied), null);
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
