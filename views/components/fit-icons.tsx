import type { Product } from '../../server/contract/articles.js';
import { markOf } from '../fit-text.js';
import { IconSprite } from '../icons.js';
import './fit-mark.css';

/** The icons that the marks of fit of these products use; once on a page. */
export function FitIcons({ products }: { products: readonly Pick<Product, 'fit'>[] }) {
  return <IconSprite names={[...new Set(products.map(({ fit }) => markOf(fit)))]} />;
}
