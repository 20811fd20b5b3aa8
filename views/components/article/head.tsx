import type { ProductDetail } from '../../../server/contract/articles.js';
import { usePage } from '../../context.js';
import './head.css';

interface Props {
  product: ProductDetail;
  /** Another heading than the main one, on a page that has its own. */
  as?: 'h1' | 'h3';
}

/** Brand, title and the numbers by which an article is told from any other. */
export function ArticleHead({ product, as: Heading = 'h1' }: Props) {
  const { t, url } = usePage();
  const { id, name, seoName } = product.manufacturer;
  const numbers: [label: string, value: string | null, isNumber: boolean][] = [
    [t('article:number'), product.articleNumber, true],
    [t('article:ean'), product.ean, true],
    [t('article:condition.label'), t(`article:condition.${product.condition}`), false],
  ];
  return (
    <div className="article-head">
      <p>
        <a href={url('brand', { brand: { id, slug: seoName } })}>
          <b>{name}</b>
        </a>
      </p>
      <Heading>{product.title}</Heading>
      <dl className="article-numbers">
        {numbers.map(
          ([label, value, isNumber]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd className={isNumber ? 'number' : undefined}>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  );
}
