import { cents, type Examples, longName, product } from '../../example-data.js';
import { RelatedParts } from './related-parts.js';

const products = [
  product,
  { ...product, id: '2', title: longName, smallImages: [] },
  { ...product, id: '3', refund: cents(3570), basePrice: { value: cents(895), unit: 'l' as const } },
  { ...product, id: '4', lowestTotal: null, lowestPrice: null, offerCount: 0, offerId: null },
];

export const examples: Examples = {
  plain: <RelatedParts products={products} modelId={undefined} />,
  'for a vehicle': <RelatedParts products={products.slice(0, 2)} modelId="77" />,
};
