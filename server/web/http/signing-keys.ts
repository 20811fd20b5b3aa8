import { createHmac, timingSafeEqual } from 'node:crypto';

/** Keys that all web tiers share. The first one signs and all verify, so that an operator can replace keys. */
export type SigningKeys = readonly [string, ...string[]];

/** Characters of a full HMAC-SHA256 in base64url. */
const whole = 43;

/** Returns the HMAC-SHA256 in base64url, truncated to `length` characters (RFC 2104, section 5). */
const macOf = (key: string, text: string, length: number): string =>
  createHmac('sha256', key).update(text).digest('base64url').slice(0, length);

/** Signs a text. Each use begins its texts with its own word, so that no signature is valid for another use. */
export const sign = ([newest]: SigningKeys, text: string, length = whole): string => macOf(newest, text, length);

/** Returns whether two texts are equal, in a time that does not depend on where they differ. */
export function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Returns whether one of the keys signed the text. */
export const isSigned = (keys: SigningKeys, text: string, signature: string, length = whole): boolean =>
  keys.some((key) => isEqual(signature, macOf(key, text, length)));
