import { cartHandlers } from '../carts/handlers.js';
import type { Handlers } from '../http/handler.js';
import type { StateDb } from '../store/state-store.js';
import { userHandlers } from '../users/handlers.js';
import { declareWithdrawal } from '../withdrawals/declare-withdrawal.js';

/** What the state thread answers. */
export const stateHandlers = (db: StateDb): Handlers<'state'> => ({
  ...cartHandlers(db),
  ...userHandlers(db),
  withdrawal: (request) => declareWithdrawal(db, request),
});
