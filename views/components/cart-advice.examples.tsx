import type { Advice, Plan } from '../../server/contract/carts.js';
import { category, cents, type Examples, longName, vehicle } from '../example-data.js';
import { CartAdvice } from './cart-advice.js';

const part = {
  brand: { name: 'Nordwerk', seoName: 'Nordwerk' },
  articleNumber: 'NW 288-2551',
  normNumber: 'NW2882551',
};
const plan: Plan = {
  kind: 'cheapest',
  shops: [{ id: '1', name: 'Teilelager Nord', lines: 2 }],
  sums: { priceSum: cents(3000), refundSum: cents(0), shippingSum: cents(490), priceTotal: cents(3490) },
  deliveryDays: null,
  saving: cents(1670),
  replacements: [{ from: 'a', to: '2', shop: 'Teilelager Nord', sum: cents(3000), previousSum: cents(4670) }],
  exact: true,
};
const advice: Advice = {
  missing: [{ line: 'a', title: longName, category, vehicle }],
  sets: [{ ...part, title: 'Bremsensatz', lines: ['a', 'b'], offerId: '7', modelId: '77', saving: cents(1595) }],
};

export const examples: Examples = {
  'all at once': <CartAdvice plans={[plan]} advice={advice} />,
  'nothing to say': <CartAdvice plans={[]} advice={{ missing: [], sets: [] }} />,
};
