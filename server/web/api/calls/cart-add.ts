import type { CartVerb } from './cart-write.js';

/** Adds an offer, for a vehicle where `modelId` names one; makes the session of a first write (D26, D52). */
export const cartAdd: CartVerb = {
  operation: 'cartAdd',
  startsSession: true,
  query: ['modelId'],
  refusedOn: 'article',
};
