import { createHash } from 'node:crypto';

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
