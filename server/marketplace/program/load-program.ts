import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/** Bytes of the checksum of source and code, which precedes the code. */
const sumBytes = 4;

/**
 * Loads a CommonJS program of the build with its compiled code of an earlier start (P62). Without such code, the thread
 * stores it in `compiled/` beside the program when it ends, if that folder is writable. Node's own compile cache stores
 * a program before it runs, and so lacks the functions that V8 compiles at their first call: nearly all.
 */
export function loadProgram<Exports>(file: URL): Exports {
  const path = fileURLToPath(file);
  const folder = dirname(path);
  const require = createRequire(path);
  // Node maps the positions of a script to its sources only if Node itself loads it.
  if (process.sourceMapsEnabled) return require(path);
  const bytes = readFileSync(path);
  const source = bytes.toString('latin1');
  const stored = join(folder, 'compiled', `${basename(path)}.v8`);
  // Of the bytes: for a string Node makes a copy of them first.
  const sourceSum = crc32(bytes);
  const cachedData = readCode(stored, sourceSum);
  const script = new Script(Module.wrap(source), { filename: path, ...(cachedData && { cachedData }) });
  if (script.cachedDataRejected !== false)
    process.once('exit', () => storeCode(stored, sourceSum, script.createCachedData()));
  const module = { exports: {} };
  script.runInThisContext()(module.exports, require, module, path, folder);
  return module.exports as Exports;
}

/** V8 itself rejects code of another version or other flags, but neither damaged code nor that of another source. */
function readCode(stored: string, sourceSum: number): Buffer | undefined {
  try {
    const bytes = readFileSync(stored);
    const code = bytes.subarray(sumBytes);
    return bytes.readUInt32LE(0) === crc32(code, sourceSum) ? code : undefined;
  } catch {
    return undefined;
  }
}

function storeCode(stored: string, sourceSum: number, code: Buffer): void {
  const head = Buffer.alloc(sumBytes);
  head.writeUInt32LE(crc32(code, sourceSum));
  const part = `${stored}.${process.pid}`;
  try {
    mkdirSync(dirname(stored), { recursive: true });
    writeFileSync(part, Buffer.concat([head, code]));
    renameSync(part, stored);
  } catch {
    // The folder is not writable, and the next start compiles again.
  }
}
