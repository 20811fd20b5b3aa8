import { closeSync, constants, copyFileSync, fdatasyncSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';

/**
 * Bytes of one call to the system, which many kernels finish before anybody else has the core, whatever the priorities: half a
 * megabyte takes 1.7 ms, this a twentieth.
 */
const piece = 64 * 1024;
const megabyte = 1024 ** 2;
/** How much is written before the disk has to have it, in bytes, and how long the pause after that may be, in milliseconds. */
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
 * Copies a file without those noticing who read meanwhile: where the file system cannot share the blocks, the disk has each
 * step before the next one is read. Copied at once, a gigabyte waits in memory and is then written in one go, and whoever
 * reads stands behind it.
 * @throws when the target is there already, or the disk is full
 */
export function copyGently(from: string, to: string): void {
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
      const began = performance.now();
      copied = copyStep(source, target, buffer, step);
      fdatasyncSync(target);
      sleep(Math.min(longestPause, performance.now() - began));
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
