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
import { nameSources } from './source-places.js';

/** A program of the build that has been started. */
export interface Program<Exports> {
  exports: Exports;
  /** Keeps what V8 has made of the program so far, for the next start; does nothing where this start found it. */
  keep(): void;
}

/** Two checksums: of the program, and of what V8 has made of it. */
const headBytes = 8;

/**
 * Runs a program of the build with what V8 made of it at an earlier start, kept in `compiled/` beside it.
 *
 * Node's own cache (`module.enableCompileCache`) is filled before a program has run, so it has none of the functions
 * that V8 compiles at their first call, which is nearly all of them. Those that a start and its first pages call are
 * here.
 * @param file a function of `module` and `require`, as `scripts/build-server.ts` makes it
 */
export function runProgram<Exports>(file: URL): Program<Exports> {
  const path = fileURLToPath(file);
  const source = readFileSync(path, 'utf8');
  const keptFile = join(dirname(path), 'compiled', `${basename(path)}.v8`);
  const sourceSum = crc32(source);
  const cachedData = readKept(keptFile, sourceSum);
  const script = new Script(source, { filename: path, ...(cachedData && { cachedData }) });
  // Mebibytes that would otherwise stay until a collection comes past them.
  cachedData?.buffer.transfer(0);
  let isKept = script.cachedDataRejected === false;
  if (process.sourceMapsEnabled) nameSources(path);
  const module = { exports: {} };
  script.runInThisContext()(module, createRequire(path), file.href);
  return {
    exports: module.exports as Exports,
    keep() {
      if (isKept) return;
      isKept = true;
      writeKept(keptFile, sourceSum, script.createCachedData());
    },
  };
}

/** Undefined where there is nothing, or not all of it, or of another program. V8 itself refuses that of another version. */
function readKept(file: string, sourceSum: number): Buffer<ArrayBuffer> | undefined {
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

/** Under another name first, so that no start meets half of it. */
function writeKept(file: string, sourceSum: number, data: Buffer): void {
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
      // A full disk would stay so for the half that fitted.
      rmSync(unfinished, { force: true });
    }
  } catch {
    // The folder may be read-only: every start is a first one then.
  }
}
