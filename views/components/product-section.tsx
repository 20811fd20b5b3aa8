import type { ReactNode } from 'react';
import type { Product } from '../../server/contract/articles.js';
import { ProductList } from './product-list.js';
import { Section } from './section.js';

interface Props {
  id: string;
  title: string;
  note?: ReactNode;
  products: readonly Product[];
  modelId?: string | undefined;
  namesOffer?: boolean;
}

/** Products under a heading of their own; nothing where there are none. */
export function ProductSection({ id, title, note, products, modelId, namesOffer = false }: Props) {
  if (products.length === 0) return null;
  return (
    <Section id={id} title={title} note={note}>
      <ProductList products={products} modelId={modelId} namesOffer={namesOffer} />
    </Section>
  );
}
