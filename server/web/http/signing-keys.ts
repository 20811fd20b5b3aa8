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

/** Whether one of the keys has signed the text; takes the same time wherever a wrong signature differs. */
export const isSigned = (keys: SigningKeys, text: string, signature: string, length = whole): boolean => {
  const given = Buffer.from(signature);
  return keys.some((key) => {
    const right = Buffer.from(macOf(key, text, length));
    return given.length === right.length && timingSafeEqual(given, right);
  });
};
