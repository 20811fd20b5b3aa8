import { field } from '../audience.js';
import type { CartVerb } from './cart-write.js';

/** The replacements of a form: fields `replacement` with line and offer; a script sends them as they are. */
function replacementsOf(body: unknown): unknown {
  const written = field(body, 'replacement');
  if (written === undefined) return body;
  return {
    replacements: [written].flat().map((pair) => {
      const [from, to] = String(pair).split(':');
      return { from, to };
    }),
  };
}

/** Gives lines to other shops as a plan says, all of them or none (D18). */
export const cartPlan: CartVerb = {
  operation: 'cartPlan',
  startsSession: false,
  query: [],
  refusedOn: 'cart',
  readBody: replacementsOf,
};

/** Gives one line to another offer of the same part. */
export const cartReplace: CartVerb = { operation: 'cartReplace', startsSession: false, query: [], refusedOn: 'cart' };
