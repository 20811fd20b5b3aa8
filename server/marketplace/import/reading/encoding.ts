import { FeedError } from './import-errors.js';
import { contentOf } from './input.js';

const marks: readonly (readonly [encoding: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
const sniffed = 4096;
/** Bytes without a character in windows-1252. */
const unassigned = [0x81, 0x8d, 0x8f, 0x90, 0x9d];
/** Multi-byte characters after which a valid UTF-8 text is UTF-8 and not another encoding by chance. */
const enoughLetters = 3;

/**
 * Finds the encoding of a file: byte order mark, then the requested or declared one, then UTF-8, then windows-1252.
 * @param requested by the operator; null = none
 * @returns a label of `TextDecoder`, a note for the report, the unpacked size, and the start of the text
 * @throws FeedError if the bytes contradict the requested or declared encoding, or are no text
 */
export async function findEncoding(file: string, requested: string | null) {
  const look = new Sample();
  let first: Buffer | undefined;
  for await (const chunk of contentOf(file)) {
    first =
      first && first.length >= sniffed ? first : Buffer.concat([first ?? Buffer.alloc(0), chunk.subarray(0, sniffed)]);
    look.add(chunk);
  }
  look.end();
  if (!first) throw new FeedError(`${file} is empty.`);
  const settled = chooseEncoding(file, first, requested, look);
  const start = new TextDecoder(settled.encoding).decode(first.subarray(0, sniffed), { stream: true });
  return { ...settled, bytes: look.bytes, start };
}

class Sample {
  bytes = 0;
  /** Place of the first byte that is not UTF-8; null = all bytes are. */
  notUtf8At: number | null = null;
  letters = 0;
  hasNull = false;
  hasUnassigned = false;
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true });

  add(chunk: Buffer): void {
    if (chunk.includes(0)) this.hasNull = true;
    if (this.notUtf8At === null) {
      try {
        const text = this.#utf8.decode(chunk, { stream: true });
        // A rough count: multi-byte characters make the text shorter than its bytes.
        if (this.letters < enoughLetters) this.letters += Math.max(0, chunk.length - text.length);
      } catch {
        this.notUtf8At = this.bytes;
      }
    }
    if (!this.hasUnassigned) this.hasUnassigned = unassigned.some((byte) => chunk.includes(byte));
    this.bytes += chunk.length;
  }

  end(): void {
    if (this.notUtf8At !== null) return;
    try {
      this.#utf8.decode();
    } catch {
      this.notUtf8At = this.bytes;
    }
  }
}

function chooseEncoding(
  file: string,
  first: Buffer,
  requested: string | null,
  look: Sample,
): { encoding: string; note: string | null } {
  const mark = marks.find(([, bytes]) => bytes.every((byte, index) => first[index] === byte))?.[0];
  if (mark?.startsWith('utf-16')) return { encoding: mark, note: null };
  if (look.hasNull) throw new FeedError(`${file} is no text: it contains bytes of zero.`);
  const declared = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(
    first.toString('latin1').replace('ï»¿', ''),
  )?.[1];
  const claimed = requested ?? (mark ? 'utf-8' : declared);
  const isUtf8 = look.notUtf8At === null;
  if (claimed === undefined) {
    if (isUtf8) return { encoding: 'utf-8', note: null };
    if (look.hasUnassigned) throw new FeedError(`${file} is neither UTF-8 nor windows-1252; say --encoding.`);
    return { encoding: 'windows-1252', note: 'The file is not UTF-8 and was read as windows-1252.' };
  }
  const encoding = labelOf(file, claimed);
  if (encoding === 'utf-8') {
    if (isUtf8) return { encoding, note: null };
    const source = requested === null ? 'says that it is UTF-8' : 'should be read as UTF-8';
    throw new FeedError(
      `${file} ${source}, but it is not (from about byte ${look.notUtf8At} on); perhaps it is --encoding windows-1252.`,
    );
  }
  if (isUtf8 && look.letters >= enoughLetters) {
    if (requested !== null) throw new FeedError(`${file} should be read as ${requested}, but it is UTF-8.`);
    return { encoding: 'utf-8', note: `The file says that it is ${claimed}, but it is UTF-8 and was read as such.` };
  }
  return { encoding, note: null };
}

function labelOf(file: string, label: string): string {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    throw new FeedError(`${file}: the encoding "${label.slice(0, 40)}" is unknown.`);
  }
}

/** Decodes a file piece by piece, without byte order mark. */
export async function* textOf(file: string, encoding: string, onRead: (bytes: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of contentOf(file, onRead)) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}
