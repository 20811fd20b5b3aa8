/**
 * A new idempotency key: with it, a change of the cart is applied once, however often it is sent (D53). In browsers
 * only.
 */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
