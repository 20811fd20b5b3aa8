import { z } from 'zod';
import * as carts from '../carts.js';
import { checkoutData, checkoutNote, checkoutNoted } from '../checkout-data.js';
import { dataReportBody, dataReportReceipt } from '../data-reports.js';
import { decimalId } from '../ids.js';
import { pieces } from '../offers.js';
import { withdrawalBody, withdrawalMailBody, withdrawalMailed, withdrawalReceipt } from '../withdrawals.js';
import { edition, id, line, operation, readState, state, write } from './operation.js';

const cart = carts.cartResponse;

/** Sessions, carts, withdrawals, and reports of errors in data. */
export const cartOperations = {
  /** Looks up a session. A session exists once something was written with it; asking does not create it (D79). */
  session: operation({ ...state, method: 'GET', path: '/api/session', response: carts.knownSession }),
  cart: readState(
    '/api/Warenkorb',
    cart.extend({
      // From the same read, so that the checkout gets the cart that is shown.
      handover: checkoutData.optional(),
      plans: carts.optimise.shape.plans.nullish(),
      advice: carts.advice.nullish(),
    }),
    {
      query: edition.extend({
        handover: z.enum(['1']).optional(),
        // Asks for plans and advice, and says how long the caller waits for them. Null is one that was late or failed.
        besideMs: z.coerce.number().int().min(1).max(60_000).optional(),
      }),
    },
  ),
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
  /** Makes all replacements of a plan or none, and keeps the cart before it. */
  cartPlan: write('/api/Warenkorb/Plan', cart, { body: carts.planBody }),
  cartOptimise: readState('/api/Warenkorb/optimize', carts.optimise, {}),
  cartEquivalent: readState('/api/Warenkorb/Gleichwertig', carts.equivalent, {}),
  /** Applies the plan with other parts, which the shopper confirmed (D84). */
  cartEquivalentPlan: write('/api/Warenkorb/Gleichwertig', cart, { body: carts.equivalentBody }),
  cartAdvice: readState('/api/Warenkorb/Rat', carts.advice, {}),
  cartShipping: readState('/api/Warenkorb/Versand', carts.cartShipping, {
    query: edition.extend({ sparePartId: decimalId, quantity: pieces.default(1) }),
  }),
  cartGenerate: write('/api/Warenkorb/Generieren', cart, { body: carts.generateBody }),
  /** Restores the cart before a change of the whole cart (D31). */
  cartRestore: write('/api/Warenkorb/Wiederherstellen/:id', cart, { params: line }),
  /** Records for the operator that a signed cart goes to the checkout, without data about the visitor. */
  cartHandedOver: write('/api/Warenkorb/Uebergeben', checkoutNoted, { body: checkoutNote }),
  dataReport: write('/api/Datenfehler', dataReportReceipt, { body: dataReportBody }),
  /** Mails the receipt of a declaration to its address, if a mail server is configured. */
  withdrawalMail: write('/api/Widerruf/Bestaetigung', withdrawalMailed, { body: withdrawalMailBody }),
  withdrawal: write('/api/Widerruf', withdrawalReceipt, { body: withdrawalBody }),
};
