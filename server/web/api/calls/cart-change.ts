import type { CartVerb } from './cart-write.js';

/** Sets the quantity of a line. A line of somebody else is unknown (D52). */
export const cartChange: CartVerb = { operation: 'cartChange', startsSession: false, query: [], refusedOn: 'cart' };
