import type { Product } from '../../server/contract/articles.js';
import { markOf } from '../fit-text.js';
import { IconSprite } from '../icons.js';
import './fit-mark.css';

/** The icons of these products' fit marks, once on a page. */
export function FitIcons({ products }: { products: readonly Pick<Product, 'fit'>[] }) {
  return <IconSprite names={[...new Set(products.map(({ fit }) => markOf(fit)))]} />;
}
