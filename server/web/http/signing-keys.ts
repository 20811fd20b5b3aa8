import { createHmac, timingSafeEqual } from 'node:crypto';

/** Keys of signatures that all web tiers share: the first one signs, each is believed, so that they can be changed. */
export type SigningKeys = readonly [string, ...string[]];

/** Characters of a whole HMAC-SHA256 in base64url. */
const whole = 43;

/** HMAC-SHA256 in base64url; a shorter one is its beginning (RFC 2104, section 5). */
const macOf = (key: string, text: string, length: number): string =>
  createHmac('sha256', key).update(text).digest('base64url').slice(0, length);

/** The signature of a text. Each use begins its texts with a word of its own, so that none stands for another. */
export const sign = ([newest]: SigningKeys, text: string, length = whole): string => macOf(newest, text, length);

/** Whether two texts are equal; the time that this takes does not depend on where they differ. */
export function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Whether one of the keys has signed the text. */
export const isSigned = (keys: SigningKeys, text: string, signature: string, length = whole): boolean =>
  keys.some((key) => isEqual(signature, macOf(key, text, length)));
