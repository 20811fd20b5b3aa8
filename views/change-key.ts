/** Returns a new idempotency key, so that a repeated change of the cart has no effect (D53). Browsers only. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
