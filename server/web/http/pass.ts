import { createHash, randomBytes } from 'node:crypto';
import { isSigned, type SigningKeys, sign } from './signing-keys.js';

/** Milliseconds that a person waits on the page before the button works (D12). */
const waitMs = 5000;
/** Milliseconds after which the form of an old page expires and the wait starts again. */
const formLifetimeMs = 3600_000;
/** Milliseconds for which a pass is valid. */
export const passLifetimeMs = 24 * 3600_000;

/** Characters of a signature. */
const signed = 32;
const textOf = (kind: string, issued: number | string, name: string): string => `${kind}:${issued}.${name}`;

interface Signed {
  /** Time of issue in milliseconds since 1970. */
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

/** Returns the hidden field of the /bot form, which says when the page was made. @param now ms since 1970 */
export const startWait = (keys: SigningKeys, now: number): string =>
  write(keys, 'wait', now, randomBytes(12).toString('base64url'));

/** Returns whether the shop signed the field and whether its wait is over. */
export function waitState(keys: SigningKeys, token: unknown, now: number): 'unknown' | 'early' | 'over' {
  const form = read(keys, 'wait', token);
  if (!form || form.issued > now || now - form.issued > formLifetimeMs) return 'unknown';
  return now - form.issued < waitMs ? 'early' : 'over';
}

/** Returns the cookie of a person who waited. The same wait gives the same pass, so a repeat gains nothing. */
export function issuePass(keys: SigningKeys, token: string): string | null {
  const form = read(keys, 'wait', token);
  return form && write(keys, 'pass', form.issued, form.name);
}

/** Returns the name of a valid pass, or null. */
export function passName(keys: SigningKeys, cookie: unknown, now: number): string | null {
  const pass = read(keys, 'pass', cookie);
  return pass && pass.issued <= now && now - pass.issued <= passLifetimeMs ? pass.name : null;
}

/** Leading zero bits of the hash (D12). A phone finds them in less than a second, while the person waits anyway. */
export const difficultyBits = 14;

/**
 * Returns whether `solution` is a proof of work: the SHA-256 of `token.solution` begins with `difficultyBits` zero
 * bits. The token is signed and expires, so nobody can choose it or solve it in advance.
 */
export function isSolved(token: string, solution: unknown): boolean {
  if (typeof solution !== 'string' || !/^\d{1,15}$/.test(solution)) return false;
  const hash = createHash('sha256').update(`${token}.${solution}`).digest();
  return hash.readUInt32BE(0) >>> (32 - difficultyBits) === 0;
}
