import type { CartVerb } from './cart-write.js';

/** Puts the cart back as it was before a link or a plan changed the whole of it (D31). */
export const cartRestore: CartVerb = { operation: 'cartRestore', startsSession: false, query: [], refusedOn: 'cart' };
