import { type Examples, product } from '../example-data.js';
import { ProductSection } from './product-section.js';

const products = [product, { ...product, id: '2' }];

export const examples: Examples = {
  plain: <ProductSection id="k-products" title="product-section" products={products} />,
  'with a note': <ProductSection id="k-products-note" title="product-section" note="1.234" products={products} />,
};
