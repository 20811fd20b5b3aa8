import { z } from 'zod';
import {
  addBody,
  addQuery,
  cartCount,
  cartResponse,
  generateBody,
  knownSession,
  optimise,
  planBody,
  quantityBody,
} from '../carts.js';
import { decimalId } from '../ids.js';
import { withdrawalBody, withdrawalReceipt } from '../withdrawals.js';
import { cartWrite, edition, id, line, operation, stateRead, stateWrite } from './operation.js';

/** Sessions, carts and what is declared about an order. */
export const cartOperations = {
  /** Whether a session is known; one that nothing was written with is not, and asking makes none (D79). */
  session: operation({ ...stateRead, path: '/api/session', response: knownSession }),
  cart: operation({
    ...stateRead,
    path: '/api/Warenkorb',
    query: z.object(edition),
    response: cartResponse,
  }),
  cartCount: operation({
    ...stateRead,
    path: '/api/Warenkorb/count',
    query: z.object(edition),
    response: cartCount,
  }),
  cartAdd: operation({
    ...cartWrite,
    path: '/api/Warenkorb/Hinzufuegen/:id',
    params: id,
    query: z.object({ ...edition, ...addQuery }),
    body: addBody,
  }),
  cartChange: operation({
    ...cartWrite,
    path: '/api/Warenkorb/Aendern/:id',
    params: line,
    query: z.object(edition),
    body: quantityBody,
  }),
  cartDelete: operation({
    ...cartWrite,
    path: '/api/Warenkorb/Loeschen/:id',
    params: line,
    query: z.object(edition),
  }),
  /** Gives a line to another offer of the same part. */
  cartReplace: operation({
    ...cartWrite,
    path: '/api/Warenkorb/Ersetzen/:id/:offer',
    params: line.extend({ offer: decimalId }),
    query: z.object(edition),
  }),
  /** All replacements of a plan or none, with the cart before it kept. */
  cartPlan: operation({ ...cartWrite, path: '/api/Warenkorb/Plan', query: z.object(edition), body: planBody }),
  cartOptimise: operation({
    ...stateRead,
    path: '/api/Warenkorb/optimize',
    query: z.object(edition),
    response: optimise,
  }),
  cartGenerate: operation({
    ...cartWrite,
    path: '/api/Warenkorb/Generieren',
    query: z.object(edition),
    body: generateBody,
  }),
  /** Puts the cart back as it was before a change of the whole (D31). */
  cartRestore: operation({
    ...cartWrite,
    path: '/api/Warenkorb/Wiederherstellen/:id',
    params: line,
    query: z.object(edition),
  }),
  withdrawal: operation({
    ...stateWrite,
    path: '/api/Widerruf',
    query: z.object(edition),
    body: withdrawalBody,
    response: withdrawalReceipt,
  }),
};
