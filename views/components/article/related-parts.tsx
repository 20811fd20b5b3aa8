import type { Product } from '../../../server/contract/articles.js';
import { usePage } from '../../context.js';
import { basePriceText } from '../../offer-texts.js';
import { FitMark } from '../fit-mark.js';
import { PartImage } from '../part-image.js';
import { Unbroken } from '../unbroken.js';
import './related-parts.css';

interface Props {
  products: readonly Product[];
  modelId: string | undefined;
}

/** Parts that the same repair needs, for the same vehicle. */
export function RelatedParts({ products, modelId }: Props) {
  const page = usePage();
  const { t, url, format } = page;
  return (
    <ul className="related-parts" data-fits={modelId ? undefined : ''}>
      {products.map((product) => {
        const {
          id,
          title,
          articleNumber,
          normNumber,
          manufacturer,
          offerId,
          smallImages,
          lowestTotal,
          refund,
          basePrice,
        } = product;
        const [image] = smallImages;
        const address = {
          brand: manufacturer.seoName,
          number: normNumber,
          ...(offerId && { articleId: offerId }),
          ...(modelId && { modelId }),
        };
        const base = basePriceText(page, basePrice);
        return (
          <li key={id}>
            {image ? <PartImage image={image} sizes="72px" isSilent /> : <span />}
            <div>
              <p className="small">
                <b>{manufacturer.name}</b> <span className="number soft">{articleNumber}</span>
              </p>
              <h3>
                <a href={url('article', address)}>
                  <Unbroken>{title}</Unbroken>
                </a>
              </h3>
              {modelId && <FitMark fit={product.fit} id={product.id} />}
            </div>
            <p className="small soft">
              {lowestTotal === null ? (
                t('article:related.none')
              ) : (
                <>
                  <b className="price">{format.money(lowestTotal)}</b>
                  {t('article:related.offers', { count: product.offerCount })}
                  {refund > 0 && (
                    <span className="detail">{t('article:buy.deposit', { amount: format.money(refund) })}</span>
                  )}
                  {base && <span className="detail">{base}</span>}
                </>
              )}
            </p>
          </li>
        );
      })}
    </ul>
  );
}
