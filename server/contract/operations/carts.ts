import * as carts from '../carts.js';
import { decimalId } from '../ids.js';
import { withdrawalBody, withdrawalReceipt } from '../withdrawals.js';
import { edition, id, line, operation, readState, state, write } from './operation.js';

const cart = carts.cartResponse;

/** Sessions, carts and what is declared about an order. */
export const cartOperations = {
  /** Whether a session is known; one that nothing was written with is not, and asking makes none (D79). */
  session: operation({ ...state, method: 'GET', path: '/api/session', response: carts.knownSession }),
  cart: readState('/api/Warenkorb', cart, {}),
  cartCount: readState('/api/Warenkorb/count', carts.cartCount, {}),
  cartAdd: write('/api/Warenkorb/Hinzufuegen/:id', cart, {
    params: id,
    query: edition.extend(carts.addQuery),
    body: carts.addBody,
  }),
  cartChange: write('/api/Warenkorb/Aendern/:id', cart, { params: line, body: carts.quantityBody }),
  cartDelete: write('/api/Warenkorb/Loeschen/:id', cart, { params: line }),
  /** Gives a line to another offer of the same part. */
  cartReplace: write('/api/Warenkorb/Ersetzen/:id/:offer', cart, { params: line.extend({ offer: decimalId }) }),
  /** All replacements of a plan or none, with the cart before it kept. */
  cartPlan: write('/api/Warenkorb/Plan', cart, { body: carts.planBody }),
  cartOptimise: readState('/api/Warenkorb/optimize', carts.optimise, {}),
  cartGenerate: write('/api/Warenkorb/Generieren', cart, { body: carts.generateBody }),
  /** Puts the cart back as it was before a change of the whole (D31). */
  cartRestore: write('/api/Warenkorb/Wiederherstellen/:id', cart, { params: line }),
  withdrawal: write('/api/Widerruf', withdrawalReceipt, { body: withdrawalBody }),
};
