import type { ReactNode } from 'react';
import type { Product } from '../../server/contract/articles.js';
import { usePage } from '../context.js';
import { ChooseLink, CompareChoice, chosenIn } from './compare-choice.js';
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

/** Products under a heading, to read or to choose for a comparison. Empty without products. */
export function ProductSection({ id, title, note, products, modelId, namesOffer = false }: Props) {
  const chosen = chosenIn(usePage().path);
  if (products.length === 0) return null;
  const isChoice = chosen !== null && products.length > 1;
  return (
    <Section
      id={id}
      title={title}
      note={
        <>
          {note}
          {products.length > 1 && !isChoice && (
            <span className="small">
              <ChooseLink listId={id} />
            </span>
          )}
        </>
      }
    >
      {isChoice ? (
        <CompareChoice products={products} modelId={modelId} ids={chosen} listId={id} />
      ) : (
        <ProductList products={products} modelId={modelId} namesOffer={namesOffer} />
      )}
    </Section>
  );
}
