import { createHash } from 'node:crypto';

// Crockford's base32: no I, L, O, U, so that a number can be read out on the telephone.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Number of a receipt, from what it is for: who sends the same again gets the receipt that there is. */
export function receiptNumber(letter: string, content: readonly (string | null)[]): string {
  const text = JSON.stringify(content);
  const digits = [...createHash('sha256').update(text).digest().subarray(0, 12)].map((byte) => alphabet[byte & 31]);
  return `${letter}-${[0, 4, 8].map((at) => digits.slice(at, at + 4).join('')).join('-')}`;
}
