import type { Product } from '../../server/contract/articles.js';
import { IconSprite } from '../icons.js';

/** The icons that the marks of fit of these products use; once on a page. */
export function FitIcons({ products }: { products: readonly Pick<Product, 'fit'>[] }) {
  return <IconSprite names={[...new Set(products.map(({ fit }) => fit.state))]} />;
}
