/** A new idempotency key: the cart applies a change once, however often it is sent (D53). In browsers only. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
