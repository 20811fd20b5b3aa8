/** A new key of one change of the cart: with it, the change is made once, however often it is asked for (D53). In browsers only. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
