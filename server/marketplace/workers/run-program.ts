import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/** A program of the build that has been started. */
export interface Program<Exports> {
  exports: Exports;
  /** Stores V8's code cache of the program for the next start; does nothing if this start has used one. */
  keep(): void;
}

/** Two checksums: of the program, and of its code cache. */
const headBytes = 8;

/**
 * Runs a program of the build with V8's code cache of an earlier start, stored in `compiled/`. Node's own cache
 * (`module.enableCompileCache`) is filled before a program has run, so it lacks lazily compiled functions, which are
 * nearly all of them. This one has the functions that a start and its first pages call.
 * @param file a function of `module` and `require`, as `scripts/build-server.ts` makes it
 */
export function runProgram<Exports>(file: URL): Program<Exports> {
  const path = fileURLToPath(file);
  const source = readFileSync(path, 'utf8');
  const cachedFile = join(dirname(path), 'compiled', `${basename(path)}.v8`);
  const sourceSum = crc32(source);
  const cachedData = readCachedCode(cachedFile, sourceSum);
  const script = new Script(source, { filename: path, ...(cachedData && { cachedData }) });
  // Releases memory that would otherwise stay until the next garbage collection.
  cachedData?.buffer.transfer(0);
  let isCached = script.cachedDataRejected === false;
  const module = { exports: {} };
  script.runInThisContext()(module, createRequire(path), file.href);
  return {
    exports: module.exports as Exports,
    keep() {
      if (isCached) return;
      isCached = true;
      writeCachedCode(cachedFile, sourceSum, script.createCachedData());
    },
  };
}

/** Undefined if the cache is missing, incomplete or of another program. V8 itself rejects one of another version. */
function readCachedCode(file: string, sourceSum: number): Buffer<ArrayBuffer> | undefined {
  try {
    const bytes = readOwn(file);
    const data = bytes.subarray(headBytes);
    return bytes.readUInt32LE(0) === sourceSum && bytes.readUInt32LE(4) === crc32(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

/** A file in memory of its own, unlike what `readFileSync` gives of a small one, so that it can be given back. */
function readOwn(file: string): Buffer<ArrayBuffer> {
  const handle = openSync(file, 'r');
  try {
    const bytes = Buffer.from(new ArrayBuffer(fstatSync(handle).size));
    readSync(handle, bytes);
    return bytes;
  } finally {
    closeSync(handle);
  }
}

/** Written under another name first, so that no start reads half a file. */
function writeCachedCode(file: string, sourceSum: number, data: Buffer): void {
  const head = Buffer.alloc(headBytes);
  head.writeUInt32LE(sourceSum, 0);
  head.writeUInt32LE(crc32(data), 4);
  const unfinished = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    try {
      writeFileSync(unfinished, Buffer.concat([head, data]));
      renameSync(unfinished, file);
    } finally {
      // On a full disk, the partial file is removed.
      rmSync(unfinished, { force: true });
    }
  } catch {
    // The folder may be read-only: every start is a first one then.
  }
}
