import { z } from 'zod';
import { cartResponse, cartShipping } from '../../contract/carts.js';
import { decimalId } from '../../contract/ids.js';
import { pieces } from '../../contract/offers.js';
import { done, saveVehicleBody } from '../../contract/users.js';
import { callOf, ownCall, type PublicCall } from './public-call.js';

const readsCart = { tag: 'Cart', session: 'read' } as const;
const writesCart = { tag: 'Cart', session: 'write', response: cartResponse } as const;
const ofLine = [
  ...(['line_unknown', 'gone', 'too_few', 'not_delivered'] as const),
  ...(['body', 'quantity_range', 'idempotency_key_reused', 'origin'] as const),
] as const;

const cart: readonly PublicCall[] = [
  callOf('cart', {
    ...readsCart,
    summary: 'The cart',
    query: z.object({ locale: z.string(), country: z.string() }),
    response: cartResponse,
  }),
  callOf('cartCount', { ...readsCart, summary: 'Pieces in the cart', isChecked: true, errors: ['challenge'] }),
  callOf('cartOptimise', {
    ...readsCart,
    summary: 'Plans: the cheapest, the fewest parcels, the soonest complete',
  }),
  callOf('cartAdvice', {
    ...readsCart,
    summary: 'What the cart lacks for its jobs, and sets that cost less',
  }),
  callOf('cartEquivalent', { ...readsCart, summary: 'The cheapest plan with equivalent parts' }),
  callOf('cartShipping', {
    ...readsCart,
    summary: 'What shipping of the offers of a product adds to the parcels of the cart',
    query: z.object({ locale: z.string(), country: z.string(), sparePartId: decimalId, quantity: pieces.default(1) }),
    response: cartShipping.extend({
      offers: z.array(cartShipping.shape.offers.element.extend({ amount: z.string() })),
    }),
  }),
  callOf('cartAdd', {
    ...writesCart,
    summary: 'Adds packs of an offer, for a vehicle where one is named',
    description:
      '`id` is that of an offer. The first write begins the session, whose cookie comes with the answer. `unit=piece` adds as many packs as hold `quantity` pieces.',
    errors: [
      'offer_unknown',
      'gone',
      'not_delivered',
      'quantity_limit',
      'quantity_range',
      'body',
      'idempotency_key_reused',
      'origin',
    ],
  }),
  callOf('cartChange', { ...writesCart, summary: 'Sets the packs of a line', errors: ofLine }),
  callOf('cartDelete', { ...writesCart, summary: 'Takes a line out', errors: ofLine }),
  callOf('cartReplace', {
    ...writesCart,
    summary: 'Gives a line to another offer of the same part',
    errors: [...ofLine, 'offer_unknown'],
  }),
  callOf('cartPlan', {
    ...writesCart,
    summary: 'Makes all replacements of a plan, or none',
    errors: [...ofLine, 'offer_unknown'],
  }),
  callOf('cartEquivalentPlan', {
    ...writesCart,
    summary: 'The same with equivalent parts, which somebody has confirmed',
    errors: [...ofLine, 'offer_unknown'],
  }),
  callOf('cartRestore', {
    ...writesCart,
    summary: 'Puts the cart back as it was before a change of the whole',
    description: '`id` is that of `undo`, for a day.',
    errors: ['line_unknown', 'undo_unknown', 'idempotency_key_reused', 'origin'],
  }),
  ownCall({
    ...readsCart,
    id: 'signedCart',
    path: '/api/Warenkorb/Kasse',
    hasAudience: true,
    summary: 'The cart signed for the checkout',
    description:
      'A compact JWS for the checkout of the edition, good for an hour; null while nothing in the cart can be bought. A form with it as `cart`, posted to the same path, is led on to the checkout with 307 while the cart is still what was signed.',
    response: z.object({ cart: z.string().nullable() }),
    errors: ['not_found'],
  }),
];

const account: readonly PublicCall[] = [
  callOf('userVehicles', {
    tag: 'Account',
    session: 'read',
    isChecked: true,
    summary: 'Saved vehicles, the latest first',
    errors: ['challenge', 'edition', 'login'],
  }),
  {
    ...callOf('userVehicleSave', {
      tag: 'Account',
      session: 'read',
      isChecked: true,
      summary: 'Saves a vehicle',
      response: done,
      errors: ['challenge', 'edition', 'login', 'vehicle_limit', 'origin'],
    }),
    body: saveVehicleBody,
    hasAudience: true,
  },
  {
    ...callOf('userVehicleDelete', {
      tag: 'Account',
      session: 'read',
      isChecked: true,
      summary: 'Forgets a saved vehicle',
      response: done,
      errors: ['challenge', 'edition', 'login', 'origin'],
    }),
    hasAudience: true,
  },
];

/** Calls about one visitor. */
export const visitorCalls: readonly PublicCall[] = [
  ownCall({
    id: 'session',
    path: '/api/session',
    tag: 'Session',
    session: 'read',
    summary: 'A signed session, and the challenge for checked calls',
    description: 'Given out as the cookie too. Nothing is stored before the first write.',
    response: z.object({
      sid: z.string(),
      csr: z.string().meta({ description: 'Value of `x-csr`' }),
      ts: z.number().int().meta({ description: 'Value of `x-ts`' }),
    }),
  }),
  ...cart,
  ...account,
];
