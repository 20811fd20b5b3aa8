import { createHash } from 'node:crypto';
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Clock } from '../../clock/clock.js';
import { ExpectedError } from '../program/expected-error.js';
import { replaceFile } from './replace-file.js';

/** Bytes that have one sum. */
const pieceBytes = 4 * 1024 ** 2;
/**
 * Milliseconds after each while they are looked at; a busy machine makes reading long, which is no reason to take all
 * day.
 */
const longestPause = 50;

/** What a finished file consists of: SHA-256 of each of its pieces, in their order. */
interface FileSums {
  readonly size: number;
  readonly pieces: readonly string[];
}

/** How a file differs from what it was when it was finished. */
export interface Damage {
  /** Bytes that it should have, and has. */
  readonly size: number;
  readonly found: number;
  /** Where the pieces begin that are others, in bytes. */
  readonly at: readonly number[];
}

/** Where the sums of a catalogue are: beside it. */
export const sumsFile = (catalogue: string): string => `${catalogue}.sums`;

const digestOf = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Writes the sums of a finished file beside the name that it is about to get. To be called before it has that name, so
 * that no catalogue of this program is without.
 */
export function writeSums(file: string, catalogue: string): void {
  const { size, pieces } = sumsOf(file);
  const lines = [`${size} ${pieceBytes}`, ...pieces, ''].join('\n');
  const partial = `${file}.sums.tmp`;
  // A sum of the sums: what is wrong with this file is no damage of the other.
  writeFileSync(partial, `${lines}${digestOf(lines)}\n`);
  replaceFile(partial, sumsFile(catalogue));
}

/** @returns null where there are none, as of a catalogue of an older program, or where they are damaged themselves */
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

/**
 * Refuses to make something out of a catalogue that is not as it was finished, since the damage would be in what is
 * made as well.
 * @throws ExpectedError with what to do
 */
export function refuseDamage(catalogue: string): void {
  const reason = damagedCatalogue(catalogue, 'nothing can be made of it');
  if (reason !== null) throw new ExpectedError(reason);
}

/** A sentence about a catalogue that is not as it was finished, and what comes of it; null for one that is. */
export function damagedCatalogue(catalogue: string, consequence: string): string | null {
  const sums = readSums(catalogue);
  if (!sums || !compare(sums, sumsOf(catalogue))) return null;
  return `${catalogue} is damaged, and ${consequence}. Put back a copy of the file, or import all feeds again, the first with --anew.`;
}

/**
 * Looks whether a catalogue is as it was finished, beside the requests of this thread: it is read and summed in other
 * threads, and three quarters of the time are left to others.
 * @param goesOn asked before each piece; the search ends where it answers no
 * @returns null where all is well, where nobody knows what it was, and where the search was ended
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
    await clock.sleep(Math.min(longestPause, 3 * (clock.steady() - began)));
  }
  return compare(sums, { size, pieces });
}

/** The sum of the piece at a place, computed in a thread of libuv. */
async function sumAt(handle: FileHandle, buffer: Uint8Array<ArrayBuffer>, at: number): Promise<string> {
  let read = 0;
  for (let more = -1; more !== 0 && read < buffer.length; read += more)
    ({ bytesRead: more } = await handle.read(buffer, read, buffer.length - read, at + read));
  return Buffer.from(await crypto.subtle.digest('SHA-256', buffer.subarray(0, read))).toString('hex');
}
