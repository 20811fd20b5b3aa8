import { createHash } from 'node:crypto';
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Clock } from '../../clock/clock.js';
import { ExpectedError } from '../program/expected-error.js';
import { replaceFile } from './replace-file.js';

/** Bytes that one checksum covers. */
const pieceBytes = 4 * 1024 ** 2;
/** Longest pause after a piece. On a busy machine reading takes long, but a check must not take all day. */
const longestPauseMs = 50;

/** SHA-256 of each piece of a finished file. */
interface FileSums {
  readonly size: number;
  readonly pieces: readonly string[];
}

/** Difference between a file and its sums. */
export interface Damage {
  /** Expected and actual bytes. */
  readonly size: number;
  readonly found: number;
  /** Offsets of differing pieces, in bytes. */
  readonly at: readonly number[];
}

export const sumsFile = (catalogue: string): string => `${catalogue}.sums`;

const digestOf = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** Writes the sums of a finished file. Call it before the file gets its name, so that every catalogue has sums. */
export function writeSums(file: string, catalogue: string): void {
  const { size, pieces } = sumsOf(file);
  const lines = [`${size} ${pieceBytes}`, ...pieces, ''].join('\n');
  const partial = `${file}.sums.tmp`;
  // A sum of the sums distinguishes damage of this file from damage of the catalogue.
  writeFileSync(partial, `${lines}${digestOf(lines)}\n`);
  replaceFile(partial, sumsFile(catalogue));
}

/** @returns null if the sums are missing, as in older catalogues, or damaged */
function readSums(catalogue: string): FileSums | null {
  const file = sumsFile(catalogue);
  if (!existsSync(file)) return null;
  const [, lines = '', own] = /^(.*\n)([0-9a-f]{64})\n$/s.exec(readFileSync(file, 'utf8')) ?? [];
  const [head = '', ...pieces] = lines.trimEnd().split('\n');
  const [size, bytes] = head.split(' ').map(Number);
  if (digestOf(lines) !== own || bytes !== pieceBytes || size === undefined) return null;
  return { size, pieces };
}

function sumsOf(file: string): FileSums {
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    const buffer = Buffer.allocUnsafeSlow(Math.min(pieceBytes, size));
    const pieces: string[] = [];
    for (let at = 0; at < size; at += pieceBytes) {
      let read = 0;
      for (let more = -1; more !== 0 && read < buffer.length; read += more)
        more = readSync(handle, buffer, read, buffer.length - read, at + read);
      pieces.push(digestOf(buffer.subarray(0, read)));
    }
    return { size, pieces };
  } finally {
    closeSync(handle);
  }
}

const compare = (sums: FileSums, { size, pieces }: FileSums): Damage | null => {
  const at = sums.pieces.flatMap((sum, index) => (sum === pieces[index] ? [] : [index * pieceBytes]));
  return at.length > 0 || sums.size !== size ? { size: sums.size, found: size, at } : null;
};

/** Refuses a damaged catalogue as a source. @throws ExpectedError with advice */
export function refuseDamage(catalogue: string): void {
  const reason = damagedCatalogue(catalogue, 'nothing can be made of it');
  if (reason !== null) throw new ExpectedError(reason);
}

/** A sentence about a damaged catalogue and the consequence; null = it is sound. */
export function damagedCatalogue(catalogue: string, consequence: string): string | null {
  const sums = readSums(catalogue);
  if (!sums || !compare(sums, sumsOf(catalogue))) return null;
  return `${catalogue} is damaged, and ${consequence}. Put back a copy of the file, or import all feeds again, the first with --anew --keep-offers.`;
}

/**
 * Checks a catalogue in threads of libuv, and leaves three quarters of the time to others.
 * @param goesOn asked before each piece; false ends the check
 * @returns null if the file is sound, has no sums, or the check was ended
 */
export async function findDamage(catalogue: string, goesOn: () => boolean, clock: Clock): Promise<Damage | null> {
  const sums = readSums(catalogue);
  if (!sums) return null;
  await using handle = await open(catalogue, 'r');
  const { size } = await handle.stat();
  const buffer = new Uint8Array(Math.min(pieceBytes, size));
  const pieces: string[] = [];
  for (let at = 0; at < size; at += pieceBytes) {
    if (!goesOn()) return null;
    const began = clock.steady();
    pieces.push(await sumAt(handle, buffer, at));
    await clock.sleep(Math.min(longestPauseMs, 3 * (clock.steady() - began)));
  }
  return compare(sums, { size, pieces });
}

/** Computes the sum of a piece in a thread of libuv. */
async function sumAt(handle: FileHandle, buffer: Uint8Array<ArrayBuffer>, at: number): Promise<string> {
  let read = 0;
  for (let more = -1; more !== 0 && read < buffer.length; read += more)
    ({ bytesRead: more } = await handle.read(buffer, read, buffer.length - read, at + read));
  return Buffer.from(await crypto.subtle.digest('SHA-256', buffer.subarray(0, read))).toString('hex');
}
