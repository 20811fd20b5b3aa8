import type { ReactNode } from 'react';
import type { Product } from '../../server/contract/articles.js';
import { cents, type Examples, longName, product, socket } from '../example-data.js';
import { ProductList } from './product-list.js';

const list = (change: Partial<Product>): ReactNode => (
  <ProductList products={[{ ...product, ...change }]} modelId={undefined} />
);

export const examples: Examples = {
  plain: list({}),
  'long name, conditional': list({ title: longName, fit: { state: 'conditional', notes: ['PR 1ZE'], checks: [] } }),
  'does not fit': list({ fit: { state: 'no', notes: [], checks: [] } }),
  'no picture, deposit': list({ smallImages: [], refund: cents(3570) }),
  'base price': list({
    basePrice: { value: cents(895), unit: 'l' },
    isUniversal: true,
    fit: { state: 'universal', notes: [], checks: [socket] },
  }),
  'approved goods, and others': (
    <ProductList
      products={(['met', 'notMet'] as const).map((state) => ({
        ...product,
        id: state,
        fit: { state: 'universal', notes: [], checks: [{ ...socket, key: 'approval', what: 'approval', state }] },
      }))}
      modelId="77"
      headings={{ approved: 'Freigegeben für Ihren Golf VII (1)', others: 'Ohne diese Freigabe' }}
    />
  ),
  'renewed, delivery time not known': list({ condition: 'remanufactured', deliveryDays: null }),
  'not shipped here': list({ lowestTotal: null, lowestPrice: null }),
  'no offer': list({ lowestTotal: null, lowestPrice: null, offerCount: 0, offerId: null }),
  'beside other things': <ProductList products={[product]} modelId={undefined} plain />,
};
