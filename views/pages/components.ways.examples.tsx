import type { Optimise, Plan } from '../../server/api/contract.js';
import { Badge } from '../components/badge.js';
import { CartPlans } from '../components/cart-plans.js';
import { CategoryList } from '../components/category-list.js';
import { ConsentForm } from '../components/consent-form.js';
import { CountryGrid } from '../components/country-grid.js';
import { FrontAxle } from '../components/front-axle.js';
import { InformationText } from '../components/information-text.js';
import { MenuTree } from '../components/menu-tree.js';
import { More } from '../components/more.js';
import { SaveOffer } from '../components/save-offer.js';
import { Withdrawal } from '../components/withdrawal.js';
import type { ComponentsModel } from '../models.js';
import type { NavigationItem } from '../navigation-models.js';
import { category, cents, longName } from './components.examples.js';
import type { States } from './components.view.js';

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
const menu: NavigationItem[] = [
  {
    type: 'list',
    label: longName,
    id: 'brakes',
    body: [
      { type: 'category', label: longName, link: '/Bremsscheiben', linked: true },
      {
        type: 'list',
        label: 'Bremssättel',
        id: 'calipers',
        body: [{ type: 'category', label: longName, link: '/Bremssattel', linked: true }],
      },
    ],
  },
  { type: 'list', label: 'Filter', id: 'filter', body: null },
  { type: 'category', label: 'Zubehör', link: '/Zubehoer', linked: false },
];
const countries: readonly { code: string; name: string }[] = [
  { code: 'DE', name: 'Deutschland' },
  { code: 'BA', name: 'Bosnien und Herzegowina' },
  { code: 'LI', name: 'Liechtenstein' },
];
const fields = { name: 'Greta Beispiel', orderId: '4711', email: 'greta@example.com' };

/** What leads through the shop, and the forms on the way. */
export const wayStates = ({ flags, axleDrawing }: ComponentsModel): readonly States[] => [
  ['badge', { plain: <Badge>universal</Badge>, warn: <Badge tone="warn">fits on conditions</Badge> }],
  [
    'more',
    {
      plain: (
        <More part="k-more" href="/_components">
          47 more offers
        </More>
      ),
    },
  ],
  ['menu-tree', { 'two levels open': <MenuTree items={menu} /> }],
  [
    'category-list',
    {
      'long name': (
        <CategoryList
          title="category-list"
          categories={[{ ...category, title: longName, resultCount: 1329, children: [] }]}
          vehicle={null}
          from="home"
        />
      ),
    },
  ],
  [
    'information-text',
    {
      plain: (
        <p>
          <InformationText text={`${longName}: [${longName}](contact), {{operator}}`} />
        </p>
      ),
    },
  ],
  ['country-grid', { chosen: <CountryGrid model={{ countries, current: 'DE', returnTo: null, flags }} /> }],
  ['front-axle', { 'categories of one': <FrontAxle categories={{ pads: category }} drawing={axleDrawing} /> }],
  [
    'consent-form',
    {
      plain: (
        <ConsentForm
          model={{
            domains: [
              { host: 'pictures.example', purpose: 'pictures', isAccepted: true },
              { host: 'films.example', purpose: 'embeds', isAccepted: false },
              { host: 'badge.example', purpose: 'badge', isAccepted: true },
            ],
            returnTo: null,
          }}
        />
      ),
    },
  ],
  ['cart-plans', { plain: <CartPlans cart={{ cartArticles: [{ id: 'a', title: longName }] }} plans={plans} /> }],
  ['save-offer', { plain: <SaveOffer modelId="101001" /> }],
  [
    'withdrawal',
    {
      form: (
        <Withdrawal
          model={{ step: 'form', fields: { ...fields, email: 'greta' }, faults: ['name', 'orderId', 'email'] }}
        />
      ),
      confirm: <Withdrawal model={{ step: 'confirm', fields, key: 'k' }} />,
      receipt: (
        <Withdrawal
          model={{ step: 'receipt', fields, number: 'W-1', receivedAt: new Date(Date.UTC(2026, 10, 2, 9)) }}
        />
      ),
    },
  ],
];
