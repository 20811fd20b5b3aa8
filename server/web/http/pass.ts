import { createHash, randomBytes } from 'node:crypto';
import { isSigned, type SigningKeys, sign } from './signing-keys.js';

/** Milliseconds that a person waits between the page and its button (D12). */
const wait = 5000;
/** Milliseconds after which the button of an old page starts the wait again. */
const formLifetime = 3600_000;
/** Milliseconds that a pass is good for. */
export const passLifetime = 24 * 3600_000;

/** Characters of a signature. */
const signed = 32;
const textOf = (kind: string, issued: number | string, name: string): string => `${kind}:${issued}.${name}`;

interface Signed {
  /** Milliseconds. */
  issued: number;
  name: string;
}
function read(keys: SigningKeys, kind: string, token: unknown): Signed | null {
  if (typeof token !== 'string') return null;
  const parts = /^(\d{1,15})\.([\w-]{8,32})\.([\w-]{32})$/.exec(token);
  if (!parts) return null;
  const [, issued = '', name = '', signature = ''] = parts;
  return isSigned(keys, textOf(kind, issued, name), signature, signed) ? { issued: Number(issued), name } : null;
}
const write = (keys: SigningKeys, kind: string, issued: number, name: string): string =>
  `${issued}.${name}.${sign(keys, textOf(kind, issued, name), signed)}`;

/** Hidden field of the /bot form: when the page was made; the server keeps nothing. @param now ms since 1970 */
export const startWait = (keys: SigningKeys, now: number): string =>
  write(keys, 'wait', now, randomBytes(12).toString('base64url'));

/** Whether the field is ours, and how long its page has been open. */
export function waitState(keys: SigningKeys, token: unknown, now: number): 'unknown' | 'early' | 'over' {
  const form = read(keys, 'wait', token);
  if (!form || form.issued > now || now - form.issued > formLifetime) return 'unknown';
  return now - form.issued < wait ? 'early' : 'over';
}

/** Cookie of a person who has waited. The same wait gives the same pass, so that repeating the form gains nothing. */
export function issuePass(keys: SigningKeys, token: string): string | null {
  const form = read(keys, 'wait', token);
  return form && write(keys, 'pass', form.issued, form.name);
}

/** Name of a pass that holds, or null. */
export function passName(keys: SigningKeys, cookie: unknown, now: number): string | null {
  const pass = read(keys, 'pass', cookie);
  return pass && pass.issued <= now && now - pass.issued <= passLifetime ? pass.name : null;
}

/** Leading zero bits of the hash (D12): a phone needs less than a second, and five seconds of waiting count too. */
export const difficultyBits = 14;

/**
 * Whether `solution` is a proof of work for a form: the SHA-256 of `token.solution` begins with `difficultyBits` zero
 * bits. The token is signed and expires, so it can be neither chosen nor solved in advance; using one twice gives the
 * same pass twice.
 */
export function isSolved(token: string, solution: unknown): boolean {
  if (typeof solution !== 'string' || !/^\d{1,15}$/.test(solution)) return false;
  const hash = createHash('sha256').update(`${token}.${solution}`).digest();
  return hash.readUInt32BE(0) >>> (32 - difficultyBits) === 0;
}
