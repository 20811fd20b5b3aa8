import type { Optimise, Plan } from '../../server/contract/carts.js';
import { cents, type Examples, longName } from '../example-data.js';
import { CartPlans } from './cart-plans.js';

const sums = (total: number): Plan['sums'] => ({
  priceSum: cents(total - 590),
  refundSum: cents(0),
  shippingSum: cents(590),
  priceTotal: cents(total),
});
const plan = (kind: Plan['kind'], total: number, change: Partial<Plan>): Plan => ({
  kind,
  shops: [{ id: '1', name: 'Teilehaus Nord', lines: 2 }],
  sums: sums(total),
  deliveryDays: { min: 1, max: 3 },
  saving: cents(12_490 - total),
  replacements: [{ from: 'a', to: '2', shop: 'Teilehaus Nord', sum: cents(4180), previousSum: cents(4710) }],
  exact: true,
  ...change,
});
const plans: Optimise['plans'] = [
  plan('cheapest', 11_960, {}),
  plan('fewestParcels', 12_490, { replacements: [] }),
  plan('fastest', 13_940, { shops: Array.from({ length: 9 }, (_, at) => ({ id: `${at}`, name: 'Nord', lines: 1 })) }),
];

export const examples: Examples = {
  'cheaper, as now, dearer': (
    <CartPlans
      cart={{ cartArticles: [{ id: 'a', title: longName, brand: { name: 'Nordwerk', seoName: 'Nordwerk' } }] }}
      plans={plans}
    />
  ),
};
