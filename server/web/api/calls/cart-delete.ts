import type { CartVerb } from './cart-write.js';

/** Takes a line out of the cart. */
export const cartDelete: CartVerb = { operation: 'cartDelete', startsSession: false, query: [], refusedOn: 'cart' };
