import type { ProductDetail } from '../../../server/contract/articles.js';
import { usePage } from '../../context.js';
import { Badge } from '../badge.js';
import { Unbroken } from '../unbroken.js';
import './head.css';

interface Props {
  product: ProductDetail;
  /** Level of the heading, on pages that have another main one. */
  as?: 'h1' | 'h3';
}

/** Brand, number and title of a part, and its condition unless it is new. */
export function ArticleHead({ product, as: Heading = 'h1' }: Props) {
  const { t, url } = usePage();
  const { id, name, seoName } = product.manufacturer;
  return (
    <div className="article-head">
      <p>
        <a href={url('brand', { brand: { id, slug: seoName } })}>
          <b>{name}</b>
        </a>{' '}
        <span className="number soft">{product.articleNumber}</span>
        {product.condition !== 'new' && <Badge>{t(`article:condition.${product.condition}`)}</Badge>}
      </p>
      <Heading>
        <Unbroken>{product.title}</Unbroken>
      </Heading>
    </div>
  );
}
