import type { EquivalentPlan as Plan } from '../../server/contract/carts.js';
import { cents, type Examples, longName } from '../example-data.js';
import { EquivalentPlan } from './equivalent-plan.js';

const brand = { name: 'Nordwerk', seoName: 'Nordwerk' };
const line = { id: 'a', title: longName, brand, articleNumber: 'NW 288-2551' };
const change = { shop: 'Teilelager Nord', sum: cents(3000), previousSum: cents(4670) };
const plan: Plan = {
  kind: 'equivalent',
  shops: [{ id: '1', name: 'Teilelager Nord', lines: 2 }],
  sums: { priceSum: cents(3000), refundSum: cents(0), shippingSum: cents(490), priceTotal: cents(3490) },
  deliveryDays: null,
  saving: cents(1670),
  replacements: [
    {
      ...{ from: 'a', to: '2', ...change },
      part: {
        title: 'Bremsscheibe',
        brand: { name: 'Kolbor', seoName: 'Kolbor' },
        articleNumber: 'K 1',
        normNumber: 'K1',
      },
    },
    { from: 'b', to: '3', ...change, part: null },
  ],
  exact: true,
};
const cart = { cartArticles: [line, { ...line, id: 'b', title: 'Bremsbelag' }] };

export const examples: Examples = {
  'another part and another shop': <EquivalentPlan cart={cart} plan={plan} />,
  none: <EquivalentPlan cart={cart} plan={null} />,
};
