import { createHash } from 'node:crypto';

/**
 * Bits of zero that a solved puzzle's hash begins with (D12). Sixteen thousand tries on average: less than a second of
 * a phone, and the form's own wait is over should it take five.
 */
export const puzzleBits = 14;

/**
 * Whether `solution` solves the puzzle of a form: the SHA-256 of `token.solution` begins with `puzzleBits` zeros. The
 * token is signed and ages, so that nobody chooses an easy one and none is solved ahead; who uses one twice gets the
 * same pass twice.
 */
export function isSolved(token: string, solution: unknown): boolean {
  if (typeof solution !== 'string' || !/^\d{1,15}$/.test(solution)) return false;
  const hash = createHash('sha256').update(`${token}.${solution}`).digest();
  return hash.readUInt32BE(0) >>> (32 - puzzleBits) === 0;
}
