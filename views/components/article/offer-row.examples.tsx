import type { ReactNode } from 'react';
import { cents, type Examples, offer, two } from '../../example-data.js';
import type { ShippableOffer } from '../../offer-texts.js';
import { OfferTable } from './offer-table.js';

/** Rows need a table around them. */
const row = (id: string, change: Partial<ShippableOffer>, chosenId: string | null = null): ReactNode => (
  <OfferTable
    offers={[{ ...offer, id: `row-${id}`, ...change }]}
    caption={id}
    wanted={two}
    cheapest={4180}
    chosenId={chosenId}
    modelId={undefined}
  />
);

export const examples: Examples = {
  cheapest: row('cheapest', {}),
  'named by the address': row('named', {}, 'row-named'),
  'dearer, with deposit, from abroad': row('abroad', {
    price: cents(4420),
    amount: { goods: cents(8840), shipping: cents(290), total: cents(9130) },
    refund: cents(500),
    lowest30: cents(5000),
    shop: { ...offer.shop, country: 'NL', city: 'Venlo', name: 'Onderdelenhuis Venlo Internationaal' },
  }),
  'base price, returns at a cost': row('base', {
    basePrice: { value: cents(895), unit: 'l' },
    returnCost: { paidBy: 'buyer', cost: cents(495), days: 14 },
  }),
  'too few': row('few', { stock: 1 }),
  'delivery time not known': row('time', { deliveryDays: null }),
};
