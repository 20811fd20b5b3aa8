import { closeSync, constants, copyFileSync, fdatasyncSync, openSync, readSync, writeSync } from 'node:fs';

/** Bytes that are written before the disk has to have them. */
const step = 256 * 1024;
/** Milliseconds between two steps at most; else as long as the last one took, so that others have half of the time. */
const longestPause = 4;

/**
 * Copies a file without those noticing who read from the same disk: where the file system cannot share the blocks, the disk
 * has each piece before the next one is read. Copied at once, a gigabyte waits in memory and is then written in one go,
 * and whoever reads meanwhile stands behind it.
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
    const piece = Buffer.allocUnsafe(step);
    for (;;) {
      const began = performance.now();
      const length = readSync(source, piece);
      if (length === 0) return;
      for (let written = 0; written < length; ) written += writeSync(target, piece, written, length - written);
      fdatasyncSync(target);
      sleep(Math.min(longestPause, performance.now() - began));
    }
  } finally {
    closeSync(source);
    closeSync(target);
  }
}

const nothing = new Int32Array(new SharedArrayBuffer(4));

function sleep(milliseconds: number): void {
  Atomics.wait(nothing, 0, 0, milliseconds);
}
